#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "demo/canvas.h"
#include "demo/dense_layer.h"
#include "demo/loss_surface.h"
#include "demo/loss_tone.h"
#include "demo/network_plan.h"
#include "demo/result_pictures.h"

namespace sightglass::demo {
namespace {

constexpr Color kWhite{255, 255, 255};
constexpr Color kBlack{};

std::size_t CountDark(const Canvas& canvas) {
  return static_cast<std::size_t>(std::ranges::count(canvas.pixels(), 0)) / 3;
}

TEST(Canvas, LeavesOutWhatLiesOutside) {
  Canvas canvas(10, 8, kWhite);
  canvas.Fill(-5, -5, 6, 7, kBlack);
  EXPECT_EQ(CountDark(canvas), 2U);
  canvas.Fill(8, 6, 100, 100, kBlack);
  EXPECT_EQ(CountDark(canvas), 6U);
  canvas.Write(7, 5, "8888", 3, kBlack);
  canvas.WriteUpwards(-3, 40, "8888", 3, kBlack);
  EXPECT_EQ(canvas.pixels().size(), 240U);
}

TEST(Canvas, WritesTheSameUpwards) {
  Canvas along(40, 40, kWhite);
  Canvas up(40, 40, kWhite);
  along.Write(2, 2, "truth 07", 1, kBlack);
  up.WriteUpwards(2, 38, "truth 07", 1, kBlack);
  EXPECT_GT(CountDark(along), 20U);
  EXPECT_EQ(Canvas::TextWidth("12", 2), 22);
  Canvas blank(40, 40, kWhite);
  blank.Write(2, 2, "\xFF~", 1, kBlack);
  EXPECT_EQ(CountDark(blank), 0U);
}

TEST(Canvas, DrawsNoNumberAsBlack) {
  Canvas canvas(3, 1, kWhite);
  const std::vector<float> values = {1, std::numeric_limits<float>::quiet_NaN(), 7};
  canvas.Draw(0, 0, values, 3, 1);
  EXPECT_EQ(std::vector<std::uint8_t>(canvas.pixels().begin(), canvas.pixels().end()),
            (std::vector<std::uint8_t>{255, 255, 255, 0, 0, 0, 255, 255, 255}));
}

TEST(ResultPictures, CountAndDrawConfusion) {
  const std::vector<std::uint8_t> labels = {1, 1, 2, 9};
  const std::vector<std::uint8_t> predicted = {1, 7, 2, 0};
  const auto counts = CountConfusion(labels, predicted);
  EXPECT_EQ(counts[11], 1U);
  EXPECT_EQ(counts[17], 1U);
  EXPECT_EQ(counts[22], 1U);
  EXPECT_EQ(counts[90], 1U);
  EXPECT_EQ(std::ranges::count(counts, 0U), 96);
  const Canvas canvas = DrawConfusion(counts);
  EXPECT_EQ(canvas.width(), canvas.height());
  // Without a single digit, too.
  EXPECT_EQ(DrawConfusion(CountConfusion({}, {})).width(), canvas.width());
}

TEST(ResultPictures, ShowTheMostConfidentMistakesFirst) {
  DigitSet digits;
  digits.labels = {3, 4, 5, 6};
  digits.pixels.resize(4 * kDigitPixels);
  Evaluation evaluation;
  evaluation.predicted = {3, 9, 6, 0};
  evaluation.probabilities.Resize(kClasses, 4);
  evaluation.probabilities.column(1)[9] = 0.5F;
  evaluation.probabilities.column(2)[6] = 0.75F;
  evaluation.probabilities.column(3)[0] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(FindMistakes(digits, evaluation, 10), (std::vector<std::size_t>{2, 1, 3}));
  EXPECT_EQ(FindMistakes(digits, evaluation, 1), std::vector<std::size_t>{2});
  const auto picture = DrawMistakes(digits, evaluation, std::vector<std::size_t>{2, 1});
  ASSERT_TRUE(picture.has_value());
  EXPECT_GT(picture->width(), picture->height());
  EXPECT_FALSE(DrawMistakes(digits, evaluation, {}).has_value());
}

TEST(ResultPictures, ShowAtMostSixteenFilters) {
  DenseLayer few("few", {.height = 4, .width = 4}, 3);
  DenseLayer many("many", {.height = 4, .width = 4}, 40);
  few.parameters().weights[0] = std::numeric_limits<float>::infinity();
  few.parameters().weights[1] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(DrawFilters(few).height(), 4 * 14 + 6);
  EXPECT_EQ(DrawFilters(many).height(), 4 * (4 * 14 + 3) + 3);
}

TEST(LossTone, FallsWithTheLoss) {
  const auto crossings = [](const std::vector<float>& samples) {
    int count = 0;
    for (std::size_t i = 1; i < samples.size(); ++i) {
      if ((samples[i - 1] < 0) != (samples[i] < 0)) ++count;
    }
    return count;
  };
  const std::vector<float> high = MakeLossTone(std::vector<double>{3}, 0.5);
  const std::vector<float> low = MakeLossTone(std::vector<double>{0.02}, 0.5);
  EXPECT_EQ(high.size(), static_cast<std::size_t>(kToneRate / 2));
  EXPECT_GT(crossings(high), 3 * crossings(low));
  EXPECT_GT(crossings(low), 50);
  for (const float sample : high) EXPECT_LE(std::abs(sample), 1);
}

TEST(LossTone, IsSilentWhereTheLossIsNoNumber) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const float sample : MakeLossTone(std::vector<double>{nan, nan}, 0.1)) EXPECT_EQ(sample, 0);
  EXPECT_TRUE(MakeLossTone(std::vector<double>{1}, 0).empty());
  EXPECT_EQ(MakeLossTone({}, 0.1).size(), 1102U);
  const double infinity = std::numeric_limits<double>::infinity();
  for (const float sample : MakeLossTone(std::vector<double>{infinity, -infinity}, 0.1)) {
    EXPECT_TRUE(std::isfinite(sample));
  }
}

TEST(LossSurface, IsANetAroundTheNetworkThatStaysAsItWas) {
  base::ThreadPool pool(2);
  base::CancelFlag cancel;
  const DigitSet digits = MakeDigits(1, DigitPart::kValidation, 20, pool, cancel);
  RandomStream random(1);
  Network network = BuildNetwork({.conv_channels = {}, .dense_sizes = {8}}, random);
  const std::vector<float> before = network.layer(0).parameters().weights;
  const LossSurface surface = MakeLossSurface(network, digits, 20, 4, random, pool, cancel);
  EXPECT_EQ(network.layer(0).parameters().weights, before);
  EXPECT_EQ(surface.vertices.size(), 16U * 3);
  EXPECT_EQ(surface.colors.size(), 16U * 3);
  EXPECT_EQ(surface.faces.size(), 9U * 2 * 3);
  EXPECT_EQ(*std::ranges::max_element(surface.faces), 15);
  std::vector<float> heights;
  for (std::size_t i = 2; i < surface.vertices.size(); i += 3) {
    heights.push_back(surface.vertices[i]);
  }
  EXPECT_EQ(*std::ranges::min_element(heights), 0);
  EXPECT_EQ(*std::ranges::max_element(heights), 1);
  cancel.Cancel();
  EXPECT_TRUE(MakeLossSurface(network, digits, 20, 4, random, pool, cancel).vertices.empty());
  EXPECT_EQ(network.layer(0).parameters().weights, before);
}

}  // namespace
}  // namespace sightglass::demo
