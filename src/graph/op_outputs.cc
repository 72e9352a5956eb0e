#include "graph/op_outputs.h"

#include <algorithm>
#include <array>

namespace sightglass::graph {
namespace {

struct Arguments {
  std::string_view op{};
  std::array<std::string_view, 6> names{};
};

// Arguments that stand for one output each.
constexpr std::array kArguments = {
    Arguments{"FusedBatchNorm",
              {"y", "batch_mean", "batch_variance", "reserve_space_1", "reserve_space_2", {}}},
    Arguments{"FusedBatchNormV2",
              {"y", "batch_mean", "batch_variance", "reserve_space_1", "reserve_space_2", {}}},
    Arguments{"FusedBatchNormV3",
              {"y", "batch_mean", "batch_variance", "reserve_space_1", "reserve_space_2",
               "reserve_space_3"}},
    Arguments{"FusedBatchNormGradV3",
              {"x_backprop",
               "scale_backprop",
               "offset_backprop",
               "reserve_space_4",
               "reserve_space_5",
               {}}},
    Arguments{"SoftmaxCrossEntropyWithLogits", {"loss", "backprop", {}, {}, {}, {}}},
    Arguments{"SparseSoftmaxCrossEntropyWithLogits", {"loss", "backprop", {}, {}, {}, {}}},
    Arguments{"BroadcastGradientArgs", {"r0", "r1", {}, {}, {}, {}}},
    Arguments{"TopK", {"values", "indices", {}, {}, {}, {}}},
    Arguments{"TopKV2", {"values", "indices", {}, {}, {}, {}}},
    Arguments{"Unique", {"y", "idx", {}, {}, {}, {}}},
    Arguments{"UniqueWithCounts", {"y", "idx", "count", {}, {}, {}}},
    Arguments{"MaxPoolWithArgmax", {"output", "argmax", {}, {}, {}, {}}},
    Arguments{"Switch", {"output_false", "output_true", {}, {}, {}, {}}},
    Arguments{"Merge", {"output", "value_index", {}, {}, {}, {}}},
    Arguments{"Svd", {"s", "u", "v", {}, {}, {}}},
    Arguments{"Qr", {"q", "r", {}, {}, {}, {}}},
    Arguments{"SelfAdjointEigV2", {"e", "v", {}, {}, {}, {}}},
    Arguments{"ListDiff", {"out", "idx", {}, {}, {}, {}}},
    Arguments{"TensorListPopBack", {"output_handle", "tensor", {}, {}, {}, {}}},
    Arguments{"TensorArrayV3", {"handle", "flow", {}, {}, {}, {}}},
    Arguments{"NonMaxSuppressionV4", {"selected_indices", "valid_outputs", {}, {}, {}, {}}},
    Arguments{"NonMaxSuppressionV5",
              {"selected_indices", "selected_scores", "valid_outputs", {}, {}, {}}},
    Arguments{"StatelessRandomGetKeyCounter", {"key", "counter", {}, {}, {}, {}}},
    Arguments{"CudnnRNN", {"output", "output_h", "output_c", "reserve_space", {}, {}}},
    Arguments{
        "SparseFillEmptyRows",
        {"output_indices", "output_values", "empty_row_indicator", "reverse_index_map", {}, {}}},
};

}  // namespace

std::uint32_t FirstOutputOf(std::string_view op, std::string_view argument) {
  const auto* const known = std::ranges::find(kArguments, op, &Arguments::op);
  if (known == kArguments.end()) return 0;
  const auto* const name = std::ranges::find(known->names, argument);
  if (name == known->names.end()) return 0;
  return static_cast<std::uint32_t>(name - known->names.begin());
}

}  // namespace sightglass::graph
