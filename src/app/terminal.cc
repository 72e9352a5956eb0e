#include "app/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

namespace sightglass::app {
namespace {

std::string_view EnvironmentValue(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets any
  return value == nullptr ? std::string_view() : value;
}

std::string_view PaintCode(Paint paint) {
  switch (paint) {
    case Paint::kBold:
      return "1";
    case Paint::kDim:
      return "2";
    case Paint::kYellow:
      return "33";
    case Paint::kRed:
      return "31";
    case Paint::kGreen:
      return "32";
  }
  return "0";
}

}  // namespace

Terminal Terminal::Of(int fd) {
  Terminal terminal;
  terminal.is_terminal = ::isatty(fd) == 1;
  if (!terminal.is_terminal) return terminal;
  terminal.can_erase = EnvironmentValue("TERM") != "dumb";
  terminal.colour = terminal.can_erase && EnvironmentValue("NO_COLOR").empty();
  winsize size{};
  if (::ioctl(fd, TIOCGWINSZ, &size) == 0) terminal.columns = size.ws_col;
  return terminal;
}

std::string Painted(const Terminal& terminal, Paint paint, std::string_view text) {
  if (!terminal.colour) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", PaintCode(paint), text);
}

}  // namespace sightglass::app
