#pragma once

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace sightglass::base {

enum class LogLevel : std::uint8_t { kDebug, kInfo, kWarning, kError };

// Messages below `level` are dropped from now on. kInfo until somebody says otherwise.
void SetLogLevel(LogLevel level);
[[nodiscard]] bool IsLogged(LogLevel level);

// The line that is printed, newline included: UTC time to the millisecond, level, message. Control
// characters in the message are escaped, so that a name out of a file cannot forge a line.
std::string FormatLogLine(LogLevel level, std::chrono::system_clock::time_point when,
                          std::string_view message);

// Writes one line to standard error, whole even when several threads write.
void WriteLog(LogLevel level, std::string_view message);

// Log(LogLevel::kInfo, "listening on {}", address). For the program's own layers (app, serve);
// libraries return errors and report issues instead. Any thread may call it.
template <class... Args>
void Log(LogLevel level, fmt::format_string<Args...> format, Args&&... args) {
  if (IsLogged(level)) WriteLog(level, fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace sightglass::base
