#include "bench/transformer_layer.h"

#include <array>

namespace sightglass::bench {
namespace {

using enum TensorSize;

constexpr auto kLayer = std::to_array<LayerOp>({
    {"attention/norm/gamma", "VariableV2", "", kVector},
    {"attention/norm/beta", "VariableV2", "", kVector},
    {"attention/norm/axes", "Const", "", kAxes},
    {"attention/norm/mean", "Mean", "< attention/norm/axes", kStream},
    {"attention/norm/SquaredDifference", "SquaredDifference", "< attention/norm/mean", kStream},
    {"attention/norm/variance", "Mean", "attention/norm/SquaredDifference attention/norm/axes",
     kStream},
    {"attention/norm/epsilon", "Const", "", kScalar},
    {"attention/norm/add", "AddV2", "attention/norm/variance attention/norm/epsilon", kStream},
    {"attention/norm/Rsqrt", "Rsqrt", "attention/norm/add", kStream},
    {"attention/norm/mul", "Mul", "attention/norm/Rsqrt attention/norm/gamma", kStream},
    {"attention/norm/mul_1", "Mul", "< attention/norm/mul", kStream},
    {"attention/norm/add_1", "AddV2", "attention/norm/mul_1 attention/norm/beta", kStream},
    {"attention/query/kernel", "VariableV2", "", kMatrix},
    {"attention/query/bias", "VariableV2", "", kVector},
    {"attention/query/MatMul", "MatMul", "attention/norm/add_1 attention/query/kernel", kStream},
    {"attention/query/BiasAdd", "BiasAdd", "attention/query/MatMul attention/query/bias", kStream},
    {"attention/query/shape", "Const", "", kAxes},
    {"attention/query/Reshape", "Reshape", "attention/query/BiasAdd attention/query/shape", kHeads},
    {"attention/query/perm", "Const", "", kAxes},
    {"attention/query/transpose", "Transpose", "attention/query/Reshape attention/query/perm",
     kHeads},
    {"attention/key/kernel", "VariableV2", "", kMatrix},
    {"attention/key/bias", "VariableV2", "", kVector},
    {"attention/key/MatMul", "MatMul", "attention/norm/add_1 attention/key/kernel", kStream},
    {"attention/key/BiasAdd", "BiasAdd", "attention/key/MatMul attention/key/bias", kStream},
    {"attention/key/shape", "Const", "", kAxes},
    {"attention/key/Reshape", "Reshape", "attention/key/BiasAdd attention/key/shape", kHeads},
    {"attention/key/perm", "Const", "", kAxes},
    {"attention/key/transpose", "Transpose", "attention/key/Reshape attention/key/perm", kHeads},
    {"attention/value/kernel", "VariableV2", "", kMatrix},
    {"attention/value/bias", "VariableV2", "", kVector},
    {"attention/value/MatMul", "MatMul", "attention/norm/add_1 attention/value/kernel", kStream},
    {"attention/value/BiasAdd", "BiasAdd", "attention/value/MatMul attention/value/bias", kStream},
    {"attention/value/shape", "Const", "", kAxes},
    {"attention/value/Reshape", "Reshape", "attention/value/BiasAdd attention/value/shape", kHeads},
    {"attention/value/perm", "Const", "", kAxes},
    {"attention/value/transpose", "Transpose", "attention/value/Reshape attention/value/perm",
     kHeads},
    {"attention/scores/MatMul", "BatchMatMulV2",
     "attention/query/transpose attention/key/transpose", kScores},
    {"attention/scores/scale", "Const", "", kScalar},
    {"attention/scores/Mul", "Mul", "attention/scores/MatMul attention/scores/scale", kScores},
    {"attention/scores/add", "AddV2", "attention/scores/Mul /input/mask", kScores},
    {"attention/scores/Softmax", "Softmax", "attention/scores/add", kScores},
    {"attention/dropout/rate", "Const", "", kScalar},
    {"attention/dropout/random_uniform", "RandomUniform", "attention/scores/Softmax", kScores},
    {"attention/dropout/GreaterEqual", "GreaterEqual",
     "attention/dropout/random_uniform attention/dropout/rate", kScores},
    {"attention/dropout/Cast", "Cast", "attention/dropout/GreaterEqual", kScores},
    {"attention/dropout/Mul", "Mul", "attention/scores/Softmax attention/dropout/Cast", kScores},
    {"attention/context/head_0", "BatchMatMulV2", "attention/dropout/Mul attention/value/transpose",
     kHeads},
    {"attention/context/head_1", "BatchMatMulV2", "attention/dropout/Mul attention/value/transpose",
     kHeads},
    {"attention/context/head_2", "BatchMatMulV2", "attention/dropout/Mul attention/value/transpose",
     kHeads},
    {"attention/context/head_3", "BatchMatMulV2", "attention/dropout/Mul attention/value/transpose",
     kHeads},
    {"attention/context/head_4", "BatchMatMulV2", "attention/dropout/Mul attention/value/transpose",
     kHeads},
    {"attention/context/head_5", "BatchMatMulV2", "attention/dropout/Mul attention/value/transpose",
     kHeads},
    {"attention/context/head_6", "BatchMatMulV2", "attention/dropout/Mul attention/value/transpose",
     kHeads},
    {"attention/context/head_7", "BatchMatMulV2", "attention/dropout/Mul attention/value/transpose",
     kHeads},
    {"attention/context/axis", "Const", "", kAxes},
    {"attention/context/concat", "ConcatV2",
     "attention/context/head_0 attention/context/head_1 attention/context/head_2 "
     "attention/context/head_3 attention/context/head_4 attention/context/head_5 "
     "attention/context/head_6 attention/context/head_7 attention/context/axis",
     kStream},
    {"attention/output/kernel", "VariableV2", "", kMatrix},
    {"attention/output/bias", "VariableV2", "", kVector},
    {"attention/output/MatMul", "MatMul", "attention/context/concat attention/output/kernel",
     kStream},
    {"attention/output/BiasAdd", "BiasAdd", "attention/output/MatMul attention/output/bias",
     kStream},
    {"attention/residual", "AddV2", "< attention/output/BiasAdd", kStream},
    {"mlp/norm/gamma", "VariableV2", "", kVector},
    {"mlp/norm/beta", "VariableV2", "", kVector},
    {"mlp/norm/axes", "Const", "", kAxes},
    {"mlp/norm/mean", "Mean", "attention/residual mlp/norm/axes", kStream},
    {"mlp/norm/SquaredDifference", "SquaredDifference", "attention/residual mlp/norm/mean",
     kStream},
    {"mlp/norm/variance", "Mean", "mlp/norm/SquaredDifference mlp/norm/axes", kStream},
    {"mlp/norm/epsilon", "Const", "", kScalar},
    {"mlp/norm/add", "AddV2", "mlp/norm/variance mlp/norm/epsilon", kStream},
    {"mlp/norm/Rsqrt", "Rsqrt", "mlp/norm/add", kStream},
    {"mlp/norm/mul", "Mul", "mlp/norm/Rsqrt mlp/norm/gamma", kStream},
    {"mlp/norm/mul_1", "Mul", "attention/residual mlp/norm/mul", kStream},
    {"mlp/norm/add_1", "AddV2", "mlp/norm/mul_1 mlp/norm/beta", kStream},
    {"mlp/dense/kernel", "VariableV2", "", kWideMatrix},
    {"mlp/dense/bias", "VariableV2", "", kVector},
    {"mlp/dense/MatMul", "MatMul", "mlp/norm/add_1 mlp/dense/kernel", kHidden},
    {"mlp/dense/BiasAdd", "BiasAdd", "mlp/dense/MatMul mlp/dense/bias", kHidden},
    {"mlp/gelu/Erf", "Erf", "mlp/dense/BiasAdd", kHidden},
    {"mlp/gelu/half", "Const", "", kScalar},
    {"mlp/gelu/add", "AddV2", "mlp/gelu/Erf mlp/gelu/half", kHidden},
    {"mlp/gelu/mul", "Mul", "mlp/dense/BiasAdd mlp/gelu/add", kHidden},
    {"mlp/dense_1/kernel", "VariableV2", "", kWideMatrix},
    {"mlp/dense_1/bias", "VariableV2", "", kVector},
    {"mlp/dense_1/MatMul", "MatMul", "mlp/gelu/mul mlp/dense_1/kernel", kStream},
    {"mlp/dense_1/BiasAdd", "BiasAdd", "mlp/dense_1/MatMul mlp/dense_1/bias", kStream},
    {"mlp/dropout/rate", "Const", "", kScalar},
    {"mlp/dropout/random_uniform", "RandomUniform", "mlp/dense_1/BiasAdd", kStream},
    {"mlp/dropout/GreaterEqual", "GreaterEqual", "mlp/dropout/random_uniform mlp/dropout/rate",
     kStream},
    {"mlp/dropout/Cast", "Cast", "mlp/dropout/GreaterEqual", kStream},
    {"mlp/dropout/Mul", "Mul", "mlp/dense_1/BiasAdd mlp/dropout/Cast", kStream},
    {"mlp/residual", "AddV2", "attention/residual mlp/dropout/Mul", kStream},
});

constexpr std::int64_t kAnyBatch = -1;
constexpr std::array<std::int64_t, 1> kAxesDims = {4};
constexpr std::array<std::int64_t, 1> kVectorDims = {1024};
constexpr std::array<std::int64_t, 2> kMatrixDims = {1024, 1024};
constexpr std::array<std::int64_t, 2> kWideMatrixDims = {1024, 4096};
constexpr std::array<std::int64_t, 3> kStreamDims = {kAnyBatch, 512, 1024};
constexpr std::array<std::int64_t, 4> kHeadsDims = {kAnyBatch, 16, 512, 64};
constexpr std::array<std::int64_t, 4> kScoresDims = {kAnyBatch, 16, 512, 512};
constexpr std::array<std::int64_t, 3> kHiddenDims = {kAnyBatch, 512, 4096};

}  // namespace

std::span<const LayerOp> TransformerLayer() { return kLayer; }

std::span<const std::int64_t> DimsOf(TensorSize size) {
  switch (size) {
    case kScalar:
      return {};
    case kAxes:
      return kAxesDims;
    case kVector:
      return kVectorDims;
    case kMatrix:
      return kMatrixDims;
    case kWideMatrix:
      return kWideMatrixDims;
    case kStream:
      return kStreamDims;
    case kHeads:
      return kHeadsDims;
    case kScores:
      return kScoresDims;
    case kHidden:
      return kHiddenDims;
  }
  return {};
}

}  // namespace sightglass::bench
