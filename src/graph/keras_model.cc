#include "graph/keras_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/wire_writer.h"
#include "format/tensor.h"
#include "graph/attributes.h"
#include "kind/json_reader.h"

namespace sightglass::graph {
namespace {

using kind::JsonValue;

constexpr std::size_t kMaxItems = 10'000'000;

std::optional<JsonValue> Get(const JsonValue& object, std::string_view name) {
  if (!object.IsObject()) return std::nullopt;
  auto member = object.Member(name);
  return member.ok() ? std::move(member).value() : std::nullopt;
}

std::string Text(const JsonValue& object, std::string_view name) {
  const auto member = Get(object, name);
  if (!member || !member->IsString()) return {};
  return std::string(*member->AsString());
}

std::vector<JsonValue> Items(const JsonValue& value) {
  if (!value.IsArray()) return {};
  auto items = value.AsArray(kMaxItems);
  return items.ok() ? std::move(items).value() : std::vector<JsonValue>();
}

std::vector<JsonValue> Items(const JsonValue& object, std::string_view name) {
  const auto member = Get(object, name);
  return member ? Items(*member) : std::vector<JsonValue>();
}

// What a layer takes: an output of another layer of the same model, or of a model.
struct Inbound {
  std::string layer;
  std::size_t tensor = 0;
};

// ["layer", node, tensor, ...].
std::optional<Inbound> ReadReference(const JsonValue& list) {
  const std::vector<JsonValue> items = Items(list);
  if (items.size() < 3 || !items[0].IsString()) return std::nullopt;
  const auto tensor = items[2].AsUInt();
  if (!items[1].AsUInt().ok() || !tensor.ok()) return std::nullopt;
  return Inbound{.layer = std::string(*items[0].AsString()),
                 .tensor = static_cast<std::size_t>(*tensor)};
}

std::uint32_t TypeNamed(std::string_view name) {
  constexpr std::pair<std::string_view, format::DataType> kOthers[] = {
      {"float", format::DataType::kFloat},
      {"double", format::DataType::kDouble},
      {"half", format::DataType::kHalf},
  };
  for (const auto& [other, type] : kOthers) {
    if (name == other) return static_cast<std::uint32_t>(type);
  }
  for (std::uint32_t type = 1;
       type <= static_cast<std::uint32_t>(format::DataType::kFloat8E5m2fnuz); ++type) {
    if (format::DataTypeName(type) == name) return type;
  }
  return 0;
}

// "float32", or a policy that has it for its name.
std::uint32_t TypeOf(const JsonValue& config) {
  const auto dtype = Get(config, "dtype");
  if (!dtype) return 0;
  if (dtype->IsString()) return TypeNamed(*dtype->AsString());
  const auto policy = Get(*dtype, "config");
  return policy ? TypeNamed(Text(*policy, "name")) : 0;
}

KerasLayer::Output ReadShape(const JsonValue& shape, std::uint32_t dtype) {
  KerasLayer::Output output{.known = true, .dtype = dtype};
  for (const JsonValue& dim : Items(shape)) {
    const auto size = dim.AsInt();
    output.dims.push_back(size.ok() && *size >= 0 ? *size : -1);
  }
  return output;
}

std::string Scoped(std::string_view scope, std::string_view name) {
  return scope.empty() ? std::string(name) : fmt::format("{}/{}", scope, name);
}

// Layers in the order in which they stand, models before what is in them.
class ModelWalk {
 public:
  explicit ModelWalk(const KerasOptions& options) : options_(options) {}

  void Visit(const std::string& scope, const JsonValue& layer);
  std::vector<KerasLayer> Take();

 private:
  void VisitModel(const std::string& scope, const JsonValue& model, const JsonValue& config);
  void VisitLayer(const std::string& scope, const JsonValue& layer, const JsonValue& config);
  std::vector<Inbound> InboundOf(const std::string& scope, const JsonValue& layer);
  void TakeTensor(const std::string& scope, const JsonValue& tensor, std::vector<Inbound>& inbound);
  void TakeList(const JsonValue& list, std::vector<Inbound>& inbound) const;
  // TensorBoard knows one feeder of an input, the last that it hears of.
  void Feed(const std::string& input, std::string feeder) {
    if (options_.as_tensorboard) fed_by_.erase(input);
    fed_by_.emplace(input, std::move(feeder));
  }
  // The layer that an output of a layer or model comes from.
  [[nodiscard]] std::string Source(const std::string& scope, const Inbound& inbound) const;
  // The same for what a model takes.
  [[nodiscard]] std::string Feeder(const std::string& scope, const Inbound& inbound) const {
    return options_.as_tensorboard ? Scoped(scope, inbound.layer) : Source(scope, inbound);
  }

