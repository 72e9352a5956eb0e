#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/cancel.h"
#include "base/thread_pool.h"
#include "demo/digit_strokes.h"
#include "demo/random_stream.h"

namespace sightglass::demo {

inline constexpr int kDigitSide = 28;
inline constexpr std::size_t kDigitPixels = std::size_t{kDigitSide} * kDigitSide;

// Draws `digit` as some hand might have: one of its styles, distorted, with a pen of some width,
// out of focus, on noisy paper. Pixels are from 0 to 1, the ink is bright.
void DrawDigit(int digit, RandomStream& random, std::span<float, kDigitPixels> pixels);

// Pictures and what they show.
struct DigitSet {
  std::vector<float> pixels;         // one picture after the other
  std::vector<std::uint8_t> labels;  // from 0 to 9

  [[nodiscard]] std::size_t size() const { return labels.size(); }
  [[nodiscard]] std::span<const float> picture(std::size_t index) const {
    return std::span(pixels).subspan(index * kDigitPixels, kDigitPixels);
  }
};

// Which set: no picture is in two of them, whatever their sizes.
enum class DigitPart : std::uint8_t { kTraining = 1, kValidation = 2, kTest = 3 };

// `count` digits, each class as often as any other (give or take one), in random order. The same
// arguments give the same set. Once `cancel` is set, pictures stay black.
DigitSet MakeDigits(std::uint64_t seed, DigitPart part, std::size_t count, base::ThreadPool& pool,
                    const base::CancelFlag& cancel);

}  // namespace sightglass::demo
