#include "kinds/insights/scalar_checks.h"

#include <cmath>
#include <string_view>
#include <utility>

#include "kinds/insights/series_pairs.h"

namespace sightglass::kinds::insights {
namespace {

constexpr std::size_t kGradientSteps = 32;

void Add(std::string_view rule, const SeriesRef& about, std::optional<Verdict> verdict,
         std::vector<Finding>& findings) {
  if (verdict) {
    findings.push_back({.rule = rule, .about = about, .verdict = *std::move(verdict)});
  }
}

// The histogram whose numbers that are not finite are counted by the scalars of this tag.
const store::Series* CountedHistogram(const store::Run& run, std::string_view tag) {
  constexpr std::string_view kSuffix = "/non_finite";
  if (!tag.ends_with(kSuffix)) return nullptr;
  tag.remove_suffix(kSuffix.size());
  const store::Series* const series = run.Find(tag);
  return series != nullptr && series->info->plugin == "histograms" ? series : nullptr;
}

void CheckNonFinite(const store::Run& run, const NonFiniteThresholds& thresholds,
                    std::vector<Finding>& findings) {
  for (const auto& series : run.series) {
    if (series->scalars() == nullptr) continue;
    const SeriesRef about{.run = &run, .series = series.get()};
    Add(kNonFinite, about, FindNonFinite(*series->scalars(), thresholds), findings);
    const store::Series* const counted = CountedHistogram(run, series->tag_name);
    if (counted == nullptr) continue;
    Add(kNonFinite, {.run = &run, .series = counted},
        FindNonFiniteCounts(*series->scalars(), thresholds), findings);
  }
}

void CheckLoss(const store::Snapshot& snapshot, const SeriesRef& about,
               const InsightsRequest& request, std::vector<Finding>& findings) {
  const ScalarSamples samples = ReadSamples(*about.series->scalars());
  const AllThresholds& thresholds = request.thresholds;
  if (request.Wants(kLossDiverged)) {
    Add(kLossDiverged, about, FindLossDiverged(samples, thresholds.loss_diverged), findings);
  }
  const SeriesRef partner = FindTrainingPartner(snapshot, about);
  if (partner.series == nullptr) {
    if (request.Wants(kLossPlateau)) {
      Add(kLossPlateau, about, FindLossPlateau(samples, thresholds.loss_plateau), findings);
    }
    return;
  }
  // Held-out data begin when there is something to test, so where it began says little of learning:
  // whether the loss stands still is asked of its partner.
  if (!request.Wants(kOverfitting)) return;
  auto verdict =
      FindOverfitting(ReadSamples(*partner.series->scalars()), samples, thresholds.overfitting);
  if (!verdict) return;
  findings.push_back(
      {.rule = kOverfitting, .about = about, .verdict = *std::move(verdict), .partner = partner});
}

void CheckNorms(const RunSeries& series, const InsightsRequest& request,
                std::vector<Finding>& findings) {
  if (series.gradient_norms.empty()) return;
  LayerGradients gradients;
  gradients.step = PickSteps(*series.gradient_norms.back()->scalars(), kGradientSteps);
  for (const store::Series* const layer : series.gradient_norms) {
    gradients.size.push_back(SampleAt(*layer->scalars(), gradients.step));
  }
  CheckGradients(*series.run, series.gradient_norms, gradients, request, findings);
}

}  // namespace

Finding MakeLayerFinding(std::string_view rule, const store::Run& run,
                         const std::vector<const store::Series*>& layers, Verdict verdict) {
  Finding finding{.rule = rule,
                  .about = {.run = &run, .series = layers[verdict.layers.front().layer]}};
  for (const LayerNumber& layer : verdict.layers) {
    finding.layers.push_back({.series = layers[layer.layer], .value = layer.value});
  }
  finding.verdict = std::move(verdict);
  return finding;
}

void CheckGradients(const store::Run& run, const std::vector<const store::Series*>& layers,
                    const LayerGradients& gradients, const InsightsRequest& request,
                    std::vector<Finding>& findings) {
  const AllThresholds& thresholds = request.thresholds;
  const auto add = [&](std::string_view rule, std::optional<Verdict> verdict) {
    if (!verdict || !request.Wants(rule)) return;
    findings.push_back(MakeLayerFinding(rule, run, layers, *std::move(verdict)));
  };
  add(kGradientVanishing, FindGradientVanishing(gradients, thresholds.gradient_vanishing));
  add(kGradientExploding, FindGradientExploding(gradients, thresholds.gradient_exploding));
}

void CheckScalars(const store::Snapshot& snapshot, const RunSeries& series,
                  const InsightsRequest& request, const base::CancelFlag& cancel,
                  std::vector<Finding>& findings) {
  if (request.Wants(kNonFinite)) {
    CheckNonFinite(*series.run, request.thresholds.non_finite, findings);
  }
  for (const store::Series* const loss : series.losses) {
    if (cancel.cancelled()) return;
    CheckLoss(snapshot, {.run = series.run, .series = loss}, request, findings);
  }
  CheckNorms(series, request, findings);
}

}  // namespace sightglass::kinds::insights
