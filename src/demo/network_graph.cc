#include "demo/network_graph.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "demo/digit_images.h"

namespace sightglass::demo {
namespace {

constexpr std::string_view kDevice = "/device:CPU:0";

// The sizes of a batch of any number of such examples.
std::vector<std::int64_t> BatchShape(FeatureShape shape) {
  const auto size = [](std::size_t value) { return static_cast<std::int64_t>(value); };
  if (shape.height == 1 && shape.width == 1) return {-1, size(shape.channels)};
  return {-1, size(shape.height), size(shape.width), size(shape.channels)};
}

// Adds nodes and remembers the first that failed, so that what is added reads like a list.
class Assembly {
 public:
  explicit Assembly(GraphBuilder& graph) : graph_(graph) {}

  void Add(GraphBuilder::Node node) {
    node.device = kDevice;
    Status status = graph_.Add(node);
    if (status_.ok()) status_ = std::move(status);
  }
  [[nodiscard]] GraphBuilder::ScopeGuard Scope(std::string_view name) { return graph_.Scope(name); }
  [[nodiscard]] const Status& status() const { return status_; }

 private:
  GraphBuilder& graph_;
  Status status_;
};

// What a layer that learns consists of. Gives the full name of its last node.
std::string AddLearningLayer(const Layer& layer, std::string_view input, Assembly& assembly) {
  const bool is_conv = layer.op() == "Conv2D";
  const auto units = static_cast<std::int64_t>(layer.output().channels);
  const auto fan_in = static_cast<std::int64_t>(layer.fan_in());
  assembly.Add({.name = "weights", .op = "VariableV2", .output_shapes = {{units, fan_in}}});
  assembly.Add({.name = "biases", .op = "VariableV2", .output_shapes = {{units}}});
  std::vector<GraphBuilder::Attribute> attributes;
  if (is_conv) {
    attributes = {{.name = "strides", .integers = {1, 1, 1, 1}},
                  {.name = "padding", .text = "VALID"},
                  {.name = "data_format", .text = "NHWC"}};
  }
  assembly.Add({.name = layer.op(),
                .op = layer.op(),
                .inputs = {input, "weights"},
                .attributes = std::move(attributes),
                .output_shapes = {BatchShape(layer.output())}});
  assembly.Add({.name = "BiasAdd",
                .op = "BiasAdd",
                .inputs = {layer.op(), "biases"},
                .output_shapes = {BatchShape(layer.output())}});
  return fmt::format("/{}/BiasAdd", layer.name());
}

void AddLossAndAccuracy(const std::string& scores, Assembly& assembly) {
  {
    const auto scope = assembly.Scope("loss");
    assembly.Add({.name = "cross_entropy",
                  .op = "SparseSoftmaxCrossEntropyWithLogits",
                  .inputs = {scores, "/input/labels"},
                  .output_shapes = {{-1}}});
    assembly.Add(
        {.name = "mean", .op = "Mean", .inputs = {"cross_entropy"}, .output_shapes = {{}}});
  }
  const auto scope = assembly.Scope("accuracy");
  assembly.Add({.name = "prediction", .op = "ArgMax", .inputs = {scores}, .output_shapes = {{-1}}});
  assembly.Add({.name = "correct",
                .op = "Equal",
                .inputs = {"prediction", "/input/labels"},
                .output_shapes = {{-1}}});
  assembly.Add({.name = "mean", .op = "Mean", .inputs = {"correct"}, .output_shapes = {{}}});
}

void AddOptimizer(const Network& network, const TrainingPlan& plan, Assembly& assembly) {
  const auto scope = assembly.Scope("train");
  assembly.Add({.name = "learning_rate",
                .op = "Const",
                .attributes = {{.name = "value", .numbers = {plan.learning_rate}}},
                .output_shapes = {{}}});
  assembly.Add({.name = "gradients", .op = "SymbolicGradient", .inputs = {"/loss/mean"}});
  const std::string op = plan.optimizer == OptimizerKind::kAdam       ? "ApplyAdam"
                         : plan.optimizer == OptimizerKind::kMomentum ? "ApplyMomentum"
                                                                      : "ApplyGradientDescent";
  for (std::size_t i = 0; i < network.layer_count(); ++i) {
    const Layer& layer = network.layer(i);
    if (!layer.learns()) continue;
    const std::string weights = fmt::format("/{}/weights", layer.name());
    const std::string biases = fmt::format("/{}/biases", layer.name());
    assembly.Add({.name = fmt::format("update_{}", layer.name()),
                  .op = op,
                  .inputs = {weights, biases, "gradients", "learning_rate"}});
  }
}

}  // namespace

Status AddNetworkGraph(const Network& network, const TrainingPlan& plan, GraphBuilder& graph) {
  Assembly assembly(graph);
  {
    const auto scope = assembly.Scope("input");
    assembly.Add({.name = "digits",
                  .op = "Placeholder",
                  .output_shapes = {{-1, kDigitSide, kDigitSide, 1}}});
    assembly.Add({.name = "labels", .op = "Placeholder", .output_shapes = {{-1}}});
  }
  std::string last = "/input/digits";
  std::string scope_name;
  for (std::size_t i = 0; i < network.layer_count(); ++i) {
    const Layer& layer = network.layer(i);
    if (layer.learns()) {
      scope_name = layer.name();
      const auto scope = assembly.Scope(scope_name);
      last = AddLearningLayer(layer, last, assembly);
      continue;
    }
    const auto scope = assembly.Scope(scope_name);
    assembly.Add({.name = layer.op(),
                  .op = layer.op(),
                  .inputs = {last},
                  .output_shapes = {BatchShape(layer.output())}});
    last = fmt::format("/{}/{}", scope_name, layer.op());
  }
  AddLossAndAccuracy(last, assembly);
  AddOptimizer(network, plan, assembly);
  return assembly.status();
}

}  // namespace sightglass::demo
