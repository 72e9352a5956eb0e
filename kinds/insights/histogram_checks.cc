#include "kinds/insights/histogram_checks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "kinds/insights/scalar_checks.h"

namespace sightglass::kinds::insights {
namespace {

using histograms::MeasuredStep;
using histograms::SeriesMeasures;
using SeriesList = std::vector<const store::Series*>;
using Measures = std::span<const SeriesMeasures>;

// The root of the mean square: what a norm is, for layers of any size.
double SizeOf(const histograms::Moments& moments) {
  return std::hypot(moments.mean, moments.deviation);
}

// Layers are mostly logged at the same steps; at those of the last one, what others have there.
LayerGradients GradientsOf(Measures layers) {
  LayerGradients gradients;
  for (const MeasuredStep& step : layers.back().steps) {
    gradients.step.push_back(step.measures.step);
  }
  for (const SeriesMeasures& layer : layers) {
    std::vector<double>& sizes = gradients.size.emplace_back(
        gradients.step.size(), std::numeric_limits<double>::quiet_NaN());
    auto at = layer.steps.begin();
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      at = std::find_if(at, layer.steps.end(), [&](const MeasuredStep& step) {
        return step.measures.step >= gradients.step[i];
      });
      if (at == layer.steps.end()) break;
      if (at->measures.step == gradients.step[i] && at->measures.moments.count > 0) {
        sizes[i] = SizeOf(at->measures.moments);
      }
    }
  }
  return gradients;
}

void CheckActivations(const store::Run& run, const SeriesList& series, Measures measures,
                      bool is_bounded, const InsightsRequest& request,
                      std::vector<Finding>& findings) {
  for (std::size_t i = 0; i < series.size(); ++i) {
    const auto add = [&](std::string_view rule, std::optional<Verdict> verdict) {
      if (!verdict || !request.Wants(rule)) return;
      findings.push_back({.rule = rule,
                          .about = {.run = &run, .series = series[i]},
                          .verdict = *std::move(verdict)});
    };
    const std::span<const MeasuredStep> steps = measures[i].steps;
    add(kActivationDead, FindActivationDead(steps, request.thresholds.activation_dead));
    if (!is_bounded) continue;
    add(kActivationSaturated,
        FindActivationSaturated(steps, request.thresholds.activation_saturated));
  }
}

void CheckWeights(const store::Run& run, const SeriesList& series, Measures measures,
                  const InsightsRequest& request, std::vector<Finding>& findings) {
  std::vector<std::span<const MeasuredStep>> layers;
  for (const SeriesMeasures& layer : measures) layers.emplace_back(layer.steps);
  auto verdict = FindWeightsStatic(layers, request.thresholds.weights_static);
  if (!verdict) return;
  findings.push_back(MakeLayerFinding(kWeightsStatic, run, series, *std::move(verdict)));
}

}  // namespace

std::size_t ListHistograms(const RunSeries& series, std::vector<values::ScanSeries>& list) {
  const std::size_t before = list.size();
  for (const SeriesList* const part :
       {&series.activations, &series.unbounded_activations, &series.weights, &series.gradients}) {
    for (const store::Series* const each : *part) {
      list.push_back({.run = series.run, .series = each});
    }
  }
  return list.size() - before;
}

void CheckHistograms(const RunSeries& series, std::span<const SeriesMeasures> measures,
                     const InsightsRequest& request, std::vector<Finding>& findings) {
  const auto take = [&](const SeriesList& list) {
    const Measures part = measures.first(list.size());
    measures = measures.subspan(list.size());
    return part;
  };
  const store::Run& run = *series.run;
  CheckActivations(run, series.activations, take(series.activations), /*is_bounded=*/true, request,
                   findings);
  CheckActivations(run, series.unbounded_activations, take(series.unbounded_activations),
                   /*is_bounded=*/false, request, findings);
  CheckWeights(run, series.weights, take(series.weights), request, findings);
  const Measures gradients = take(series.gradients);
  if (!gradients.empty()) {
    CheckGradients(run, series.gradients, GradientsOf(gradients), request, findings);
  }
}

}  // namespace sightglass::kinds::insights
