#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace sightglass::base {

// How many processors' worth of time this process may use: those it may be scheduled on
// (sched_getaffinity), fewer where a control group's quota (a container's CPU limit) is lower. At
// least one.
std::size_t AvailableCpus();

// The quota in a control group's `cpu.max` file ("150000 100000" is 1.5 processors); nullopt for
// "max" and for what is not such a file.
std::optional<double> ParseCpuMax(std::string_view text);

}  // namespace sightglass::base
