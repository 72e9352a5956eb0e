#pragma once

#include <span>
#include <vector>

namespace sightglass::demo {

inline constexpr int kClasses = 10;

// In a box of 1 by 1, y downwards.
struct StrokePoint {
  float x = 0;
  float y = 0;
};

// One movement of the pen.
struct Stroke {
  bool is_curved = false;  // a smooth line through the points; else straight from one to the next
  std::vector<StrokePoint> points;
};

// One way of writing a digit.
using DigitStyle = std::vector<Stroke>;

// The ways of writing `digit`, which is from 0 to 9; there are two at least.
std::span<const DigitStyle> StylesOf(int digit);

// The stroke as a chain of short straight pieces.
std::vector<StrokePoint> Flatten(const Stroke& stroke);

}  // namespace sightglass::demo
