#include "writer/number_blocks.h"

#include <cstring>

#include "base/small_float.h"

namespace sightglass::writer {

namespace number_blocks_detail {
namespace {

template <class Stored, class To, class Convert>
void ReadAs(const Numbers& values, std::size_t begin, std::size_t size, To* to, Convert convert) {
  const auto* from = static_cast<const unsigned char*>(values.data()) + begin * sizeof(Stored);
  for (std::size_t i = 0; i < size; ++i, from += sizeof(Stored)) {
    Stored stored;
    std::memcpy(&stored, from, sizeof(Stored));
    to[i] = convert(stored);
  }
}

template <class Stored, class To>
void ReadAs(const Numbers& values, std::size_t begin, std::size_t size, To* to) {
  ReadAs<Stored>(values, begin, size, to, [](Stored stored) { return static_cast<To>(stored); });
}

}  // namespace

bool FitFloats(NumberType type) {
  switch (type) {
    case NumberType::kFloat64:
    case NumberType::kInt32:
    case NumberType::kInt64:
    case NumberType::kUint32:
    case NumberType::kUint64:
      return false;
    default:
      return true;
  }
}

bool IsInPlace(const Numbers& values) {
  const auto address = reinterpret_cast<std::uintptr_t>(values.data());
  if (values.type() == NumberType::kFloat32) return address % alignof(float) == 0;
  return values.type() == NumberType::kFloat64 && address % alignof(double) == 0;
}

void Read(const Numbers& values, std::size_t begin, std::size_t size, float* to) {
  switch (values.type()) {
    case NumberType::kInt8:
      return ReadAs<std::int8_t>(values, begin, size, to);
    case NumberType::kInt16:
      return ReadAs<std::int16_t>(values, begin, size, to);
    case NumberType::kUint8:
      return ReadAs<std::uint8_t>(values, begin, size, to);
    case NumberType::kUint16:
      return ReadAs<std::uint16_t>(values, begin, size, to);
    case NumberType::kBool:
      // As bytes: a bool that is neither 0 nor 1 must not be read as one.
      return ReadAs<std::uint8_t>(values, begin, size, to,
                                  [](std::uint8_t byte) { return byte != 0 ? 1.0F : 0.0F; });
    case NumberType::kFloat16:
      return ReadAs<std::uint16_t>(values, begin, size, to, &base::HalfToFloat);
    case NumberType::kBfloat16:
      return ReadAs<std::uint16_t>(values, begin, size, to, &base::Bfloat16ToFloat);
    default:
      return ReadAs<float>(values, begin, size, to);
  }
}

void Read(const Numbers& values, std::size_t begin, std::size_t size, double* to) {
  switch (values.type()) {
    case NumberType::kInt32:
      return ReadAs<std::int32_t>(values, begin, size, to);
    case NumberType::kInt64:
      return ReadAs<std::int64_t>(values, begin, size, to);
    case NumberType::kUint32:
      return ReadAs<std::uint32_t>(values, begin, size, to);
    case NumberType::kUint64:
      return ReadAs<std::uint64_t>(values, begin, size, to);
    default:
      return ReadAs<double>(values, begin, size, to);
  }
}

}  // namespace number_blocks_detail

}  // namespace sightglass::writer
