#include "writer/number_reader.h"

#include <cstdint>

#include "writer/number_blocks.h"
#include "writer/text_pieces.h"

namespace sightglass::writer {
std::size_t NumberBytes(NumberType type) {
  switch (type) {
    case NumberType::kInt8:
    case NumberType::kUint8:
    case NumberType::kBool:
      return 1;
    case NumberType::kInt16:
    case NumberType::kUint16:
    case NumberType::kFloat16:
    case NumberType::kBfloat16:
      return 2;
    case NumberType::kFloat32:
    case NumberType::kInt32:
    case NumberType::kUint32:
      return 4;
    case NumberType::kFloat64:
    case NumberType::kInt64:
    case NumberType::kUint64:
      return 8;
  }
  return 0;
}

Status CheckNumbers(std::string_view what, const Numbers& numbers) {
  const std::size_t bytes = NumberBytes(numbers.type());
  if (bytes == 0) {
    return Invalid(
        {what, ": no number type has the value ", static_cast<unsigned>(numbers.type())});
  }
  if (numbers.data() == nullptr && numbers.size() != 0) {
    return Invalid({what, ": a null pointer for ", numbers.size(), " numbers"});
  }
  if (numbers.size() > PTRDIFF_MAX / bytes) {
    return Invalid({what, ": no memory holds ", numbers.size(), " numbers"});
  }
  return {};
}

std::vector<double> ReadDoubles(const Numbers& numbers) {
  std::vector<double> out;
  out.reserve(numbers.size());
  ForEachBlock(numbers, [&out](const auto* values, std::size_t size) {
    out.insert(out.end(), values, values + size);
  });
  return out;
}

}  // namespace sightglass::writer
