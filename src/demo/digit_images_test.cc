#include "demo/digit_images.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

namespace sightglass::demo {
namespace {

DigitSet Make(std::uint64_t seed, DigitPart part, std::size_t count, std::size_t threads = 2) {
  base::ThreadPool pool(threads);
  const base::CancelFlag never;
  return MakeDigits(seed, part, count, pool, never);
}

TEST(DigitStrokes, AreWithinTheirBoxAndInOnePiece) {
  for (int digit = 0; digit < kClasses; ++digit) {
    EXPECT_GE(StylesOf(digit).size(), 2U);
    for (const DigitStyle& style : StylesOf(digit)) {
      for (const Stroke& stroke : style) {
        const std::vector<StrokePoint> chain = Flatten(stroke);
        ASSERT_GT(chain.size(), stroke.points.size());
        for (std::size_t i = 0; i < chain.size(); ++i) {
          EXPECT_TRUE(chain[i].x >= 0 && chain[i].x <= 1) << digit;
          EXPECT_TRUE(chain[i].y >= 0 && chain[i].y <= 1) << digit;
          if (i == 0) continue;
          EXPECT_LT(std::abs(chain[i].x - chain[i - 1].x), 0.25F);
          EXPECT_LT(std::abs(chain[i].y - chain[i - 1].y), 0.25F);
        }
      }
    }
  }
}

TEST(DigitStrokes, GoThroughTheirPoints) {
  const Stroke stroke{.is_curved = true, .points = {{0, 0}, {.5F, .2F}, {1, 1}}};
  const auto chain = Flatten(stroke);
  for (const StrokePoint& point : stroke.points) {
    EXPECT_TRUE(std::ranges::any_of(chain, [&](const StrokePoint& other) {
      return std::abs(other.x - point.x) < 1e-6F && std::abs(other.y - point.y) < 1e-6F;
    }));
  }
  EXPECT_TRUE(Flatten({}).empty());
}

TEST(DigitImages, AreTheSameForTheSameSeedWhateverTheThreads) {
  const DigitSet one = Make(5, DigitPart::kTraining, 300, 1);
  const DigitSet four = Make(5, DigitPart::kTraining, 300, 4);
  EXPECT_EQ(one.labels, four.labels);
  EXPECT_EQ(one.pixels, four.pixels);
  EXPECT_NE(one.pixels, Make(6, DigitPart::kTraining, 300).pixels);
}

TEST(DigitImages, AreInOneSetOnly) {
  std::set<std::vector<float>> seen;
  for (const DigitPart part : {DigitPart::kTraining, DigitPart::kValidation, DigitPart::kTest}) {
    const DigitSet set = Make(1, part, 200);
    for (std::size_t i = 0; i < set.size(); ++i) {
      seen.emplace(set.picture(i).begin(), set.picture(i).end());
    }
  }
  EXPECT_EQ(seen.size(), 600U);
}

TEST(DigitImages, HaveEachClassAsOftenInRandomOrder) {
  const DigitSet set = Make(1, DigitPart::kTraining, 1003);
  std::array<int, kClasses> counts{};
  for (const std::uint8_t label : set.labels) ++counts.at(label);
  const auto [least, most] = std::ranges::minmax(counts);
  EXPECT_EQ(least, 100);
  EXPECT_EQ(most, 101);
  EXPECT_FALSE(std::ranges::is_sorted(std::span(set.labels).first(20)));
}

TEST(DigitImages, ShowBrightInkOnDarkPaper) {
  const DigitSet set = Make(3, DigitPart::kTest, 200);
  for (std::size_t i = 0; i < set.size(); ++i) {
    const auto picture = set.picture(i);
    const auto [darkest, brightest] = std::ranges::minmax(picture);
    EXPECT_GE(darkest, 0);
    EXPECT_LE(brightest, 1);
    EXPECT_GT(brightest - darkest, 0.3F);
  }
}

TEST(DigitImages, AreNotDrawnOnceNobodyWantsThem) {
  base::ThreadPool pool(1);
  base::CancelFlag cancel;
  cancel.Cancel();
  const DigitSet set = MakeDigits(1, DigitPart::kTest, 50, pool, cancel);
  EXPECT_EQ(set.size(), 50U);
  EXPECT_TRUE(std::ranges::all_of(set.pixels, [](float value) { return value == 0; }));
}

}  // namespace
}  // namespace sightglass::demo
