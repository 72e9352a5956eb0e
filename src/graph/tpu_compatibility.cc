#include "graph/tpu_compatibility.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

#include "graph/level_edges_table.h"

namespace sightglass::graph {
namespace {

// Operations that a TPU runs, or that TensorFlow places beside it, as TensorBoard 2.21 has them:
// each between two spaces.
constexpr std::string_view kOperations =
    " "
    "Abort Abs Acos Acosh Add AddN AddV2 AdjustContrastv2 AdjustHue AdjustSaturation All AllToAll "
    "Angle Any ApproximateEqual ArgMax ArgMin Asin Asinh Assert Assign AssignAddVariableOp "
    "AssignSubVariableOp AssignVariableOp Atan Atan2 Atanh AudioSummary AudioSummaryV2 AvgPool "
    "AvgPool3D AvgPool3DGrad AvgPoolGrad BatchMatMul BatchMatMulV2 BatchToSpace BatchToSpaceND "
    "BesselI0e BesselI1e Betainc BiasAdd BiasAddGrad BiasAddV1 Bitcast BitwiseAnd BitwiseOr "
    "BitwiseXor BroadcastArgs BroadcastGradientArgs BroadcastTo Bucketize Case Cast Ceil "
    "CheckNumerics Cholesky ClipByValue CollectivePermute CollectiveReduceV2 Complex ComplexAbs "
    "Concat ConcatOffset ConcatV2 Conj ConjugateTranspose Const ControlTrigger Conv2D "
    "Conv2DBackpropFilter Conv2DBackpropInput Conv3D Conv3DBackpropFilterV2 Conv3DBackpropInputV2 "
    "Cos Cosh Cross CrossReplicaSum Cumprod Cumsum DataFormatDimMap DataFormatVecPermute "
    "DebugNumericSummary DepthToSpace DepthwiseConv2dNative DepthwiseConv2dNativeBackpropFilter "
    "DepthwiseConv2dNativeBackpropInput Dequantize DeviceIndex Diag DiagPart Digamma Div DivNoNan "
    "DynamicStitch Einsum Elu EluGrad Empty EmptyTensorList EnsureShape Enter Equal Erf Erfc "
    "Erfinv Exit Exp ExpandDims Expm1 ExtractImagePatches FFT FFT2D FFT3D FakeParam "
    "FakeQuantWithMinMaxArgs FakeQuantWithMinMaxArgsGradient FakeQuantWithMinMaxVars "
    "FakeQuantWithMinMaxVarsGradient Fill Floor FloorDiv FloorMod FusedBatchNorm "
    "FusedBatchNormGrad FusedBatchNormGradV2 FusedBatchNormGradV3 FusedBatchNormV2 "
    "FusedBatchNormV3 Gather GatherNd GatherV2 GetItem Greater GreaterEqual HSVToRGB "
    "HistogramSummary IFFT IFFT2D IFFT3D IRFFT IRFFT2D IRFFT3D Identity IdentityN If Igamma "
    "IgammaGradA Igammac Imag ImageSummary InTopKV2 InfeedDequeue InfeedDequeueTuple InplaceAdd "
    "InplaceUpdate Inv Invert InvertPermutation IsFinite IsInf IsNan KthOrderStatistic L2Loss LRN "
    "LRNGrad LeakyRelu LeakyReluGrad LeftShift Less LessEqual Lgamma LinSpace ListDiff Log Log1p "
    "LogSoftmax LogicalAnd LogicalNot LogicalOr LoopCond LowerBound MakeUnique MatMul "
    "MatrixBandPart MatrixDiag MatrixDiagPart MatrixDiagPartV2 MatrixDiagPartV3 MatrixDiagV2 "
    "MatrixDiagV3 MatrixInverse MatrixSetDiag MatrixSetDiagV2 MatrixSetDiagV3 MatrixSolve "
    "MatrixTriangularSolve Max MaxPool MaxPool3D MaxPool3DGrad MaxPool3DGradGrad MaxPoolGrad "
    "MaxPoolGradGrad MaxPoolGradGradV2 MaxPoolGradV2 MaxPoolV2 Maximum Mean Merge MergeSummary "
    "MergeV2Checkpoints Min Minimum MirrorPad MirrorPadGrad Mod Mul MulNoNan Multinomial Ndtri "
    "Neg NextAfter NextIteration NoOp NonMaxSuppressionV4 NotEqual OneHot OnesLike OutfeedEnqueue "
    "OutfeedEnqueueTuple Pack Pad PadV2 ParallelDynamicStitch ParameterizedTruncatedNormal "
    "PartitionedCall Placeholder PlaceholderV2 PlaceholderWithDefault Polygamma PopulationCount "
    "Pow PreventGradient Prod Qr QuantizeAndDequantizeV2 QuantizeAndDequantizeV3 RFFT RFFT2D "
    "RFFT3D RGBToHSV RandomGammaGrad RandomShuffle RandomStandardNormal RandomUniform "
    "RandomUniformInt Range Rank ReadVariableOp Real RealDiv Reciprocal ReciprocalGrad Relu Relu6 "
    "Relu6Grad ReluGrad Reshape ResizeBilinear ResizeBilinearGrad ResizeNearestNeighbor "
    "ResizeNearestNeighborGrad ResourceApplyAdaMax ResourceApplyAdadelta ResourceApplyAdagrad "
    "ResourceApplyAdagradDA ResourceApplyAdagradV2 ResourceApplyAdam ResourceApplyAddSign "
    "ResourceApplyCenteredRMSProp ResourceApplyFtrl ResourceApplyFtrlV2 "
    "ResourceApplyGradientDescent ResourceApplyKerasMomentum ResourceApplyMomentum "
    "ResourceApplyPowerSign ResourceApplyProximalAdagrad ResourceApplyProximalGradientDescent "
    "ResourceApplyRMSProp ResourceGather ResourceScatterAdd ResourceScatterDiv ResourceScatterMax "
    "ResourceScatterMin ResourceScatterMul ResourceScatterNdAdd ResourceScatterNdSub "
    "ResourceScatterNdUpdate ResourceScatterSub ResourceScatterUpdate ResourceStridedSliceAssign "
    "RestoreV2 Reverse ReverseSequence ReverseV2 RightShift Rint RngReadAndSkip RngSkip Roll "
    "Round Rsqrt RsqrtGrad SaveV2 ScalarSummary ScatterNd Select SelectV2 SelfAdjointEigV2 Selu "
    "SeluGrad Shape ShapeN ShardedFilename Sigmoid SigmoidGrad Sign Sin Sinh Size Slice Snapshot "
    "Softmax SoftmaxCrossEntropyWithLogits Softplus SoftplusGrad Softsign SoftsignGrad "
    "SpaceToBatch SpaceToBatchND SpaceToDepth SparseMatMul SparseSoftmaxCrossEntropyWithLogits "
    "SparseToDense Split SplitV Sqrt SqrtGrad Square SquaredDifference Squeeze StackCloseV2 "
    "StackPopV2 StackPushV2 StackV2 StatefulPartitionedCall StatefulStandardNormalV2 "
    "StatefulTruncatedNormal StatefulUniform StatefulUniformFullInt StatefulUniformInt "
    "StatelessCase StatelessIf StatelessMultinomial StatelessRandomGetAlg "
    "StatelessRandomGetKeyCounter StatelessRandomGetKeyCounterAlg StatelessRandomNormal "
    "StatelessRandomNormalV2 StatelessRandomUniform StatelessRandomUniformFullInt "
    "StatelessRandomUniformFullIntV2 StatelessRandomUniformInt StatelessRandomUniformIntV2 "
    "StatelessRandomUniformV2 StatelessTruncatedNormal StatelessTruncatedNormalV2 StatelessWhile "
    "StatsAggregatorSummary StopGradient StridedSlice StridedSliceGrad StringJoin Sub Sum Svd "
    "Switch SymbolicGradient TPUCompilationResult TPUEmbeddingActivations TPUReplicateMetadata "
    "TPUReplicatedInput TPUReplicatedOutput Tan Tanh TanhGrad TensorArrayCloseV3 "
    "TensorArrayConcatV3 TensorArrayGatherV3 TensorArrayGradV3 TensorArrayReadV3 "
    "TensorArrayScatterV3 TensorArraySizeV3 TensorArraySplitV3 TensorArrayV3 TensorArrayWriteV3 "
    "TensorListConcatV2 TensorListElementShape TensorListFromTensor TensorListGather "
    "TensorListGetItem TensorListLength TensorListPopBack TensorListPushBack TensorListReserve "
    "TensorListSetItem TensorListSplit TensorListStack TensorScatterAdd TensorScatterMax "
    "TensorScatterMin TensorScatterSub TensorScatterUpdate TensorStridedSliceUpdate Tile "
    "TopKUnique TopKV2 TopKWithUnique Transpose TridiagonalSolve TruncateDiv TruncateMod "
    "TruncatedNormal Unique Unpack UnsortedSegmentMax UnsortedSegmentMin UnsortedSegmentProd "
    "UnsortedSegmentSum UpperBound VarHandleOp VarIsInitializedOp Variable VariableShape "
    "VariableV2 Where While Xdivy XlaBroadcastHelper XlaConv XlaConvV2 XlaDequantize XlaDot "
    "XlaDotV2 XlaDynamicSlice XlaDynamicUpdateSlice XlaEinsum XlaGather XlaHostCompute XlaIf "
    "XlaKeyValueSort XlaPad XlaRecv XlaRecvFromHost XlaReduce XlaReduceWindow XlaReplicaId "
    "XlaScatter XlaSelectAndScatter XlaSelfAdjointEig XlaSend XlaSendToHost XlaSetBound "
    "XlaSetDynamicDimensionSize XlaSharding XlaSort XlaSpmdFullToShardShape "
    "XlaSpmdShardToFullShape XlaSvd XlaVariadicReduce XlaVariadicSort XlaWhile Xlog1py Xlogy "
    "ZerosLike Zeta _Arg _ArrayToList _FusedBatchNormEx _ListToArray _ParallelConcatUpdate "
    "_RecvTPUEmbeddingActivations _RecvTPUEmbeddingDeduplicationData _Retval "
    "_SendTPUEmbeddingGradients _TPUCompile _TPUExecute _UnaryOpsComposition ";

// Devices are written in any case: "/device:TPU:0", "/tpu:0". `part` is in small letters.
bool Has(std::string_view device, std::string_view part) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::search(device.begin(), device.end(), part.begin(), part.end(),
                     [&](char a, char b) { return lower(a) == b; }) != device.end();
}

// Placed elsewhere, an operation need not run there.
bool IsElsewhere(std::string_view device) {
  if (device.empty()) return false;
  return Has(device, "cpu:") || Has(device, "gpu:") || !Has(device, "tpu") ||
         device.find("TPU_SYSTEM") != std::string_view::npos;
}

}  // namespace

