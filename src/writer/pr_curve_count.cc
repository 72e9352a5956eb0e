#include "writer/pr_curve_count.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>

#include "writer/number_blocks.h"
#include "writer/number_reader.h"
#include "writer/text_pieces.h"

namespace sightglass::writer {
namespace {

Status CheckSize(const char* what, const Numbers& numbers, std::size_t expected) {
  if (numbers.size() == expected && (numbers.data() != nullptr || expected == 0)) return {};
  return {StatusCode::kInvalidArgument,
          JoinPieces({numbers.size(), " ", what, " for ", expected, " labels"})};
}

Status BadPrediction(std::size_t number, double value) {
  return {StatusCode::kInvalidArgument,
          JoinPieces({"prediction number ", number, " is ", value, ", not within 0..1"})};
}

}  // namespace

Status CountPrCurve(const Numbers& labels, const Numbers& predictions, const Numbers& weights,
                    std::int64_t thresholds, std::vector<float>& rows) {
  if (thresholds < 2) {
    return {StatusCode::kInvalidArgument,
            JoinPieces({thresholds, " thresholds: at least 2 are needed"})};
  }
  if (thresholds > kMaxPrThresholds) {
    return {StatusCode::kOutOfRange,
            JoinPieces({thresholds, " thresholds: at most ", kMaxPrThresholds})};
  }
  if (Status status = CheckSize("labels", labels, labels.size()); !status.ok()) return status;
  if (Status status = CheckSize("predictions", predictions, labels.size()); !status.ok()) {
    return status;
  }
  if (!weights.empty()) {
    if (Status status = CheckSize("weights", weights, labels.size()); !status.ok()) return status;
  }

  const auto count = static_cast<std::size_t>(thresholds);
  const std::vector<double> label = ReadDoubles(labels);
  const std::vector<double> weight = ReadDoubles(weights);
  std::vector<double> positives(count);
  std::vector<double> negatives(count);
  Status bad;
  std::size_t at = 0;
  ForEachBlock(predictions, [&](const auto* block, std::size_t size) {
    for (std::size_t i = 0; i < size && bad.ok(); ++i, ++at) {
      const auto prediction = block[i];
      if (!(prediction >= 0 && prediction <= 1)) {
        bad = BadPrediction(at, static_cast<double>(prediction));
        return;
      }
      // In the precision of the predictions, as TensorBoard counts.
      const auto last = static_cast<std::remove_const_t<decltype(prediction)>>(count - 1);
      const auto bucket = static_cast<std::size_t>(prediction * last);
      (label[at] != 0 ? positives : negatives)[bucket] += weight.empty() ? 1.0 : weight[at];
    }
  });
  if (!bad.ok()) return bad;

  // From counts per bucket to counts at and above each threshold.
  for (std::size_t i = count - 1; i > 0; --i) {
    positives[i - 1] += positives[i];
    negatives[i - 1] += negatives[i];
  }
  constexpr double kLeast = 1e-7;
  rows.assign(6 * count, 0.0F);
  for (std::size_t i = 0; i < count; ++i) {
    const double true_positives = positives[i];
    const double false_positives = negatives[i];
    const double true_negatives = negatives[0] - negatives[i];
    const double false_negatives = positives[0] - positives[i];
    const double values[6] = {true_positives,
                              false_positives,
                              true_negatives,
                              false_negatives,
                              true_positives / std::max(kLeast, true_positives + false_positives),
                              true_positives / std::max(kLeast, true_positives + false_negatives)};
    for (std::size_t row = 0; row < 6; ++row) {
      rows[row * count + i] = static_cast<float>(values[row]);
    }
  }
  return {};
}

}  // namespace sightglass::writer
