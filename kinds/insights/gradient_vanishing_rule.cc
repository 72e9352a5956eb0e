#include "kinds/insights/gradient_vanishing_rule.h"

namespace sightglass::kinds::insights {

std::optional<Verdict> FindGradientVanishing(const LayerGradients& gradients,
                                             const GradientVanishingThresholds& thresholds) {
  return CheckFlow(gradients, {.min_layers = thresholds.min_layers,
                               .min_steps = thresholds.min_steps,
                               .persistence = thresholds.persistence,
                               .threshold = thresholds.max_ratio,
                               .above = false});
}

}  // namespace sightglass::kinds::insights
