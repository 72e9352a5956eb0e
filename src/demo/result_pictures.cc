#include "demo/result_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <string_view>

namespace sightglass::demo {
namespace {

constexpr Color kPaper{255, 255, 255};
constexpr Color kInk{38, 50, 56};
constexpr Color kFaint{120, 133, 140};
constexpr Color kBlue{13, 71, 161};
constexpr Color kRed{198, 40, 40};
constexpr Color kGreen{46, 125, 50};
constexpr auto kClassCount = static_cast<std::size_t>(kClasses);

// White on dark, dark on bright.
Color TextOn(Color color) {
  const int brightness = (299 * color.red + 587 * color.green + 114 * color.blue) / 1000;
  return brightness < 140 ? kPaper : kInk;
}

}  // namespace

std::vector<std::size_t> CountConfusion(std::span<const std::uint8_t> labels,
                                        std::span<const std::uint8_t> predicted) {
  std::vector<std::size_t> counts(kClassCount * kClassCount);
  for (std::size_t i = 0; i < std::min(labels.size(), predicted.size()); ++i) {
    ++counts[labels[i] * kClassCount + predicted[i]];
  }
  return counts;
}

Canvas DrawConfusion(std::span<const std::size_t> counts) {
  constexpr int kCell = 28;
  constexpr int kMargin = 36;
  constexpr int kSize = kMargin + kClasses * kCell + 4;
  constexpr int kTall = 7;  // of a small digit
  Canvas canvas(kSize, kSize, kPaper);
  constexpr std::string_view kAcross = "predicted";
  constexpr std::string_view kDown = "truth";
  constexpr int kMiddle = kMargin + kClasses * kCell / 2;
  canvas.Write(kMiddle - Canvas::TextWidth(kAcross, 1) / 2, 3, kAcross, 1, kFaint);
  canvas.WriteUpwards(3, kMiddle + Canvas::TextWidth(kDown, 1) / 2, kDown, 1, kFaint);
  for (int i = 0; i < kClasses; ++i) {
    const std::string digit = std::to_string(i);
    const int along = kMargin + i * kCell + (kCell - Canvas::TextWidth(digit, 2)) / 2;
    const int along_down = kMargin + i * kCell + (kCell - 2 * kTall) / 2;
    canvas.Write(along, 16, digit, 2, kInk);
    canvas.Write(18, along_down, digit, 2, kInk);
  }
  for (int truth = 0; truth < kClasses; ++truth) {
    const auto row = counts.subspan(static_cast<std::size_t>(truth) * kClassCount, kClassCount);
    std::size_t total = 0;
    for (const std::size_t count : row) total += count;
    for (int guess = 0; guess < kClasses; ++guess) {
      const std::size_t count = row[static_cast<std::size_t>(guess)];
      const double share = total == 0 ? 0 : static_cast<double>(count) / static_cast<double>(total);
      // A root for mistakes: one of a hundred must be seen.
      const Color color =
          truth == guess ? Mix(kPaper, kBlue, share * share) : Mix(kPaper, kRed, std::sqrt(share));
      const int left = kMargin + guess * kCell;
      const int top = kMargin + truth * kCell;
      canvas.Fill(left, top, kCell - 1, kCell - 1, count == 0 ? Color{244, 246, 248} : color);
      if (count == 0) continue;
      const std::string text = std::to_string(count);
      canvas.Write(left + (kCell - 1 - Canvas::TextWidth(text, 1)) / 2,
                   top + (kCell - 1 - kTall) / 2, text, 1, TextOn(color));
    }
  }
  return canvas;
}

std::vector<std::size_t> FindMistakes(const DigitSet& digits, const Evaluation& evaluation,
                                      std::size_t most) {
  std::vector<std::size_t> mistakes;
  for (std::size_t i = 0; i < evaluation.predicted.size(); ++i) {
    if (evaluation.predicted[i] != digits.labels[i]) mistakes.push_back(i);
  }
  std::ranges::stable_sort(mistakes, std::greater{}, [&](std::size_t i) {
    const float confidence = evaluation.probabilities.column(i)[evaluation.predicted[i]];
    return std::isnan(confidence) ? 0.0F : confidence;
  });
  mistakes.resize(std::min(mistakes.size(), most));
  return mistakes;
}

std::optional<Canvas> DrawMistakes(const DigitSet& digits, const Evaluation& evaluation,
                                   std::span<const std::size_t> mistakes) {
  if (mistakes.empty()) return std::nullopt;
  constexpr int kZoom = 2;
  constexpr int kPicture = kDigitSide * kZoom;
  constexpr int kGap = 4;
  constexpr int kCaption = 20;
  constexpr int kColumns = 8;
  const auto count = static_cast<int>(mistakes.size());
  const int columns = std::min(count, kColumns);
  const int rows = (count + kColumns - 1) / kColumns;
  Canvas canvas(columns * (kPicture + kGap) + kGap, rows * (kPicture + kCaption + kGap) + kGap,
                kPaper);
  for (int i = 0; i < count; ++i) {
    const std::size_t example = mistakes[static_cast<std::size_t>(i)];
    const int left = kGap + (i % kColumns) * (kPicture + kGap);
    const int top = kGap + (i / kColumns) * (kPicture + kCaption + kGap);
    canvas.Draw(left, top, digits.picture(example), kDigitSide, kZoom);
    const int line = top + kPicture + 3;
    canvas.Write(left + 5, line, std::to_string(digits.labels[example]), 2, kGreen);
    canvas.Write(left + 25, line + 4, ">", 1, kFaint);
    canvas.Write(left + 40, line, std::to_string(evaluation.predicted[example]), 2, kRed);
  }
  return canvas;
}

Canvas DrawFilters(const Layer& layer) {
  const std::vector<float>& weights = layer.parameters().weights;
  const std::size_t all_units = layer.output().channels;
  const auto units = static_cast<int>(std::min<std::size_t>(all_units, 16));
  const auto side = static_cast<int>(std::lround(std::sqrt(static_cast<double>(layer.fan_in()))));
  CHECK(static_cast<std::size_t>(side) * static_cast<std::size_t>(side) == layer.fan_in());
  constexpr int kGap = 3;
  constexpr int kColumns = 4;
  const int zoom = std::max(2, 56 / side);
  const int step = side * zoom + kGap;
  const int rows = (units + kColumns - 1) / kColumns;
  Canvas canvas(std::min(units, kColumns) * step + kGap, rows * step + kGap, kInk);
  double largest = 0;
  for (const float weight : weights) {
    const double size = std::abs(static_cast<double>(weight));
    if (std::isfinite(size)) largest = std::max(largest, size);
  }
  const double scale = largest > 0 ? 1 / largest : 0;
  for (int unit = 0; unit < units; ++unit) {
    const int left = kGap + (unit % kColumns) * step;
    const int top = kGap + (unit / kColumns) * step;
    for (int pixel = 0; pixel < side * side; ++pixel) {
      const std::size_t at =
          static_cast<std::size_t>(pixel) * all_units + static_cast<std::size_t>(unit);
      const double weight = static_cast<double>(weights[at]) * scale;
      const Color color = weight < 0 ? Mix(kPaper, kBlue, -weight) : Mix(kPaper, kRed, weight);
      canvas.Fill(left + pixel % side * zoom, top + pixel / side * zoom, zoom, zoom, color);
    }
  }
  return canvas;
}

}  // namespace sightglass::demo
