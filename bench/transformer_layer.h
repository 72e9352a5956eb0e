#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace sightglass::bench {

enum class TensorSize : std::uint8_t {
  kScalar,
  kAxes,
  kVector,
  kMatrix,
  kWideMatrix,
  kStream,
  kHeads,
  kScores,
  kHidden,
};

// One operation of a layer. Names in `inputs`, divided by blanks, are of the layer; "<" is what the
// layer is given, one that begins with "/" is outside.
struct LayerOp {
  std::string_view name;
  std::string_view op;
  std::string_view inputs;
  TensorSize size;
};

// A layer of a transformer in the order in which it is computed, the last being what it gives.
std::span<const LayerOp> TransformerLayer();
std::span<const std::int64_t> DimsOf(TensorSize size);

}  // namespace sightglass::bench
