#include "demo/digit_strokes.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/check.h"

namespace sightglass::demo {
namespace {

using Points = std::vector<StrokePoint>;

Stroke Curve(Points points) { return {.is_curved = true, .points = std::move(points)}; }
Stroke Line(Points points) { return {.is_curved = false, .points = std::move(points)}; }

using Styles = std::array<std::vector<DigitStyle>, kClasses>;

Styles MakeStyles() {
  Styles styles;
  styles[0] = {
      {Curve({{.50F, .10F},
              {.28F, .24F},
              {.24F, .52F},
              {.32F, .80F},
              {.52F, .90F},
              {.72F, .78F},
              {.77F, .48F},
              {.70F, .20F},
              {.50F, .10F}})},
      {Curve({{.58F, .12F},
              {.36F, .18F},
              {.22F, .45F},
              {.30F, .80F},
              {.55F, .88F},
              {.76F, .66F},
              {.78F, .34F},
              {.62F, .14F},
              {.46F, .16F}})},
  };
  styles[1] = {
      {Line({{.52F, .10F}, {.50F, .90F}})},
      {Line({{.34F, .28F}, {.54F, .10F}, {.54F, .90F}})},
      {Line({{.34F, .28F}, {.52F, .10F}, {.52F, .90F}}), Line({{.32F, .90F}, {.72F, .90F}})},
  };
  styles[2] = {
      {Curve({{.26F, .30F},
              {.34F, .14F},
              {.54F, .10F},
              {.72F, .24F},
              {.66F, .46F},
              {.46F, .66F},
              {.26F, .88F}}),
       Line({{.26F, .88F}, {.78F, .88F}})},
      {Curve({{.26F, .28F},
              {.40F, .12F},
              {.64F, .14F},
              {.70F, .34F},
              {.56F, .58F},
              {.34F, .82F},
              {.26F, .78F},
              {.34F, .72F},
              {.54F, .84F},
              {.78F, .84F}})},
  };
  styles[3] = {
      {Curve({{.28F, .18F}, {.48F, .10F}, {.70F, .20F}, {.66F, .40F}, {.46F, .47F}}),
       Curve({{.46F, .47F}, {.70F, .54F}, {.74F, .76F}, {.54F, .90F}, {.26F, .82F}})},
      {Line({{.28F, .12F}, {.72F, .12F}, {.48F, .44F}}),
       Curve({{.48F, .44F}, {.70F, .52F}, {.74F, .74F}, {.54F, .90F}, {.28F, .84F}})},
  };
  styles[4] = {
      {Line({{.60F, .90F}, {.60F, .10F}, {.22F, .64F}, {.80F, .64F}})},
      {Line({{.30F, .12F}, {.26F, .54F}, {.76F, .54F}}), Line({{.68F, .14F}, {.66F, .90F}})},
      {Curve({{.34F, .10F}, {.24F, .40F}, {.34F, .54F}, {.56F, .50F}, {.72F, .38F}}),
       Line({{.74F, .14F}, {.66F, .90F}})},
  };
  styles[5] = {
      {Line({{.74F, .12F}, {.34F, .12F}, {.30F, .46F}}),
       Curve({{.30F, .46F}, {.54F, .40F}, {.74F, .56F}, {.70F, .80F}, {.48F, .90F}, {.24F, .80F}})},
      {Line({{.36F, .14F}, {.30F, .44F}}),
       Curve({{.30F, .44F}, {.56F, .42F}, {.72F, .62F}, {.60F, .86F}, {.28F, .86F}}),
       Line({{.36F, .14F}, {.76F, .10F}})},
  };
  styles[6] = {
      {Curve({{.66F, .10F},
              {.40F, .26F},
              {.26F, .58F},
              {.34F, .84F},
              {.56F, .90F},
              {.72F, .74F},
              {.62F, .54F},
              {.40F, .56F},
              {.28F, .70F}})},
      {Curve({{.44F, .08F},
              {.32F, .40F},
              {.28F, .72F},
              {.46F, .90F},
              {.70F, .80F},
              {.70F, .60F},
              {.50F, .52F},
              {.30F, .64F}})},
  };
  styles[7] = {
      {Line({{.24F, .12F}, {.76F, .12F}, {.44F, .90F}})},
      {Line({{.24F, .14F}, {.74F, .12F}, {.44F, .90F}}), Line({{.36F, .50F}, {.72F, .48F}})},
      {Curve({{.22F, .24F}, {.34F, .12F}, {.56F, .18F}, {.76F, .12F}, {.60F, .44F}, {.48F, .90F}})},
  };
  styles[8] = {
      {Curve({{.50F, .48F},
              {.32F, .36F},
              {.34F, .16F},
              {.50F, .10F},
              {.68F, .18F},
              {.66F, .36F},
              {.50F, .48F},
              {.28F, .64F},
              {.30F, .84F},
              {.50F, .91F},
              {.72F, .82F},
              {.72F, .64F},
              {.50F, .48F}})},
      {Curve({{.70F, .20F},
              {.50F, .10F},
              {.32F, .22F},
              {.42F, .42F},
              {.64F, .58F},
              {.72F, .78F},
              {.50F, .91F},
              {.28F, .78F},
              {.36F, .58F},
              {.60F, .40F},
              {.72F, .22F}})},
  };
  styles[9] = {
      {Curve({{.70F, .34F},
              {.54F, .48F},
              {.32F, .42F},
              {.28F, .22F},
              {.46F, .10F},
              {.68F, .18F},
              {.72F, .42F},
              {.62F, .72F},
              {.46F, .90F}})},
      {Curve({{.66F, .30F}, {.48F, .46F}, {.30F, .34F}, {.38F, .14F}, {.58F, .12F}, {.67F, .26F}}),
       Line({{.67F, .16F}, {.64F, .90F}})},
      {Curve({{.70F, .30F},
              {.52F, .48F},
              {.32F, .38F},
              {.34F, .16F},
              {.56F, .10F},
              {.70F, .26F},
              {.70F, .60F},
              {.56F, .88F},
              {.32F, .86F}})},
  };
  return styles;
}

// On the Catmull-Rom spline from b to c; a and d are their neighbours.
StrokePoint Between(StrokePoint a, StrokePoint b, StrokePoint c, StrokePoint d, float t) {
  const auto at = [t](float p0, float p1, float p2, float p3) {
    return 0.5F * (2 * p1 + (p2 - p0) * t + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t * t +
                   (3 * p1 - p0 - 3 * p2 + p3) * t * t * t);
  };
  return {at(a.x, b.x, c.x, d.x), at(a.y, b.y, c.y, d.y)};
}

}  // namespace

std::span<const DigitStyle> StylesOf(int digit) {
  static const Styles styles = MakeStyles();
  CHECK(digit >= 0 && digit < kClasses);
  return styles[static_cast<std::size_t>(digit)];
}

std::vector<StrokePoint> Flatten(const Stroke& stroke) {
  // Straight lines are cut, too, so that a warp bends them.
  constexpr int kPieces = 4;
  const std::vector<StrokePoint>& points = stroke.points;
  std::vector<StrokePoint> chain;
  if (points.empty()) return chain;
  chain.reserve(points.size() * kPieces);
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const StrokePoint b = points[i];
    const StrokePoint c = points[i + 1];
    const StrokePoint a = points[i == 0 ? 0 : i - 1];
    const StrokePoint d = points[std::min(i + 2, points.size() - 1)];
    for (int piece = 0; piece < kPieces; ++piece) {
      const float t = static_cast<float>(piece) / kPieces;
      chain.push_back(stroke.is_curved ? Between(a, b, c, d, t)
                                       : StrokePoint{b.x + (c.x - b.x) * t, b.y + (c.y - b.y) * t});
    }
  }
  chain.push_back(points.back());
  return chain;
}

}  // namespace sightglass::demo
