#include "kinds/insights/run_series.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "kinds/insights/layer_order.h"

namespace sightglass::kinds::insights {
namespace {

using SeriesList = std::vector<const store::Series*>;

// Which roles the rules ask for.
class WantedRoles {
 public:
  explicit WantedRoles(const InsightsRequest& request) {
    const auto any = [&](std::initializer_list<std::string_view> rules) {
      return std::ranges::any_of(rules, [&](std::string_view rule) { return request.Wants(rule); });
    };
    losses_ = any({kLossPlateau, kLossDiverged, kOverfitting});
    gradients_ = any({kGradientVanishing, kGradientExploding});
    activations_ = any({kActivationDead, kActivationSaturated});
    unbounded_ = any({kActivationDead});
    weights_ = any({kWeightsStatic});
  }

  // Where series of `role` go; nullptr: nowhere.
  [[nodiscard]] SeriesList* Place(TagRole role, RunSeries& run) const {
    switch (role) {
      case TagRole::kNone:
        return nullptr;
      case TagRole::kLoss:
        return losses_ ? &run.losses : nullptr;
      case TagRole::kGradientNorm:
        return gradients_ ? &run.gradient_norms : nullptr;
      case TagRole::kGradients:
        return gradients_ ? &run.gradients : nullptr;
      case TagRole::kActivations:
        return activations_ ? &run.activations : nullptr;
      case TagRole::kUnboundedActivations:
        return unbounded_ ? &run.unbounded_activations : nullptr;
      case TagRole::kWeights:
        return weights_ ? &run.weights : nullptr;
    }
    return nullptr;
  }

 private:
  bool losses_ = false;
  bool gradients_ = false;
  bool activations_ = false;
  bool unbounded_ = false;
  bool weights_ = false;
};

// Cuts `list` to what is left of a limit.
void Take(SeriesList& list, std::size_t& left, bool& truncated) {
  if (list.size() > left) {
    list.resize(left);
    truncated = true;
  }
  left -= list.size();
}

}  // namespace

SortedRuns SortSeries(const std::vector<const store::Run*>& runs, const InsightsRequest& request,
                      const CheckLimits& limits, TagRoles& roles) {
  const WantedRoles wanted(request);
  const AllThresholds& thresholds = request.thresholds;
  const double min_layers =
      std::min(thresholds.gradient_vanishing.min_layers, thresholds.gradient_exploding.min_layers);
  std::size_t scalars_left = limits.max_scalars;
  std::size_t histograms_left = limits.max_histograms;
  SortedRuns sorted;
  for (const store::Run* const run : runs) {
    RunSeries& to = sorted.runs.emplace_back(RunSeries{.run = run});
    for (const auto& series : run->series) {
      if (series->size() == 0) continue;
      SeriesList* const place = wanted.Place(roles.Of(*series), to);
      if (place != nullptr) place->push_back(series.get());
    }
    if (static_cast<double>(to.gradient_norms.size()) >= min_layers) to.gradients.clear();
    for (SeriesList* const list : {&to.gradient_norms, &to.gradients, &to.weights}) {
      SortLayers(*list);
    }
    for (SeriesList* const list : {&to.losses, &to.gradient_norms}) {
      Take(*list, scalars_left, sorted.truncated);
    }
    for (SeriesList* const list :
         {&to.activations, &to.unbounded_activations, &to.weights, &to.gradients}) {
      Take(*list, histograms_left, sorted.truncated);
    }
  }
  return sorted;
}

}  // namespace sightglass::kinds::insights
