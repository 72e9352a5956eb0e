#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sightglass::app {

// Numbers and times as people read them. For programs there are JSON and CSV.

std::string CountText(std::uint64_t count);     // 1,234,567
std::string IntegerText(std::int64_t value);    // -1,234
std::string BytesText(std::uint64_t bytes);     // 999 B, 1.5 kB, 324 MB: decimal units
std::string RateText(double bytes_per_second);  // 1.6 GB/s
std::string DurationText(double seconds);       // 0.2 ms, 1.25 s, 4 min 10 s, 3 h 5 min, 12 d 4 h
std::string ValueText(double value);            // 6 significant digits; nan, inf, -inf
std::string PluralText(std::uint64_t count, std::string_view noun);  // 1 run, 2 runs, 3 series

// Local time, "2024-03-01 12:00:05"; seconds as they are where no calendar reaches.
std::string LocalTimeText(double wall_time);

// "2024-03-01 12:00:05 to 12:10:05 (10 min 0 s)"; one moment alone where both are the same.
std::string TimeRangeText(double first, double last);

// "0 to 299", or one step alone.
std::string StepRangeText(std::int64_t first, std::int64_t last);

}  // namespace sightglass::app