bool IsTpuOperation(std::string_view op) {
  if (op.empty() || op.find(' ') != std::string_view::npos) return false;
  return kOperations.find(fmt::format(" {} ", op)) != std::string_view::npos;
}

bool IsTpuCompatible(std::string_view op, std::string_view device) {
  return op.empty() || IsElsewhere(device) || IsTpuOperation(op);
}

TpuCompatibility::TpuCompatibility(const ScopeTree& tree) : tree_(&tree) {
  const Graph& graph = tree.graph();
  // Few pairs of operation and device are different, so each is judged once.
  KeyTable devices;
  KeyTable pairs;
  std::vector<bool> is_compatible;
  for (std::uint32_t rank = 0; rank < graph.size(); ++rank) {
    const std::uint32_t node = tree.node_at(rank);
    // A call is judged, not what the function does.
    if (node >= graph.main_size()) continue;
    const std::string_view device = graph.device(node);
    const std::uint32_t place = devices.Number(reinterpret_cast<std::uintptr_t>(device.data()));
    const std::uint32_t pair = pairs.Number(PairKey(graph.op_id(node), place));
    if (pair == is_compatible.size()) {
      is_compatible.push_back(IsTpuCompatible(graph.op(node), device));
      is_listed_ |= IsTpuOperation(graph.op(node));
    }
    if (!is_compatible[pair]) incompatible_.push_back(rank);
  }
  incompatible_.shrink_to_fit();
}

std::uint64_t TpuCompatibility::Incompatible(std::span<const RankRange> ranges) const {
  std::uint64_t count = 0;
  for (const RankRange& range : ranges) {
    const auto begin = std::ranges::lower_bound(incompatible_, range.begin);
    count +=
        static_cast<std::uint64_t>(std::lower_bound(begin, incompatible_.end(), range.end) - begin);
  }
  return count;
}

std::vector<TextCount> TpuCompatibility::IncompatibleOps(const RankRange& range) const {
  std::map<std::string_view, std::uint64_t> counts;
  for (auto at = std::ranges::lower_bound(incompatible_, range.begin);
       at != incompatible_.end() && *at < range.end; ++at) {
    ++counts[tree_->graph().op(tree_->node_at(*at))];
  }
  std::vector<TextCount> sorted(counts.begin(), counts.end());
  std::ranges::stable_sort(sorted, std::greater<>(), &TextCount::second);
  return sorted;
}

}  // namespace sightglass::graph
