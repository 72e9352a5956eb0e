// Any bytes as a TensorProto: the ways to read it agree with one another.

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/check.h"
#include "format/encode.h"
#include "format/tensor.h"

namespace sightglass::format {
namespace {

// Small, so that the fuzzer spends its time on bytes and not on filling memory.
constexpr TensorLimits kLimits{.max_elements = 1 << 16, .max_repeated = 1 << 10};

bool IsSame(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

void CheckNumbers(const TensorHeader& header, const std::vector<double>& numbers) {
  CHECK(numbers.size() == header.elements);
  // As float64 content the same numbers come back.
  const std::int64_t dims[] = {static_cast<std::int64_t>(numbers.size())};
  const std::string again =
      EncodeTensorContent(DataType::kDouble, dims, base::AsText(std::as_bytes(std::span(numbers))));
  const auto same = DecodeNumbers(base::AsBytes(again), kLimits);
  CHECK(same.ok() && same->size() == numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) CHECK(IsSame((*same)[i], numbers[i]));
}

void Run(base::Bytes tensor) {
  TensorHeader header;
  const WireError error = ParseTensorHeader(tensor, header);
  const std::optional<double> number = ReadSingleNumber(tensor);
  const auto numbers = DecodeNumbers(tensor, kLimits);
  const auto strings = DecodeStrings(tensor, kLimits);
  if (error != WireError::kOk) {
    CHECK(!number.has_value() && !numbers.ok() && !strings.ok());
    return;
  }
  CHECK(CheckFields(tensor, 3) == WireError::kOk);
  CHECK(!(numbers.ok() && strings.ok()));
  if (numbers.ok()) CheckNumbers(header, *numbers);
  if (strings.ok()) {
    CHECK(strings->size() == header.elements && header.string_count <= strings->size());
  }
  const std::optional<double> full = tensor_detail::ReadAnySingleNumber(tensor);
  CHECK(number.has_value() == full.has_value());
  if (number.has_value()) {
    CHECK(IsSame(*number, *full));
    CHECK(numbers.ok() && numbers->size() == 1 && IsSame(*number, (*numbers)[0]));
  }
}

}  // namespace
}  // namespace sightglass::format

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sightglass::format::Run(std::as_bytes(std::span(data, size)));
  return 0;
}
