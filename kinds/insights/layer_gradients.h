#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/ids.h"
#include "kinds/insights/finding.h"

namespace sightglass::kinds::insights {

// How large the gradients of a network's layers were, from the input to the output: one row a
// layer, one column a step. NaN: not logged there. A size is a norm, or the root of the mean square
// of what a histogram holds.
struct LayerGradients {
  std::vector<base::Step> step{};
  std::vector<std::vector<double>> size{};

  [[nodiscard]] std::size_t layers() const { return size.size(); }
};

// The median of the first third of the layers over that of the last third, at every step at which
// both are known and the latter is above zero; NaN at others.
std::vector<double> FlowRatios(const LayerGradients& gradients);

// What is asked of the ratios.
struct FlowCheck {
  double min_layers = 0;
  double min_steps = 0;
  double persistence = 0;
  double threshold = 0;
  bool above = false;  // the ratio must be above the threshold; else below
};

// A verdict if the ratio crosses the threshold, and has come to stay (persistence.h).
std::optional<Verdict> CheckFlow(const LayerGradients& gradients, const FlowCheck& check);

}  // namespace sightglass::kinds::insights
