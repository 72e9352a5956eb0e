#include "bench/transformer_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/graph_nodes.h"
#include "bench/log_file.h"
#include "bench/transformer_layer.h"

namespace sightglass::bench {
namespace {

constexpr std::uint64_t kLayersPerBlock = 8;
constexpr std::uint64_t kBlocksPerStage = 12;
constexpr std::uint64_t kDevices = 4;
constexpr std::string_view kCpu = "/job:worker/replica:0/task:0/device:CPU:0";

bool IsVariable(const LayerOp& op) { return op.op == "VariableV2"; }
// What a gradient flows through.
bool IsComputed(const LayerOp& op) { return !IsVariable(op) && op.op != "Const"; }

std::uint64_t CountOps(bool (*is_counted)(const LayerOp&)) {
  return static_cast<std::uint64_t>(std::ranges::count_if(TransformerLayer(), is_counted));
}

// Calls `take` with every word of `text`.
void EachWord(std::string_view text, const auto& take) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    take(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

class Transformer {
 public:
  Transformer(std::uint64_t nodes, std::uint64_t seed) : nodes_(nodes), random_(seed) {}

  std::string Build() {
    AddInput();
    const std::uint64_t layers = CountLayers();
    for (std::uint64_t layer = 0; layer < layers; ++layer) AddLayer(layer);
    AddLoss();
    // As training has it: from the last layer back to the first.
    std::string gradient = "gradients/loss_grad";
    for (std::uint64_t layer = layers; layer-- > 0;) gradient = AddGradients(layer, gradient);
    AddUpdates(layers);
    AddMetrics();
    return std::move(graph_).Finish();
  }

 private:
  // As many as there is room for; the rest goes to AddMetrics().
  [[nodiscard]] std::uint64_t CountLayers() const {
    const std::uint64_t left = nodes_ - graph_.size() - kNodesAroundLayers;
    const std::uint64_t of_layer =
        TransformerLayer().size() + CountOps(IsComputed) + 2 * CountOps(IsVariable);
    // Each block has a node of its own.
    const auto needed = [of_layer](std::uint64_t layers) {
      return layers * of_layer + (layers + kLayersPerBlock - 1) / kLayersPerBlock;
    };
    std::uint64_t layers = left / of_layer;
    while (needed(layers) > left) --layers;
    return layers;
  }

  static std::string PathOf(std::uint64_t layer) {
    const std::uint64_t block = layer / kLayersPerBlock;
    return fmt::format("stage_{}/block_{}/layer_{}", block / kBlocksPerStage,
                       block % kBlocksPerStage, layer % kLayersPerBlock);
  }

  static std::string DeviceOf(std::uint64_t layer) {
    const std::uint64_t stage = layer / kLayersPerBlock / kBlocksPerStage;
    return fmt::format("/job:worker/replica:0/task:0/device:GPU:{}", stage % kDevices);
  }

  void Add(std::string_view name, std::string_view op, std::vector<std::string> inputs,
           TensorSize size, std::string_view device = kCpu) {
    graph_.Add({.name = name,
                .op = op,
                .inputs = std::move(inputs),
                .device = device,
                .shape = DimsOf(size),
                .seed = random_.Below(1'000'000)});
  }

  void AddInput() {
    Add("input/ids", "Placeholder", {}, TensorSize::kStream);
    Add("input/mask", "Placeholder", {}, TensorSize::kScores);
    Add("input/positions", "Const", {}, TensorSize::kVector);
    Add("input/embedding", "VariableV2", {}, TensorSize::kWideMatrix);
    Add("input/GatherV2", "GatherV2", {"input/embedding", "input/ids"}, TensorSize::kStream);
    Add("input/add", "AddV2", {"input/GatherV2", "input/positions"}, TensorSize::kStream);
    stream_ = "input/add";
  }

  void AddLayer(std::uint64_t layer) {
    const std::string prefix = fmt::format("model/{}/", PathOf(layer));
    const std::string device = DeviceOf(layer);
    std::string name;
    for (const LayerOp& op : TransformerLayer()) {
      std::vector<std::string> inputs;
      EachWord(op.inputs, [&](std::string_view input) {
        if (input == "<") {
          inputs.push_back(stream_);
        } else {
          inputs.push_back(input.starts_with('/') ? std::string(input.substr(1))
                                                  : fmt::format("{}{}", prefix, input));
        }
      });
      name = fmt::format("{}{}", prefix, op.name);
      Add(name, op.op, std::move(inputs), op.size, device);
    }
    stream_ = name;
  }

  void AddLoss() {
    Add("loss/labels", "Placeholder", {}, TensorSize::kStream);
    Add("loss/logits", "MatMul", {stream_, "input/embedding"}, TensorSize::kHidden);
    Add("loss/CrossEntropy", "SparseSoftmaxCrossEntropyWithLogits", {"loss/logits", "loss/labels"},
        TensorSize::kStream);
    Add("loss/Mean", "Mean", {"loss/CrossEntropy"}, TensorSize::kScalar);
    Add("gradients/loss_grad", "Fill", {"loss/Mean"}, TensorSize::kStream);
  }

  // The gradient for the layer before.
  std::string AddGradients(std::uint64_t layer, std::string gradient) {
    const std::string path = PathOf(layer);
    const std::string device = DeviceOf(layer);
    const auto ops = TransformerLayer();
    for (auto op = ops.rbegin(); op != ops.rend(); ++op) {
      if (!IsComputed(*op)) continue;
      std::vector<std::string> inputs = {fmt::format("model/{}/{}", path, op->name), gradient};
      // The gradients of both inputs of a product are held back until both are known.
      if (op->op == "BiasAdd") inputs.push_back(fmt::format("^{}", gradient));
      gradient = fmt::format("gradients/{}/{}_grad", path, op->name);
      Add(gradient, fmt::format("{}Grad", op->op), std::move(inputs), op->size, device);
    }
    return gradient;
  }

  void AddUpdates(std::uint64_t layers) {
    Add("train/learning_rate", "Const", {}, TensorSize::kScalar);
    Add("save/filename", "Const", {}, TensorSize::kScalar);
    Add("save/RestoreV2", "RestoreV2", {"save/filename"}, TensorSize::kVector);
    std::vector<std::string> blocks;
    std::vector<std::string> updates;
    std::uint64_t variable = 0;
    for (std::uint64_t layer = 0; layer < layers; ++layer) {
      const std::string path = PathOf(layer);
      const auto ops = TransformerLayer();
      for (std::size_t i = 0; i < ops.size(); ++i) {
        if (!IsVariable(ops[i])) continue;
        const std::string name = fmt::format("model/{}/{}", path, ops[i].name);
        // Variables stand before what is computed with them.
        std::size_t taker = i;
        while (!IsComputed(ops[taker])) ++taker;
        const std::string update = fmt::format("train/{}/{}/ApplyAdam", path, ops[i].name);
        Add(update, "ApplyAdam",
            {name, "train/learning_rate",
             fmt::format("gradients/{}/{}_grad", path, ops[taker].name)},
            ops[i].size, DeviceOf(layer));
        updates.push_back(fmt::format("^{}", update));
        Add(fmt::format("save/Assign_{}", variable), "Assign",
            {name, fmt::format("save/RestoreV2:{}", variable)}, ops[i].size);
        ++variable;
      }
      if ((layer + 1) % kLayersPerBlock != 0 && layer + 1 != layers) continue;
      const std::string group = fmt::format("train/{}/group", path.substr(0, path.rfind('/')));
      Add(group, "NoOp", std::exchange(updates, {}), TensorSize::kScalar);
      blocks.push_back(fmt::format("^{}", group));
    }
    Add("train/group", "NoOp", std::move(blocks), TensorSize::kScalar);
  }

  void AddMetrics() {
    std::string before = "loss/Mean";
    for (std::uint64_t i = 0; graph_.size() < nodes_; ++i) {
      std::string name = fmt::format("metrics/average_{}", i);
      Add(name, "Mul", {before, "loss/Mean"}, TensorSize::kScalar);
      before = std::move(name);
    }
  }

  // What AddLoss() and AddUpdates() add for the whole.
  static constexpr std::uint64_t kNodesAroundLayers = 9;

  std::uint64_t nodes_;
  Random random_;
  GraphNodes graph_;
  std::string stream_;  // what the layers so far give
};

}  // namespace

std::string TransformerGraph(std::uint64_t nodes, std::uint64_t seed) {
  return Transformer(nodes, seed).Build();
}

std::string FlatGraph(std::uint64_t nodes, std::uint64_t seed) {
  constexpr std::array<std::string_view, 7> kOps = {"MatMul", "AddV2", "Relu",   "Mul",
                                                    "Conv2D", "Tanh",  "Softmax"};
  constexpr std::uint64_t kFarthest = 40;
  // Odd: so that numbers of neighbours differ by more than one, and none comes twice.
  constexpr std::uint64_t kStride = 7919;
  GraphNodes graph;
  Random random(seed);
  std::vector<std::string> names;
  for (std::uint64_t i = 0; i < nodes; ++i) {
    const std::string_view op = kOps[i % kOps.size()];
    names.push_back(fmt::format("{}_{:x}x", op, i * kStride));
    std::vector<std::string> inputs;
    if (i > 0) {
      const auto earlier = [&] { return names[i - 1 - random.Below(std::min(i, kFarthest))]; };
      inputs.push_back(earlier());
      if (random.Below(2) == 0) inputs.push_back(earlier());
    }
    graph.Add({.name = names.back(),
               .op = op,
               .inputs = std::move(inputs),
               .device = kCpu,
               .shape = DimsOf(TensorSize::kStream)});
  }
  return std::move(graph).Finish();
}

}  // namespace sightglass::bench
