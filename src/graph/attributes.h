#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "graph/graph.h"

namespace sightglass::graph {

// Which member of an AttrValue is set. Numbers as in attr_value.proto.
enum class AttributeSort : std::uint8_t {
  kNone = 0,
  kList = 1,
  kText = 2,
  kInt = 3,
  kFloat = 4,
  kBool = 5,
  kType = 6,
  kShape = 7,
  kTensor = 8,
  kPlaceholder = 9,
  kFunction = 10,
};

// One attribute, in place.
struct Attribute {
  std::string_view key{};
  base::Bytes value{};  // an AttrValue
};

// The attributes of Graph::definition(), sorted by key. Those that became something else are not
// among them: "_output_shapes" is Graph::outputs(), large ones are Graph::skipped().
std::vector<Attribute> ReadAttributes(base::Bytes definition);

AttributeSort SortOf(base::Bytes value);

// A value as one line that a person reads: "float32", "[1,2]", "true", "\"text\"", "f(T=float32)",
// "float32[2,3] = ...". At most about `max_bytes`; the rest becomes "...".
std::string AttributeText(base::Bytes value, std::size_t max_bytes = 1024);

// A shape as one line: "float32[2,?]", "[?]" of unknown rank "?".
std::string ShapeText(const Shape& shape);

// The functions that attributes name, as those of PartitionedCall, While and If do.
std::vector<std::string_view> CalledFunctions(base::Bytes definition);

// A value of one sort, to be put into a definition: see AppendAttribute.
std::string TextValue(std::string_view text);
std::string IntValue(std::int64_t number);
std::string FloatValue(float number);
std::string TypeValue(std::uint32_t dtype);
// Appends an attribute to a definition that is being made.
void AppendAttribute(std::string& definition, std::string_view key, std::string_view value);

// What a TensorShapeProto says. `dims` is where the shape's own will lie.
Shape ReadShape(base::Bytes message, std::vector<std::int64_t>& dims);

}  // namespace sightglass::graph
