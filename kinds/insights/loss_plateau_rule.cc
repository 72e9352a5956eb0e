#include "kinds/insights/loss_plateau_rule.h"

#include <algorithm>

#include "kinds/insights/robust_level.h"

namespace sightglass::kinds::insights {

std::optional<Verdict> FindLossPlateau(const ScalarSamples& loss,
                                       const LossPlateauThresholds& thresholds) {
  constexpr std::size_t kWindowsOfHalf = 10;
  const std::size_t size = loss.size();
  if (static_cast<double>(size) < thresholds.min_points) return std::nullopt;
  const std::size_t middle = MiddleOf(loss);
  const double few = thresholds.min_points / 4;
  if (static_cast<double>(middle) < few || static_cast<double>(size - middle) < few) {
    return std::nullopt;
  }
  const std::vector<Level> before = CutLevels(loss, 0, middle, std::min(kWindowsOfHalf, middle));
  const std::vector<Level> after =
      CutLevels(loss, middle, size, std::min(kWindowsOfHalf, size - middle));
  const Level& best_before = Lowest(before);
  const Level& best_after = Lowest(after);
  const double start = StartLevel(loss);
  if (!(best_before.value > 0 && best_after.value > 0 && start > 0)) return std::nullopt;
  const double noise = NoiseOf(after);
  // Where the loss leapt up and came back, its start is what it has to beat.
  const double reference = std::min(start, best_before.value);
  const double improvement = reference - best_after.value;
  const double needed =
      std::max(thresholds.min_improvement * reference, thresholds.noise_factor * noise);
  const double share = best_after.value / start;
  if (improvement >= needed || share < thresholds.converged_share) return std::nullopt;
  return Verdict{
      .severity = share > thresholds.stuck_share ? Severity::kProblem : Severity::kWarning,
      .step = loss.step.back(),
      .since = best_before.last,
      .value = improvement / reference,
      .threshold = needed / reference,
      .evidence = {{"start", start},
                   {"best_first_half", best_before.value},
                   {"best_last_half", best_after.value},
                   {"last", after.back().value},
                   {"share_of_start", share},
                   {"noise", noise}}};
}

}  // namespace sightglass::kinds::insights
