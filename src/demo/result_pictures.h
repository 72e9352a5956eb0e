#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "demo/canvas.h"
#include "demo/digit_images.h"
#include "demo/evaluation.h"
#include "demo/layer.h"

namespace sightglass::demo {

// Classes x classes: how often the row's digit was taken for the column's, row by row.
std::vector<std::size_t> CountConfusion(std::span<const std::uint8_t> labels,
                                        std::span<const std::uint8_t> predicted);

// The counts as a table with colours: blue what is right, red what is wrong.
Canvas DrawConfusion(std::span<const std::size_t> counts);

// Examples that were taken for another digit, the most confident mistakes first; at most `most`.
std::vector<std::size_t> FindMistakes(const DigitSet& digits, const Evaluation& evaluation,
                                      std::size_t most);

// Each with "truth > prediction" below; nullopt if there are none.
std::optional<Canvas> DrawMistakes(const DigitSet& digits, const Evaluation& evaluation,
                                   std::span<const std::size_t> mistakes);

// What each unit of a layer that sees the picture itself looks for: red what excites it, blue what
// calms it. At most 16 units. REQUIRES: the layer learns, and its fan-in is a square.
Canvas DrawFilters(const Layer& layer);

}  // namespace sightglass::demo
