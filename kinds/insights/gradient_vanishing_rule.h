#pragma once

#include <optional>

#include "kinds/insights/layer_gradients.h"
#include "kinds/insights/rule_thresholds.h"

namespace sightglass::kinds::insights {

struct GradientVanishingThresholds {
  double min_layers = 3;
  double min_steps = 5;
  double max_ratio = 1e-3;   // of the first layers to the last ones
  double persistence = 0.8;  // share of the later steps at which it is so

  template <class Self, class Use>
  static auto Each(Self& self, Use use) {
    return use(Threshold{"min_layers", self.min_layers, 2, 1e6},
               Threshold{"min_steps", self.min_steps, 1, 1e9},
               Threshold{"max_ratio", self.max_ratio, 0, 1},
               Threshold{"persistence", self.persistence, 0, 1});
  }
};

// Gradients die out on their way back: those of the first third of the layers are below `max_ratio`
// times those of the last third, at nearly all of the later steps. What is zero throughout counts,
// as long as the last layers have any.
std::optional<Verdict> FindGradientVanishing(const LayerGradients& gradients,
                                             const GradientVanishingThresholds& thresholds);

}  // namespace sightglass::kinds::insights
