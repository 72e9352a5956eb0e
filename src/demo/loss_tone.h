#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace sightglass::demo {

inline constexpr int kToneRate = 11'025;  // samples a second

// Losses as a tone of `seconds`: four octaves from a loss of 0.01 to one of 4 and above, on a
// logarithmic scale. Where the loss is no number, there is silence. From -1 to 1.
std::vector<float> MakeLossTone(std::span<const double> losses, double seconds);

}  // namespace sightglass::demo
