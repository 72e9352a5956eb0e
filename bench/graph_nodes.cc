#include "bench/graph_nodes.h"

#include <utility>

#include "bench/log_file.h"
#include "format/encode.h"

namespace sightglass::bench {
namespace {

using format::WireWriter;

constexpr std::uint64_t kGraphProducer = 1087;  // TensorFlow 2.10
constexpr auto kFloat = static_cast<std::uint64_t>(format::DataType::kFloat);

// Field numbers of AttrValue.
constexpr std::uint32_t kList = 1;
constexpr std::uint32_t kInteger = 3;
constexpr std::uint32_t kType = 6;
constexpr std::uint32_t kShape = 7;
constexpr std::uint32_t kTensor = 8;

std::string EncodeShape(Dims dims) {
  std::string shape;
  for (const std::int64_t size : dims) {
    std::string dim;
    WireWriter(dim).Varint(1, static_cast<std::uint64_t>(size));
    WireWriter(shape).Message(2, dim);
  }
  return shape;
}

class Attributes {
 public:
  explicit Attributes(WireWriter& node) : node_(node) {}

  void Message(std::string_view key, std::uint32_t field, std::string_view bytes) {
    std::string value;
    WireWriter(value).Message(field, bytes);
    Append(key, value);
  }
  void Number(std::string_view key, std::uint32_t field, std::uint64_t number) {
    std::string value;
    WireWriter(value).Varint(field, number);
    Append(key, value);
  }

 private:
  void Append(std::string_view key, std::string_view value) {
    std::string entry;
    WireWriter writer(entry);
    writer.Message(1, key);
    writer.Message(2, value);
    node_.Message(5, entry);
  }

  WireWriter& node_;
};

// Every value is written, as it is for constants that are not all the same.
std::string EncodeConstant(Dims dims, std::uint64_t seed) {
  std::size_t count = 1;
  for (const std::int64_t size : dims) count *= static_cast<std::size_t>(size);
  Random random(seed);
  std::vector<float> values(count);
  for (float& value : values) value = static_cast<float>(random.Signed());
  return format::EncodeTensorContent(
      format::DataType::kFloat, dims,
      {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)});
}

}  // namespace

void GraphNodes::Add(const GraphNode& node) {
  std::string message;
  WireWriter writer(message);
  writer.Message(1, node.name);
  writer.Message(2, node.op);
  for (const std::string& input : node.inputs) writer.Message(3, input);
  if (!node.device.empty()) writer.Message(4, node.device);
  Attributes attributes(writer);
  if (node.op == "Const") {
    attributes.Number("dtype", kType, kFloat);
    attributes.Message("value", kTensor, EncodeConstant(node.shape, node.seed));
  } else if (node.op == "VariableV2" || node.op == "Placeholder") {
    attributes.Number("dtype", kType, kFloat);
    attributes.Message("shape", kShape, EncodeShape(node.shape));
  } else if (node.op == "RandomUniform") {
    attributes.Number("dtype", kType, kFloat);
    attributes.Number("seed2", kInteger, node.seed);
  } else if (node.op != "NoOp") {
    attributes.Number("T", kType, kFloat);
  }
  if (node.op != "NoOp") {
    std::string list;
    WireWriter(list).Message(kShape, EncodeShape(node.shape));
    attributes.Message("_output_shapes", kList, list);
  }
  WireWriter(bytes_).Message(1, message);
  ++size_;
}

std::string GraphNodes::Finish() && {
  std::string versions;
  WireWriter(versions).Varint(1, kGraphProducer);
  WireWriter(bytes_).Message(4, versions);
  return std::move(bytes_);
}

}  // namespace sightglass::bench
