#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sightglass::base {

// How many letters must be put in, taken out, replaced, or swapped with their neighbour to turn
// one into the other.
std::size_t EditDistance(std::string_view a, std::string_view b);

// The one of `known` that somebody who wrote `written` may have meant: a name that starts with it,
// else the nearest by edit distance, if that is within a third of its length. The first of equals.
std::optional<std::string> NearestName(std::string_view written,
                                       std::span<const std::string> known);

}  // namespace sightglass::base
