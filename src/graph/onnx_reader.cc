#include "graph/onnx_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/wire_writer.h"
#include "format/wire.h"
#include "graph/attributes.h"
#include "graph/onnx_tensor.h"

namespace sightglass::graph {
namespace {

using format::FieldTag;
using format::WireError;
using format::WireReader;
using format::WireType;

// Graphs in graphs: If in Loop in If.
constexpr int kMaxDepth = 16;
// Of names and descriptions of values; longer ones nobody has.
constexpr std::uint64_t kMaxPartBytes = std::uint64_t{1} << 20;

constexpr std::uint32_t MessageTag(std::uint32_t field) {
  return FieldTag(field, WireType::kBytes);
}

struct Range {
  std::uint64_t begin = 0;
  std::uint64_t bytes = 0;
};

// A node that is to be added once all names are known.
struct Node {
  std::string name{};
  std::string op{};
  std::vector<std::string> inputs{};
  std::vector<std::string> outputs{};
  std::string definition{};
  std::vector<std::pair<std::string, std::uint64_t>> skipped{};
  std::vector<OnnxShape> shapes{};  // of a tensor that is its own node
};

class OnnxReader {
 public:
  OnnxReader(MessageCursor& cursor, const GraphLimits& limits)
      : cursor_(cursor), limits_(limits), builder_(limits) {}

  base::Result<std::shared_ptr<const Graph>> Read();

 private:
  // Nodes of a graph or function, and where tensors come from.
  struct Part {
    std::vector<Node> nodes{};
    std::unordered_map<std::string, std::string> sources{};  // tensor -> "node:1"
    std::unordered_map<std::string, OnnxShape> shapes{};
    std::unordered_map<std::string, std::uint32_t> used{};  // names, with how often
  };

  template <class Take>
  void Walk(Range range, std::string_view what, Take take);
  std::string TextAt(Range range);
  void ReadGraph(Range range, const std::string& scope, int depth, Part& part);
  void ReadNode(Range range, const std::string& scope, int depth, Part& part);
  void ReadAttribute(Range range, Node& node, std::vector<std::pair<std::string, Range>>& graphs);
  void ReadFunction(Range range);
  void AddInitializer(OnnxTensor tensor, const std::string& scope, Part& part);
  void AddPort(const OnnxTensor& value, std::string_view side, const std::string& scope,
               Part& part);
  static std::string Unique(std::string name, Part& part);
  void AddNodes(const Part& part);

