#include "graph/onnx_tensor.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "format/tensor.h"
#include "format/wire.h"

namespace sightglass::graph {
namespace {

using format::DataType;
using format::FieldTag;
using format::WireError;
using format::WireReader;
using format::WireType;

// A tensor has few dimensions, and its name is short.
constexpr std::uint64_t kMaxPartBytes = 4096;

// ONNX numbers its types otherwise.
std::uint32_t TypeOfOnnx(std::uint64_t type) {
  static constexpr std::array kTypes = {
      DataType::kInvalid,        DataType::kFloat,      DataType::kUint8,
      DataType::kInt8,           DataType::kUint16,     DataType::kInt16,
      DataType::kInt32,          DataType::kInt64,      DataType::kString,
      DataType::kBool,           DataType::kHalf,       DataType::kDouble,
      DataType::kUint32,         DataType::kUint64,     DataType::kComplex64,
      DataType::kComplex128,     DataType::kBfloat16,   DataType::kFloat8E4m3fn,
      DataType::kFloat8E4m3fnuz, DataType::kFloat8E5m2, DataType::kFloat8E5m2fnuz};
  return type < kTypes.size() ? static_cast<std::uint32_t>(kTypes[type]) : 0;
}

// TensorShapeProto of ONNX: dimensions with a number, or with a name.
void ReadDims(base::Bytes message, OnnxShape& shape) {
  shape.known = true;
  WireReader reader(message);
  while (reader.Next()) {
    if (reader.tag() != FieldTag(1, WireType::kBytes)) {
      reader.Skip();
      continue;
    }
    std::int64_t size = -1;
    WireReader dim(reader.Bytes());
    while (dim.Next()) {
      if (dim.tag() == FieldTag(1, WireType::kVarint)) {
        size = std::max<std::int64_t>(static_cast<std::int64_t>(dim.Varint()), -1);
      } else {
        dim.Skip();
      }
    }
    shape.dims.push_back(size);
  }
}

void ReadTensorType(base::Bytes message, OnnxShape& shape) {
  WireReader reader(message);
  while (reader.Next()) {
    if (reader.tag() == FieldTag(1, WireType::kVarint)) {
      shape.dtype = TypeOfOnnx(reader.Varint());
    } else if (reader.tag() == FieldTag(2, WireType::kBytes)) {
      ReadDims(reader.Bytes(), shape);
    } else {
      reader.Skip();
    }
  }
}

}  // namespace

OnnxTensor ReadOnnxTensor(MessageCursor& cursor, std::uint64_t bytes) {
  OnnxTensor tensor;
  tensor.shape.known = true;
  const std::uint64_t end = cursor.offset() + bytes;
  WireField field;
  WireError error = WireError::kOk;
  while (NextField(cursor, end, field, error)) {
    if (field.tag == FieldTag(1, WireType::kVarint)) {
      tensor.shape.dims.push_back(static_cast<std::int64_t>(field.value));
    } else if (field.tag == FieldTag(2, WireType::kVarint)) {
      tensor.shape.dtype = TypeOfOnnx(field.value);
    }
    if ((field.tag & 7) != static_cast<std::uint32_t>(WireType::kBytes)) continue;
    const std::uint64_t after = cursor.offset() + field.value;
    if (field.value <= kMaxPartBytes) {
      const base::Bytes part = cursor.Peek(static_cast<std::size_t>(field.value));
      if (field.tag == FieldTag(8, WireType::kBytes)) tensor.name = base::AsText(part);
      if (field.tag == FieldTag(1, WireType::kBytes)) {
        WireReader packed(part);
        while (!packed.AtEnd()) {
          tensor.shape.dims.push_back(static_cast<std::int64_t>(packed.Varint()));
        }
      }
    }
    cursor.Seek(after);
  }
  cursor.Seek(end);
  return tensor;
}

OnnxTensor ReadOnnxValueInfo(base::Bytes message) {
  OnnxTensor value;
  WireReader reader(message);
  while (reader.Next()) {
    if (reader.tag() == FieldTag(1, WireType::kBytes)) {
      value.name = base::AsText(reader.Bytes());
    } else if (reader.tag() == FieldTag(2, WireType::kBytes)) {
      WireReader type(reader.Bytes());
      while (type.Next()) {
        if (type.tag() == FieldTag(1, WireType::kBytes)) {
          ReadTensorType(type.Bytes(), value.shape);
        } else {
          type.Skip();
        }
      }
    } else {
      reader.Skip();
    }
  }
  return value;
}

}  // namespace sightglass::graph
