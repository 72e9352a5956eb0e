#include "kinds/insights/gradient_exploding_rule.h"

namespace sightglass::kinds::insights {

std::optional<Verdict> FindGradientExploding(const LayerGradients& gradients,
                                             const GradientExplodingThresholds& thresholds) {
  return CheckFlow(gradients, {.min_layers = thresholds.min_layers,
                               .min_steps = thresholds.min_steps,
                               .persistence = thresholds.persistence,
                               .threshold = thresholds.min_ratio,
                               .above = true});
}

}  // namespace sightglass::kinds::insights
