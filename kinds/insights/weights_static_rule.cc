#include "kinds/insights/weights_static_rule.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sightglass::kinds::insights {

double DriftOf(const histograms::StepMeasures& from, const histograms::StepMeasures& to) {
  const auto& shares = histograms::kMeasuredShares;
  const auto distance = [&](std::size_t i) {
    return std::abs(to.percentiles[i] - from.percentiles[i]);
  };
  double sum = 0;
  for (std::size_t i = 1; i < shares.size(); ++i) {
    sum += (shares[i] - shares[i - 1]) * (distance(i - 1) / 2 + distance(i) / 2);
  }
  if (sum == 0) return 0;
  const double deviation = from.moments.deviation;
  const double scale = deviation > 0 ? deviation : std::abs(from.moments.mean);
  return scale > 0 ? sum / scale : std::numeric_limits<double>::infinity();
}

std::optional<Verdict> FindWeightsStatic(
    std::span<const std::span<const histograms::MeasuredStep>> layers,
    const WeightsStaticThresholds& thresholds) {
  Verdict verdict{.threshold = thresholds.max_drift};
  double judged = 0;
  double largest_drift = 0;
  for (std::size_t layer = 0; layer < layers.size(); ++layer) {
    const histograms::StepMeasures* first = nullptr;
    const histograms::StepMeasures* last = nullptr;
    double steps = 0;
    double drift = 0;
    for (const histograms::MeasuredStep& step : layers[layer]) {
      if (step.measures.moments.count == 0) continue;
      last = &step.measures;
      if (first == nullptr) first = last;
      ++steps;
      drift = std::max(drift, DriftOf(*first, *last));
    }
    if (first == nullptr || steps < thresholds.min_steps) continue;
    ++judged;
    largest_drift = std::max(largest_drift, drift);
    if (drift > thresholds.max_drift) continue;
    const bool is_first = verdict.layers.empty();
    verdict.layers.push_back({.layer = layer, .value = drift});
    verdict.value = is_first ? drift : std::min(verdict.value, drift);
    verdict.step = is_first ? last->step : std::max(verdict.step, last->step);
    verdict.since = is_first ? first->step : std::min(verdict.since, first->step);
  }
  if (verdict.layers.empty()) return std::nullopt;
  const auto still = static_cast<double>(verdict.layers.size());
  verdict.severity = still == judged ? Severity::kProblem : Severity::kWarning;
  std::ranges::stable_sort(verdict.layers, {}, &LayerNumber::value);
  verdict.evidence = {
      {"static_layers", still}, {"layer_count", judged}, {"largest_drift", largest_drift}};
  return verdict;
}

}  // namespace sightglass::kinds::insights
