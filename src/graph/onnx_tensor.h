#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "graph/message_cursor.h"

namespace sightglass::graph {

// Type and shape of an ONNX tensor or value.
struct OnnxShape {
  std::uint32_t dtype = 0;  // of format::DataType
  bool known = false;
  std::vector<std::int64_t> dims{};
};

// A TensorProto without its elements.
struct OnnxTensor {
  std::string name{};
  OnnxShape shape{};
};

// The tensor of `bytes` bytes at the cursor, which is left behind it.
OnnxTensor ReadOnnxTensor(MessageCursor& cursor, std::uint64_t bytes);

// A ValueInfoProto: a name with its type.
OnnxTensor ReadOnnxValueInfo(base::Bytes message);

}  // namespace sightglass::graph
