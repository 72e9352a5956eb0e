#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "format/wire.h"

namespace sightglass::format {

// Numbers as in types.proto; a reference type (value + 100) reads as its plain one. Types of less
// than a byte (int4 and the like) are not read: no summary writer makes them.
enum class DataType : std::uint8_t {
  kInvalid = 0,
  kFloat = 1,
  kDouble = 2,
  kInt32 = 3,
  kUint8 = 4,
  kInt16 = 5,
  kInt8 = 6,
  kString = 7,
  kComplex64 = 8,
  kInt64 = 9,
  kBool = 10,
  kQint8 = 11,
  kQuint8 = 12,
  kQint32 = 13,
  kBfloat16 = 14,
  kQint16 = 15,
  kQuint16 = 16,
  kUint16 = 17,
  kComplex128 = 18,
  kHalf = 19,
  kResource = 20,
  kVariant = 21,
  kUint32 = 22,
  kUint64 = 23,
  kFloat8E5m2 = 24,
  kFloat8E4m3fn = 25,
  kFloat8E4m3fnuz = 26,
  kFloat8E4m3b11fnuz = 27,
  kFloat8E5m2fnuz = 28,
};

// "float32", "bfloat16", ...; "unknown" for a number that names no type.
std::string_view DataTypeName(std::uint32_t dtype);

// Bytes of one element in tensor_content; 0 for whatever holds no numbers.
std::size_t ElementBytes(std::uint32_t dtype);

// What a TensorProto says of itself, without its elements.
struct TensorHeader {
  std::uint32_t dtype =
      0;  // as written, reference types brought to plain ones; may be no DataType at all
  std::uint32_t rank = 0;
  std::array<std::int64_t, 8> dims{};  // the first eight
  std::optional<std::uint64_t>
      elements;         // the product of all dims; nullopt if one is negative or it exceeds 2^63
  base::Bytes content;  // tensor_content
  std::uint64_t string_count = 0;  // entries of string_val
  std::uint64_t typed_bytes = 0;   // bytes of all typed lists of numbers
};

// Refuses tensors nested (through variant_val) deeper than kMaxNesting allows, `depth` messages
// being around this one, and whatever is not protobuf in shapes, lists and nested tensors.
// Cost: proportional to the number of fields, not of bytes.
WireError ParseTensorHeader(base::Bytes tensor, TensorHeader& header, int depth = 3);

namespace tensor_detail {

// The number of a tensor as nearly every scalar has it: DT_FLOAT, the empty shape or none, and four
// bytes of tensor_content or packed float_val, in this order.
inline bool ReadPlainFloat(base::Bytes tensor, float& value) {
  if (tensor.size() != 10 && tensor.size() != 8) return false;
  const std::byte* at = tensor.data();
  if (base::LoadLittleEndian<std::uint16_t>(at) != 0x0108) return false;
  at += 2;
  if (tensor.size() == 10) {
    if (base::LoadLittleEndian<std::uint16_t>(at) != 0x0012) return false;
    at += 2;
  }
  const auto head = base::LoadLittleEndian<std::uint16_t>(at);
  if (head != 0x0422 && head != 0x042A) return false;
  value = base::LoadLittleEndian<float>(at + 2);
  return true;
}

std::optional<double> ReadAnySingleNumber(base::Bytes tensor);

}  // namespace tensor_detail

// The element of a numeric tensor that has exactly one, whatever its dtype and rank; nullopt for
// anything else, also for what is not protobuf. A tensor with neither content nor typed values
// holds no number, though TensorFlow would take it for a zero; nor does one that holds more values
// than its shape has room for. Complex numbers give their real part. Cost: a few nanoseconds for
// the forms that summary writers use.
inline std::optional<double> ReadSingleNumber(base::Bytes tensor) {
  float value = 0;
  if (tensor_detail::ReadPlainFloat(tensor, value)) [[likely]]
    return value;
  return tensor_detail::ReadAnySingleNumber(tensor);
}

struct TensorLimits {
  std::uint64_t max_elements = std::uint64_t{1} << 28;
  // Elements that are not in the file but come of repeating the last one: a few bytes can claim any
  // number of them.
  std::uint64_t max_repeated = std::uint64_t{1} << 22;
};

// All elements of a numeric tensor in row-major order, widened to double (complex: real parts). As
// in TensorFlow, a typed list shorter than the shape repeats its last element, and an empty one
// means zeros. kInvalidArgument: not protobuf, not numeric, or the counts do not fit; kOutOfRange:
// past a limit.
base::Result<std::vector<double>> DecodeNumbers(base::Bytes tensor,
                                                const TensorLimits& limits = {});

// The entries of string_val, in place; the last one (or an empty one where there is none) repeated
// up to the shape's element count. Errors as above.
base::Result<std::vector<base::Bytes>> DecodeStrings(base::Bytes tensor,
                                                     const TensorLimits& limits = {});

}  // namespace sightglass::format
