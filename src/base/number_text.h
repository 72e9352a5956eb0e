#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sightglass::base {

// Numbers as text that reads back to the same bits, whatever the locale.
//
// A double has the fewest digits that identify it, laid out as Python and so TensorBoard does:
// plain from 1e-4 up to 1e16 with at least one digit after the point ("1.0", "0.1"), else with an
// exponent ("1e-07", "1e+22"). What is not finite becomes "nan", "inf" or "-inf".
class NumberText {
 public:
  explicit NumberText(double value);
  explicit NumberText(std::int64_t value);
  explicit NumberText(std::uint64_t value);

  [[nodiscard]] std::string_view view() const { return {text_, size_}; }

 private:
  char text_[32];  // "-1.7976931348623157e+308" has 24
  std::size_t size_ = 0;
};

}  // namespace sightglass::base
