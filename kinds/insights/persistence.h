#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace sightglass::kinds::insights {

// Whether something that holds at some of a series' steps has come to stay: at the last step, and
// at a share of at least `persistence` of the last half of them. If so, the number of the first
// step from which on it held at that share. nullopt if not, and of nothing.
std::optional<std::size_t> HeldSince(std::span<const std::uint8_t> holds, double persistence);

}  // namespace sightglass::kinds::insights