  const KerasOptions options_;
  std::vector<KerasLayer> layers_;
  std::string before_;  // the layer that came last, which the next one of a Sequential takes
  std::multimap<std::string, std::string> fed_by_;  // input layer of a model -> layer
  std::map<std::string, std::vector<std::string>, std::less<>> model_outputs_;
  std::map<std::pair<std::string, std::size_t>, KerasLayer::Output> tensors_;
};

void ModelWalk::Visit(const std::string& scope, const JsonValue& layer) {
  const auto config = Get(layer, "config");
  if (!config || !config->IsObject()) return;
  if (Get(*config, "layers")) {
    VisitModel(scope, layer, *config);
  } else {
    VisitLayer(scope, layer, *config);
  }
}

// A list of references may also be just one.
std::vector<Inbound> References(const JsonValue& config, std::string_view name) {
  std::vector<Inbound> references;
  const auto list = Get(config, name);
  if (!list) return references;
  if (auto only = ReadReference(*list)) return {std::move(*only)};
  for (const JsonValue& item : Items(*list)) {
    if (auto reference = ReadReference(item)) references.push_back(std::move(*reference));
  }
  return references;
}

void ModelWalk::VisitModel(const std::string& scope, const JsonValue& model,
                           const JsonValue& config) {
  const std::string name = Scoped(scope, Text(config, "name"));
  const std::vector<JsonValue> layers = Items(config, "layers");
  const std::vector<Inbound> inputs = References(config, "input_layers");
  const std::vector<Inbound> outputs = References(config, "output_layers");
  const std::vector<Inbound> inbound = InboundOf(scope, model);
  const bool is_functional = !inputs.empty() && !outputs.empty();
  if (!inbound.empty() && is_functional) {
    // A model that is used several times takes its inputs anew each time.
    const std::size_t count =
        options_.as_tensorboard ? std::min(inputs.size(), inbound.size()) : inbound.size();
    for (std::size_t i = 0; i < count; ++i) {
      Feed(Scoped(name, inputs[i % inputs.size()].layer), Feeder(scope, inbound[i]));
    }
  } else if (!inbound.empty()) {
    before_ = Feeder(scope, inbound.front());
    const auto first = layers.empty() ? std::nullopt : Get(layers.front(), "config");
    for (std::size_t i = 1; first && !options_.as_tensorboard && i < inbound.size(); ++i) {
      Feed(Scoped(name, Text(*first, "name")), Feeder(scope, inbound[i]));
    }
  } else if (!before_.empty() && is_functional) {
    Feed(Scoped(name, inputs.front().layer), before_);
  }
  std::vector<std::string>& given = model_outputs_[name];
  if (is_functional) {
    for (const Inbound& output : outputs) given.push_back(Scoped(name, output.layer));
  } else if (!layers.empty()) {
    const auto last = Get(layers.back(), "config");
    given.push_back(Scoped(name, last ? Text(*last, "name") : std::string()));
  }
  for (const JsonValue& layer : layers) Visit(name, layer);
}

void ModelWalk::VisitLayer(const std::string& scope, const JsonValue& layer,
                           const JsonValue& config) {
  KerasLayer read;
  read.name = Scoped(scope, Text(config, "name"));
  read.class_name = Text(layer, "class_name");
  read.dtype = TypeOf(config);
  if (Get(layer, "inbound_nodes")) {
    for (const Inbound& inbound : InboundOf(scope, layer)) {
      read.inputs.push_back(Source(scope, inbound));
    }
  } else if (!before_.empty()) {
    read.inputs.push_back(before_);
  }
  const auto [feeds, feeds_end] = fed_by_.equal_range(read.name);
  for (auto feed = feeds; feed != feeds_end; ++feed) read.inputs.push_back(feed->second);
  for (const std::string_view key : {"batch_shape", "batch_input_shape"}) {
    const auto shape = Get(config, key);
    if (shape && shape->IsArray()) {
      tensors_.try_emplace({read.name, 0}, ReadShape(*shape, read.dtype));
    }
  }
  before_ = read.name;
  layers_.push_back(std::move(read));
}

std::vector<Inbound> ModelWalk::InboundOf(const std::string& scope, const JsonValue& layer) {
  std::vector<Inbound> inbound;
  for (const JsonValue& node : Items(layer, "inbound_nodes")) {
    if (node.IsArray()) {
      if (!options_.as_tensorboard) TakeList(node, inbound);
      continue;
    }
    for (const JsonValue& argument : Items(node, "args")) {
      if (!argument.IsArray()) {
        TakeTensor(scope, argument, inbound);
        continue;
      }
      for (const JsonValue& item : Items(argument)) TakeTensor(scope, item, inbound);
    }
  }
  return inbound;
}

void ModelWalk::TakeTensor(const std::string& scope, const JsonValue& tensor,
                           std::vector<Inbound>& inbound) {
  const auto config = Get(tensor, "config");
  const auto history = config ? Get(*config, "keras_history") : std::nullopt;
  auto reference = history ? ReadReference(*history) : std::nullopt;
  if (!reference) return;
  const auto shape = Get(*config, "shape");
  if (shape && shape->IsArray()) {
    tensors_.try_emplace({Source(scope, *reference), reference->tensor},
                         ReadShape(*shape, TypeNamed(Text(*config, "dtype"))));
  }
  inbound.push_back(std::move(*reference));
}

// Lists of ["layer", node, tensor, {...}], in as many lists as it pleases.
void ModelWalk::TakeList(const JsonValue& list, std::vector<Inbound>& inbound) const {
  if (auto reference = ReadReference(list)) {
    inbound.push_back(std::move(*reference));
    return;
  }
  for (const JsonValue& item : Items(list)) TakeList(item, inbound);
}

std::string ModelWalk::Source(const std::string& scope, const Inbound& inbound) const {
  std::string name = Scoped(scope, inbound.layer);
  const auto model = model_outputs_.find(name);
  if (model == model_outputs_.end() || model->second.empty()) return name;
  return model->second[std::min(inbound.tensor, model->second.size() - 1)];
}

std::vector<KerasLayer> ModelWalk::Take() {
  constexpr std::size_t kMostOutputs = 1'000;
  for (KerasLayer& layer : layers_) {
    auto at = tensors_.lower_bound({layer.name, 0});
    for (; at != tensors_.end() && at->first.first == layer.name; ++at) {
      if (at->first.second >= kMostOutputs) break;
      layer.outputs.resize(at->first.second + 1);
      layer.outputs.back() = at->second;
    }
  }
  return std::move(layers_);
}

}  // namespace

base::Result<std::vector<KerasLayer>> ReadKerasModel(std::string_view json,
                                                     const KerasOptions& options) {
  // A model in a model is three levels deeper, and its layers' settings are some more.
  ASSIGN_OR_RETURN(const kind::JsonDocument document,
                   kind::JsonDocument::Parse(json, {.max_depth = kind::JsonOptions::kMostDepth,
                                                    .name = "no Keras model"}));
  const JsonValue root = document.root();
  if (!Get(root, "config") || !Get(root, "class_name")) {
    return base::Error{base::ErrorCode::kInvalidArgument,
                       "no Keras model: it has no class_name and config"};
  }
  ModelWalk walk(options);
  walk.Visit({}, root);
  return walk.Take();
}

std::string KerasGraphDef(const std::vector<KerasLayer>& layers) {
  std::string graph;
  for (const KerasLayer& layer : layers) {
    std::string node;
    base::WireWriter writer(node);
    writer.Message(1, layer.name);
    for (const std::string& input : layer.inputs) writer.Message(3, input);
    if (!layer.class_name.empty()) {
      AppendAttribute(node, "keras_class", TextValue(layer.class_name));
    }
    if (layer.dtype != 0) AppendAttribute(node, "dtype", TypeValue(layer.dtype));
    base::WireWriter(graph).Message(1, node);
  }
  return graph;
}

std::shared_ptr<const Graph> MakeKerasGraph(const std::vector<KerasLayer>& layers,
                                            const GraphLimits& limits) {
  GraphBuilder builder(limits);
  builder.Reserve(layers.size());
  for (const KerasLayer& layer : layers) {
    const std::vector<std::string_view> inputs(layer.inputs.begin(), layer.inputs.end());
    std::vector<Shape> outputs;
    for (const KerasLayer::Output& output : layer.outputs) {
      outputs.push_back({.dtype = output.dtype, .known = output.known, .dims = output.dims});
    }
    std::string definition;
    if (layer.dtype != 0) AppendAttribute(definition, "dtype", TypeValue(layer.dtype));
    builder.AddNode({.name = layer.name,
                     .op = layer.class_name,
                     .inputs = inputs,
                     .outputs = outputs,
                     .definition = base::AsBytes(definition)});
  }
  return builder.Build();
}

}  // namespace sightglass::graph
