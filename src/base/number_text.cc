#include "base/number_text.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <system_error>

#include "base/check.h"

namespace sightglass::base {

NumberText::NumberText(double value) {
  char* const end = text_ + sizeof(text_);
  const double size = std::fabs(value);
  // to_chars without a format takes whichever is shorter, and that is 1.7e+09 for a wall time.
  const bool plain = size == 0 || (size >= 1e-4 && size < 1e16);
  const auto [stop, error] = std::to_chars(
      text_, end, value, plain ? std::chars_format::fixed : std::chars_format::scientific);
  CHECK(error == std::errc());
  size_ = static_cast<std::size_t>(stop - text_);
  if (std::isnan(value)) {
    // The sign and payload of a NaN mean nothing to a reader.
    std::memcpy(text_, "nan", size_ = 3);
  } else if (plain && std::memchr(text_, '.', size_) == nullptr) {
    CHECK(size_ + 2 <= sizeof(text_));
    text_[size_++] = '.';
    text_[size_++] = '0';
  }
}

NumberText::NumberText(std::int64_t value) {
  size_ = static_cast<std::size_t>(std::to_chars(text_, text_ + sizeof(text_), value).ptr - text_);
}

NumberText::NumberText(std::uint64_t value) {
  size_ = static_cast<std::size_t>(std::to_chars(text_, text_ + sizeof(text_), value).ptr - text_);
}

}  // namespace sightglass::base
