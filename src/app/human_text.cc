#include "app/human_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <optional>

namespace sightglass::app {
namespace {

std::string ScaledText(double value, std::string_view suffix) {
  constexpr std::array<std::string_view, 7> kUnits = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  std::size_t unit = 0;
  // 999.5 would be shown as 1000 of the smaller unit.
  while (value >= 999.5 && unit + 1 < kUnits.size()) {
    value /= 1000;
    ++unit;
  }
  const int decimals = unit == 0 || value >= 99.95 ? 0 : 1;
  return fmt::format("{:.{}f} {}{}", value, decimals, kUnits[unit], suffix);
}

std::optional<std::tm> LocalTime(double wall_time) {
  // Years 0 to 9999: beyond, strftime's fields grow past what anybody can read.
  constexpr double kYear0 = -62167219200.0;
  constexpr double kYear10000 = 253402300800.0;
  if (!(wall_time >= kYear0 && wall_time < kYear10000)) return std::nullopt;
  const auto seconds = static_cast<std::time_t>(std::floor(wall_time));
  std::tm parts{};
  if (localtime_r(&seconds, &parts) == nullptr) return std::nullopt;
  return parts;
}

std::string ClockText(const std::tm& time, const char* format) {
  std::array<char, 64> text{};
  return {text.data(), std::strftime(text.data(), text.size(), format, &time)};
}

}  // namespace

std::string CountText(std::uint64_t count) {
  std::string text = fmt::format("{}", count);
  for (std::size_t i = text.size(); i > 3;) {
    i -= 3;
    text.insert(i, 1, ',');
  }
  return text;
}

std::string IntegerText(std::int64_t value) {
  // Negated as unsigned: the lowest int64 has no positive twin.
  if (value < 0) return "-" + CountText(std::uint64_t{0} - static_cast<std::uint64_t>(value));
  return CountText(static_cast<std::uint64_t>(value));
}

std::string BytesText(std::uint64_t bytes) { return ScaledText(static_cast<double>(bytes), ""); }

std::string RateText(double bytes_per_second) {
  return ScaledText(std::max(0.0, bytes_per_second), "/s");
}

std::string DurationText(double seconds) {
  if (!(seconds >= 0)) return "-" + (std::isnan(seconds) ? "" : DurationText(-seconds));
  if (seconds < 0.0995) return fmt::format("{:.1f} ms", seconds * 1e3);
  if (seconds < 9.995) return fmt::format("{:.2f} s", seconds);
  if (seconds < 59.95) return fmt::format("{:.1f} s", seconds);
  constexpr double kDay = 86400;
  if (seconds >= 1e6 * kDay) return fmt::format("{:.3g} d", seconds / kDay);
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  if (whole < 86400) return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
  return fmt::format("{} d {} h", whole / 86400, whole % 86400 / 3600);
}

std::string ValueText(double value) {
  if (std::isnan(value)) return "nan";
  return fmt::format("{:.6g}", value);
}

std::string PluralText(std::uint64_t count, std::string_view noun) {
  const bool same_in_plural = noun == "series";
  return fmt::format("{} {}{}", CountText(count), noun, count == 1 || same_in_plural ? "" : "s");
}

std::string LocalTimeText(double wall_time) {
  const auto time = LocalTime(wall_time);
  return time ? ClockText(*time, "%Y-%m-%d %H:%M:%S") : fmt::format("{:.6g} s", wall_time);
}

std::string TimeRangeText(double first, double last) {
  std::string from = LocalTimeText(first);
  if (first == last) return from;
  std::string to = LocalTimeText(last);
  if (from == to) return fmt::format("{} ({})", from, DurationText(last - first));
  constexpr std::size_t kDate = 11;  // "2024-03-01 "
  if (LocalTime(first) && LocalTime(last) && from.compare(0, kDate, to, 0, kDate) == 0) {
    to.erase(0, kDate);
  }
  return fmt::format("{} to {} ({})", from, to, DurationText(last - first));
}

std::string StepRangeText(std::int64_t first, std::int64_t last) {
  if (first == last) return IntegerText(first);
  return fmt::format("{} to {}", IntegerText(first), IntegerText(last));
}

}  // namespace sightglass::app
