#include "kinds/histograms/measured_series.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>

#include "histograms/measures.h"

namespace sightglass::kinds {
namespace {

using histograms::Drift;
using histograms::Histogram;
using histograms::kMeasuredShares;
using histograms::Moments;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr Drift kNoDrift{.kolmogorov_smirnov = kNone, .wasserstein = kNone};

std::size_t RememberedShare(double level) {
  return static_cast<std::size_t>(std::ranges::find(kMeasuredShares, level) -
                                  kMeasuredShares.begin());
}

double NumberOf(MeasureKind kind, const Moments& moments) {
  switch (kind) {
    case MeasureKind::kMean:
      return moments.mean;
    case MeasureKind::kDeviation:
      return moments.deviation;
    case MeasureKind::kMin:
      return moments.min;
    case MeasureKind::kMax:
      return moments.max;
    case MeasureKind::kCount:
      return moments.count;
    case MeasureKind::kZerosLow:
      return moments.zeros_at_least;
    case MeasureKind::kZerosHigh:
      return moments.zeros_at_most;
    default:
      return kNone;  // no moment
  }
}

Drift DriftFrom(const Histogram* before, const Histogram& now) {
  return before == nullptr ? kNoDrift : histograms::DriftBetween(*before, now);
}

const Histogram* PointerTo(const std::optional<Histogram>& histogram) {
  return histogram ? &*histogram : nullptr;
}

}  // namespace

MeasuredSeries::MeasuredSeries(const std::vector<Measure>& measures)
    : measures_(measures), columns_(measures.size()) {
  for (const Measure& each : measures) {
    compares_step_ |= each.kind == MeasureKind::kKsStep || each.kind == MeasureKind::kW1Step;
    compares_first_ |= each.kind == MeasureKind::kKsFirst || each.kind == MeasureKind::kW1First;
  }
}

bool MeasuredSeries::CanRemember(const std::vector<Measure>& measures) {
  return std::ranges::all_of(measures, [](const Measure& each) {
    return !each.compares() && (each.kind != MeasureKind::kPercentile ||
                                RememberedShare(each.level) < kMeasuredShares.size());
  });
}

void MeasuredSeries::Add(histograms::ReadStep&& step, const Histogram* baseline) {
  const Histogram& now = step.histogram;
  if (compares_first_ && !first_) first_ = now;
  const Moments moments = histograms::MomentsOf(now);
  const Drift from_step = compares_step_ ? DriftFrom(PointerTo(previous_), now) : kNoDrift;
  const Drift from_first = compares_first_ ? DriftFrom(PointerTo(first_), now) : kNoDrift;
  const Drift from_run = DriftFrom(baseline, now);
  for (std::size_t i = 0; i < measures_.size(); ++i) {
    const auto number = [&]() -> double {
      switch (measures_[i].kind) {
        case MeasureKind::kPercentile:
          return histograms::Percentile(now, measures_[i].level);
        case MeasureKind::kKsStep:
          return from_step.kolmogorov_smirnov;
        case MeasureKind::kW1Step:
          return from_step.wasserstein;
        case MeasureKind::kKsFirst:
          return from_first.kolmogorov_smirnov;
        case MeasureKind::kW1First:
          return from_first.wasserstein;
        case MeasureKind::kKsRun:
          return from_run.kolmogorov_smirnov;
        case MeasureKind::kW1Run:
          return from_run.wasserstein;
        default:
          return NumberOf(measures_[i].kind, moments);
      }
    };
    columns_[i].push_back(number());
  }
  step_.push_back(step.step);
  wall_time_.push_back(step.wall_time);
  if (compares_step_) previous_ = std::move(step.histogram);
}

void MeasuredSeries::Add(const histograms::StepMeasures& step) {
  for (std::size_t i = 0; i < measures_.size(); ++i) {
    const Measure& measure = measures_[i];
    columns_[i].push_back(measure.kind == MeasureKind::kPercentile
                              ? step.percentiles[RememberedShare(measure.level)]
                              : NumberOf(measure.kind, step.moments));
  }
  step_.push_back(step.step);
  wall_time_.push_back(step.wall_time);
}

void MeasuredSeries::Write(kind::AnswerWriter& writer) const {
  base::JsonWriter& json = writer.json();
  json.Key("step");
  writer.Column(std::span(step_));
  json.Key("wall_time");
  writer.Column(std::span(wall_time_));
  json.Key("measures");
  json.BeginObject();
  for (std::size_t i = 0; i < measures_.size(); ++i) {
    json.NameKey(measures_[i].name);
    writer.Column(std::span(columns_[i]));
  }
  json.EndObject();
}

}  // namespace sightglass::kinds