  MessageCursor& cursor_;
  const GraphLimits limits_;
  GraphBuilder builder_;
  bool damaged_ = false;
};

template <class Take>
void OnnxReader::Walk(Range range, std::string_view what, Take take) {
  cursor_.Seek(range.begin);
  const std::uint64_t end = range.begin + range.bytes;
  WireField field;
  WireError error = WireError::kOk;
  std::uint64_t at = cursor_.offset();
  while (NextField(cursor_, end, field, error)) {
    const bool has_bytes = (field.tag & 7) == static_cast<std::uint32_t>(WireType::kBytes);
    const std::uint64_t after = cursor_.offset() + (has_bytes ? field.value : 0);
    take(field, Range{.begin = cursor_.offset(), .bytes = has_bytes ? field.value : 0});
    cursor_.Seek(after);
    at = after;
  }
  if (error == WireError::kOk && cursor_.size() < end) error = WireError::kTruncated;
  if (error == WireError::kOk || damaged_) return;
  damaged_ = true;
  builder_.AddIssue(fmt::format("{} is cut short or damaged at byte {}: {}", what, at,
                                format::WireErrorText(error)));
}

std::string OnnxReader::TextAt(Range range) {
  cursor_.Seek(range.begin);
  return std::string(
      base::AsText(cursor_.Peek(static_cast<std::size_t>(std::min(range.bytes, kMaxPartBytes)))));
}

std::string OnnxReader::Unique(std::string name, Part& part) {
  // Exporters write paths with a slash in front.
  name.erase(0, std::min(name.find_first_not_of('/'), name.size()));
  if (name.empty()) name = "(no name)";
  std::uint32_t& count = part.used[name];
  ++count;
  return count == 1 ? name : fmt::format("{} ({})", name, count);
}

base::Result<std::shared_ptr<const Graph>> OnnxReader::Read() {
  std::vector<Range> graphs;
  std::vector<Range> functions;
  Walk({.begin = 0, .bytes = cursor_.size()}, "the model",
       [&](const WireField& field, Range range) {
         if (field.tag == MessageTag(7)) graphs.push_back(range);
         if (field.tag == MessageTag(25)) functions.push_back(range);
       });
  if (!cursor_.status().ok()) return cursor_.status().error();
  if (graphs.empty()) {
    // A model that is cut short ends in its graph, which holds nearly all of it.
    WireField field;
    WireError error = WireError::kOk;
    cursor_.Seek(0);
    while (NextField(cursor_, cursor_.size(), field, error)) {
      const bool has_bytes = (field.tag & 7) == static_cast<std::uint32_t>(WireType::kBytes);
      cursor_.Skip(has_bytes ? field.value : 0);
    }
    if (error != WireError::kTruncated || field.tag != MessageTag(7)) {
      return base::Error{base::ErrorCode::kInvalidArgument, "no ONNX model: it has no graph"};
    }
    graphs.push_back({.begin = cursor_.offset(), .bytes = cursor_.size() - cursor_.offset()});
  }
  Part part;
  for (const Range& graph : graphs) ReadGraph(graph, {}, 0, part);
  AddNodes(part);
  for (const Range& function : functions) ReadFunction(function);
  if (!cursor_.status().ok()) return cursor_.status().error();
  return builder_.Build();
}

void OnnxReader::ReadGraph(Range range, const std::string& scope, int depth, Part& part) {
  if (depth > kMaxDepth) {
    builder_.AddIssue(fmt::format("graphs in graphs deeper than {} are left out", kMaxDepth),
                      scope);
    return;
  }
  std::vector<Range> nodes;
  std::vector<OnnxTensor> inputs;
  std::vector<OnnxTensor> outputs;
  std::vector<OnnxTensor> initializers;
  Walk(range, "the graph", [&](const WireField& field, Range inside) {
    if (field.tag == MessageTag(1)) nodes.push_back(inside);
    if (field.tag == MessageTag(5)) initializers.push_back(ReadOnnxTensor(cursor_, inside.bytes));
    const bool is_value =
        field.tag == MessageTag(11) || field.tag == MessageTag(12) || field.tag == MessageTag(13);
    if (!is_value || inside.bytes > kMaxPartBytes) return;
    const OnnxTensor value =
        ReadOnnxValueInfo(cursor_.Peek(static_cast<std::size_t>(inside.bytes)));
    part.shapes[value.name] = value.shape;
    if (field.tag == MessageTag(11)) inputs.push_back(value);
    if (field.tag == MessageTag(12)) outputs.push_back(value);
  });
  for (OnnxTensor& tensor : initializers) AddInitializer(std::move(tensor), scope, part);
  for (const OnnxTensor& input : inputs) {
    // Models of old versions list initializers as inputs, too.
    if (!part.sources.contains(input.name)) AddPort(input, "input", scope, part);
  }
  for (const Range& node : nodes) ReadNode(node, scope, depth, part);
  for (const OnnxTensor& output : outputs) AddPort(output, "output", scope, part);
}

void OnnxReader::AddInitializer(OnnxTensor tensor, const std::string& scope, Part& part) {
  std::string path = tensor.name;
  std::ranges::replace(path, '.', '/');
  Node& node = part.nodes.emplace_back();
  node.name = Unique(scope + path, part);
  node.op = "Initializer";
  node.shapes.push_back(tensor.shape);
  part.sources.try_emplace(std::move(tensor.name), node.name);
}

void OnnxReader::AddPort(const OnnxTensor& value, std::string_view side, const std::string& scope,
                         Part& part) {
  Node& node = part.nodes.emplace_back();
  node.name = Unique(fmt::format("{}{}/{}", scope, side, value.name), part);
  node.shapes.push_back(value.shape);
  if (side == "input") {
    node.op = "Input";
    part.sources.try_emplace(value.name, node.name);
  } else {
    node.op = "Output";
    node.inputs.push_back(value.name);
  }
}

void OnnxReader::ReadNode(Range range, const std::string& scope, int depth, Part& part) {
  Node node;
  std::string domain;
  std::vector<Range> attributes;
  Walk(range, "a node", [&](const WireField& field, Range inside) {
    switch (field.tag) {
      case MessageTag(1):
        node.inputs.push_back(TextAt(inside));
        break;
      case MessageTag(2):
        node.outputs.push_back(TextAt(inside));
        break;
      case MessageTag(3):
        node.name = TextAt(inside);
        break;
      case MessageTag(4):
        node.op = TextAt(inside);
        break;
      case MessageTag(5):
        attributes.push_back(inside);
        break;
      case MessageTag(7):
        domain = TextAt(inside);
        break;
      default:
        break;
    }
  });
  std::vector<std::pair<std::string, Range>> graphs;
  for (const Range& attribute : attributes) ReadAttribute(attribute, node, graphs);
  if (!domain.empty() && domain != "ai.onnx") {
    AppendAttribute(node.definition, "domain", TextValue(domain));
  }
  std::string own = node.name;
  if (own.empty() && !node.outputs.empty()) own = node.outputs.front();
  if (own.empty()) own = node.op;
  own.erase(0, std::min(own.find_first_not_of('/'), own.size()));
  node.name = Unique(scope + own, part);
  for (std::size_t i = 0; i < node.outputs.size(); ++i) {
    part.sources.try_emplace(node.outputs[i],
                             i == 0 ? node.name : fmt::format("{}:{}", node.name, i));
  }
  const std::string below = node.name + "/";
  part.nodes.push_back(std::move(node));
  for (const auto& [name, graph] : graphs) {
    ReadGraph(graph, below + name + "/", depth + 1, part);
  }
}

void OnnxReader::ReadAttribute(Range range, Node& node,
                               std::vector<std::pair<std::string, Range>>& graphs) {
  std::string name;
  std::string value;
  std::string list;
  std::string tensor;
  Walk(range, "an attribute", [&](const WireField& field, Range inside) {
    switch (field.tag) {
      case MessageTag(1):
        name = TextAt(inside);
        break;
      case FieldTag(2, WireType::kFixed32): {
        // NextField has passed the four bytes.
        cursor_.Seek(cursor_.offset() - 4);
        WireReader number(cursor_.Peek(4));
        base::WireWriter writer(value);
        writer.Float(4, std::bit_cast<float>(number.Fixed32()));
        cursor_.Skip(4);
        break;
      }
      case FieldTag(3, WireType::kVarint):
        base::WireWriter(value).Varint(3, field.value);
        break;
      case MessageTag(4):
        if (inside.bytes <= limits_.max_attribute_bytes) {
          base::WireWriter(value).Message(2, TextAt(inside));
        }
        break;
      case MessageTag(5):
        tensor = [&] {
          const OnnxShape shape = ReadOnnxTensor(cursor_, inside.bytes).shape;
          return ShapeText({.dtype = shape.dtype, .known = shape.known, .dims = shape.dims});
        }();
        break;
      case MessageTag(6):
      case MessageTag(11):
        graphs.emplace_back(name, inside);
        break;
      case FieldTag(8, WireType::kVarint):
        base::WireWriter(list).Varint(3, field.value);
        break;
      case MessageTag(7):
      case MessageTag(8):
        // Packed floats and whole numbers, which a list of attributes packs in the same way.
        if (inside.bytes <= limits_.max_attribute_bytes) {
          base::WireWriter(list).Message(field.tag == MessageTag(7) ? 4 : 3, TextAt(inside));
        }
        break;
      case MessageTag(9):
        if (list.size() + inside.bytes <= limits_.max_attribute_bytes) {
          base::WireWriter(list).Message(2, TextAt(inside));
        }
        break;
      default:
        break;
    }
  });
  if (!list.empty()) base::WireWriter(value).Message(1, list);
  if (!tensor.empty()) value = TextValue(tensor);
  if (value.size() > limits_.max_attribute_bytes ||
      (value.empty() && range.bytes > limits_.max_attribute_bytes)) {
    node.skipped.emplace_back(name, range.bytes);
  } else if (!value.empty()) {
    AppendAttribute(node.definition, name, value);
  }
}

void OnnxReader::ReadFunction(Range range) {
  std::string name;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  std::vector<Range> nodes;
  Walk(range, "a function", [&](const WireField& field, Range inside) {
    if (field.tag == MessageTag(1)) name = TextAt(inside);
    if (field.tag == MessageTag(4)) inputs.push_back(TextAt(inside));
    if (field.tag == MessageTag(5)) outputs.push_back(TextAt(inside));
    if (field.tag == MessageTag(7)) nodes.push_back(inside);
  });
  Part part;
  for (const std::string& input : inputs) AddPort({.name = input}, "input", {}, part);
  for (const Range& node : nodes) ReadNode(node, {}, 0, part);
  for (const std::string& output : outputs) AddPort({.name = output}, "output", {}, part);
  builder_.BeginFunction(name);
  AddNodes(part);
  builder_.EndFunction();
}

void OnnxReader::AddNodes(const Part& part) {
  for (const Node& node : part.nodes) {
    std::vector<std::string_view> inputs;
    for (const std::string& input : node.inputs) {
      if (input.empty()) continue;  // an optional one that is not given
      const auto source = part.sources.find(input);
      inputs.push_back(source == part.sources.end() ? std::string_view(input)
                                                    : std::string_view(source->second));
    }
    std::vector<Shape> shapes;
    const auto add_shape = [&shapes](const OnnxShape& shape) {
      shapes.push_back({.dtype = shape.dtype, .known = shape.known, .dims = shape.dims});
    };
    for (const OnnxShape& shape : node.shapes) add_shape(shape);
    for (const std::string& output : node.outputs) {
      const auto known = part.shapes.find(output);
      if (known == part.shapes.end()) {
        shapes.emplace_back();
      } else {
        add_shape(known->second);
      }
    }
    std::vector<SkippedAttribute> skipped;
    for (const auto& [key, bytes] : node.skipped) skipped.push_back({.key = key, .bytes = bytes});
    builder_.AddNode({.name = node.name,
                      .op = node.op,
                      .inputs = inputs,
                      .outputs = shapes,
                      .definition = base::AsBytes(node.definition),
                      .skipped = skipped});
  }
}

}  // namespace

base::Result<std::shared_ptr<const Graph>> ReadOnnxModel(MessageCursor& cursor,
                                                         const GraphLimits& limits) {
  return OnnxReader(cursor, limits).Read();
}

}  // namespace sightglass::graph
