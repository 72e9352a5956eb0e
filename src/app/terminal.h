#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sightglass::app {

// What the program on the other side of a file descriptor can show.
struct Terminal {
  bool is_terminal = false;
  bool colour = false;      // never if NO_COLOR is set or TERM is "dumb"
  bool can_erase = false;   // a line can be drawn over: a terminal that is not dumb
  std::size_t columns = 0;  // 0: unknown, or not a terminal

  static Terminal Of(int fd);
};

enum class Paint : unsigned char { kBold, kDim, kYellow, kRed, kGreen };

// `text` between the escapes of `paint`, or as it is.
std::string Painted(const Terminal& terminal, Paint paint, std::string_view text);

}  // namespace sightglass::app
