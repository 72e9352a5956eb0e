#include "kinds/insights/activation_dead_rule.h"

#include <cstdint>
#include <vector>

#include "kinds/insights/persistence.h"

namespace sightglass::kinds::insights {
namespace {

// The share of values that count as zeros: the sure ones, where the writer tells them apart; else
// of a ReLU, whose lowest value is zero itself, all in the bucket that begins there.
double ZerosOf(const histograms::Moments& moments) {
  const bool is_told = moments.zeros_at_least > 0 || moments.min != 0;
  return is_told ? moments.zeros_at_least : moments.zeros_at_most;
}

}  // namespace

std::optional<Verdict> FindActivationDead(std::span<const histograms::MeasuredStep> steps,
                                          const ActivationDeadThresholds& thresholds) {
  std::vector<const histograms::StepMeasures*> known;
  std::vector<std::uint8_t> holds;
  for (const histograms::MeasuredStep& step : steps) {
    if (step.measures.moments.count == 0) continue;
    known.push_back(&step.measures);
    holds.push_back(ZerosOf(step.measures.moments) >= thresholds.min_zero_share ? 1 : 0);
  }
  if (static_cast<double>(known.size()) < thresholds.min_steps) return std::nullopt;
  const auto since = HeldSince(holds, thresholds.persistence);
  if (!since) return std::nullopt;
  const histograms::StepMeasures& last = *known.back();
  const bool is_sure = last.moments.zeros_at_least >= thresholds.min_zero_share;
  return Verdict{.severity = is_sure ? Severity::kProblem : Severity::kWarning,
                 .step = last.step,
                 .since = known[*since]->step,
                 .value = ZerosOf(last.moments),
                 .threshold = thresholds.min_zero_share,
                 .evidence = {{"zeros_at_least", last.moments.zeros_at_least},
                              {"zeros_at_most", last.moments.zeros_at_most},
                              {"zeros_first", ZerosOf(known.front()->moments)},
                              {"max", last.moments.max},
                              {"steps", static_cast<double>(known.size())}}};
}

}  // namespace sightglass::kinds::insights
