#include "base/log.h"

#include <fmt/chrono.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>

#include "base/clock.h"
#include "base/text.h"

namespace sightglass::base {
namespace {

// Longer messages are cut: a log line is for people.
constexpr std::size_t kMaxMessageBytes = 4096;

constinit std::atomic<LogLevel> lowest_logged{LogLevel::kInfo};

std::string_view LevelName(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return "debug";
    case LogLevel::kInfo:
      return "info";
    case LogLevel::kWarning:
      return "warning";
    case LogLevel::kError:
      return "error";
  }
  return "error";
}

}  // namespace

void SetLogLevel(LogLevel level) { lowest_logged.store(level, std::memory_order_relaxed); }

bool IsLogged(LogLevel level) { return level >= lowest_logged.load(std::memory_order_relaxed); }

std::string FormatLogLine(LogLevel level, std::chrono::system_clock::time_point when,
                          std::string_view message) {
  const auto second = std::chrono::floor<std::chrono::seconds>(when);
  const auto millis = std::chrono::duration_cast<std::chrono::milliseconds>(when - second);
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z {}: {}\n",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(second)), millis.count(),
                     LevelName(level), EscapeForDisplay(message, kMaxMessageBytes));
}

void WriteLog(LogLevel level, std::string_view message) {
  if (!IsLogged(level)) return;
  const std::string line = FormatLogLine(level, SystemClock().WallNow(), message);
  // One write, so that lines of several threads (and of child processes) do not mix.
  std::string_view left = line;
  while (!left.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, left.data(), left.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;  // nowhere left to say so
    left.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace sightglass::base
