#include "sightglass/graph_builder.h"

#include <algorithm>
#include <utility>

#include "base/wire_writer.h"
#include "writer/guarded_call.h"
#include "writer/text_pieces.h"
#include "writer/utf8_check.h"

namespace sightglass {
namespace {

using base::WireWriter;
using writer::CheckUtf8;
using writer::Invalid;
using writer::JoinPieces;

// The version that torch's graphs have, too.
constexpr std::uint64_t kGraphProducer = 22;

Status CheckName(std::string_view what, std::string_view name) {
  if (name.empty()) return Invalid({"an empty ", what});
  if (Status status = CheckUtf8(what, name); !status.ok()) return status;
  const bool bad_character = std::ranges::any_of(name, [](char c) {
    return c == ':' || c == '^' || static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
  });
  if (bad_character || name.front() == '/' || name.back() == '/' ||
      name.find("//") != std::string_view::npos) {
    return Invalid({what, " \"", name, "\" cannot be in a graph"});
  }
  return {};
}

// An input as it is written ("^a/b", "a/b:1"), and the name of its node.
struct Input {
  std::string text;
  std::string node;
  bool control = false;
};

Status ReadInput(std::string_view input, std::string_view scope, Input& out) {
  const std::string_view given = input;
  out.control = input.starts_with('^');
  if (out.control) input.remove_prefix(1);
  std::string_view output;
  const std::size_t colon = input.find(':');
  if (colon != std::string_view::npos) {
    output = input.substr(colon + 1);
    input = input.substr(0, colon);
    const bool number = !output.empty() && output.size() <= 9 &&
                        std::ranges::all_of(output, [](char c) { return c >= '0' && c <= '9'; });
    if (!number || out.control) {
      return Invalid({"input \"", given, "\" does not name an output"});
    }
  }
  const bool from_root = input.starts_with('/');
  if (from_root) input.remove_prefix(1);
  if (Status status = CheckName("input", input); !status.ok()) return status;
  out.node = JoinPieces({from_root ? std::string_view() : scope, input});
  out.text = JoinPieces({out.control ? "^" : "", out.node});
  // Output 0 is meant where none is named.
  if (output.find_first_not_of('0') != std::string_view::npos) {
    out.text += ':';
    out.text += output;
  }
  return {};
}

void AppendAttribute(std::string_view name, std::string_view value, WireWriter& node) {
  std::string entry;
  WireWriter writer(entry);
  writer.Message(1, name);
  writer.Message(2, value);
  node.Message(5, entry);
}

std::string EncodeAttribute(const GraphBuilder::Attribute& attribute) {
  std::string value;
  WireWriter writer(value);
  if (!attribute.text.empty() || (attribute.integers.empty() && attribute.numbers.empty())) {
    writer.Message(2, attribute.text);
  } else if (attribute.integers.size() == 1) {
    writer.Varint(3, static_cast<std::uint64_t>(attribute.integers.front()));
  } else if (!attribute.integers.empty()) {
    const std::vector<std::uint64_t> integers(attribute.integers.begin(), attribute.integers.end());
    std::string list;
    WireWriter(list).PackedVarints(3, integers);
    writer.Message(1, list);
  } else if (attribute.numbers.size() == 1) {
    writer.Float(4, static_cast<float>(attribute.numbers.front()));
  } else {
    std::vector<float> numbers;
    for (const double number : attribute.numbers) numbers.push_back(static_cast<float>(number));
    std::string list;
    WireWriter(list).PackedFloats(4, numbers);
    writer.Message(1, list);
  }
  return value;
}

Status EncodeShapes(const std::vector<std::vector<std::int64_t>>& shapes, std::string& value) {
  std::string list;
  for (const std::vector<std::int64_t>& dims : shapes) {
    std::string shape;
    for (const std::int64_t size : dims) {
      if (size < -1) return Invalid({"a dimension of ", size, ", at least -1"});
      std::string dim;
      if (size != 0) WireWriter(dim).Varint(1, static_cast<std::uint64_t>(size));
      WireWriter(shape).Message(2, dim);
    }
    WireWriter(list).Message(7, shape);
  }
  WireWriter(value).Message(1, list);
  return {};
}

Status EncodeNode(const GraphBuilder::Node& node, std::string_view name,
                  const std::vector<Input>& inputs, std::string& out) {
  WireWriter writer(out);
  writer.Message(1, name);
  writer.Message(2, node.op);
  for (const bool control : {false, true}) {
    for (const Input& input : inputs) {
      if (input.control == control) writer.Message(3, input.text);
    }
  }
  if (!node.device.empty()) writer.Message(4, node.device);
  for (const GraphBuilder::Attribute& attribute : node.attributes) {
    if (Status status = CheckUtf8("attribute name", attribute.name); !status.ok()) return status;
    AppendAttribute(attribute.name, EncodeAttribute(attribute), writer);
  }
  if (!node.output_shapes.empty()) {
    std::string shapes;
    if (Status status = EncodeShapes(node.output_shapes, shapes); !status.ok()) return status;
    AppendAttribute("_output_shapes", shapes, writer);
  }
  return {};
}

}  // namespace

GraphBuilder::ScopeGuard::ScopeGuard(GraphBuilder& builder, std::size_t outer_size)
    : builder_(builder), outer_size_(outer_size) {}

GraphBuilder::ScopeGuard::~ScopeGuard() { builder_.scope_.resize(outer_size_); }

GraphBuilder::ScopeGuard GraphBuilder::Scope(std::string_view name) {
  const std::size_t outer_size = scope_.size();
  scope_ += name;
  scope_ += '/';
  return {*this, outer_size};
}

Status GraphBuilder::Add(const Node& node) {
  return writer::Guarded([&]() -> Status {
    if (node.name.empty()) return Invalid({"an empty node name"});
    std::string name = JoinPieces({scope_, node.name});
    if (Status status = CheckName("node name", name); !status.ok()) return status;
    if (names_.contains(name)) return Invalid({"node \"", name, "\" exists"});
    if (node.op.empty()) return Invalid({"node \"", name, "\" without an op"});
    if (Status status = CheckUtf8("op", node.op); !status.ok()) return status;
    if (Status status = CheckUtf8("device", node.device); !status.ok()) return status;
    std::vector<Input> inputs(node.inputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (Status status = ReadInput(node.inputs[i], scope_, inputs[i]); !status.ok()) {
        return status;
      }
    }
    std::string message;
    if (Status status = EncodeNode(node, name, inputs, message); !status.ok()) return status;
    WireWriter(nodes_).Message(1, message);
    for (Input& input : inputs) inputs_.push_back(std::move(input.node));
    names_.insert(std::move(name));
    return {};
  });
}

Status GraphBuilder::Build(std::string& graph_def) const {
  return writer::Guarded([&]() -> Status {
    for (const std::string& input : inputs_) {
      if (!names_.contains(input)) return Invalid({"no node is named \"", input, "\""});
    }
    std::string versions;
    WireWriter(versions).Varint(1, kGraphProducer);
    graph_def = nodes_;
    WireWriter(graph_def).Message(4, versions);
    return {};
  });
}

}  // namespace sightglass
