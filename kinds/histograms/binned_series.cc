#include "kinds/histograms/binned_series.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "histograms/rebin.h"

namespace sightglass::kinds {

BinnedSeries::BinnedSeries(histograms::Bins bins, std::uint64_t points, std::uint64_t max_rows)
    : bins_(std::move(bins)), points_(points), max_rows_(std::min(points, max_rows)) {}

void BinnedSeries::BeginRow(const histograms::ReadStep& step) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  step_.push_back(step.step);
  last_step_.push_back(step.step);
  wall_time_.push_back(step.wall_time);
  merged_.push_back(0);
  counts_.resize(counts_.size() + bins_.edges.bins(), 0);
  below_.push_back(0);
  above_.push_back(0);
  total_.push_back(0);
  min_.push_back(kNone);
  max_.push_back(kNone);
}

void BinnedSeries::Add(const histograms::ReadStep& step, std::uint64_t position) {
  const std::uint64_t group = position * max_rows_ / points_;
  if (step_.empty() || group != open_group_) BeginRow(step);
  open_group_ = group;
  const std::size_t bins = bins_.edges.bins();
  const histograms::Histogram& histogram = step.histogram;
  const auto outside = histograms::AddRebinned(
      histogram, bins_.edges.edges, std::span(counts_).subspan(counts_.size() - bins, bins));
  last_step_.back() = step.step;
  ++merged_.back();
  below_.back() += outside.below;
  above_.back() += outside.above;
  total_.back() += histogram.total;
  min_.back() = std::fmin(min_.back(), histogram.min());
  max_.back() = std::fmax(max_.back(), histogram.max());
}

void BinnedSeries::Write(kind::AnswerWriter& writer) const {
  const auto column = [&writer](std::string_view key, const auto& values) {
    writer.json().Key(key);
    writer.Column(std::span(values));
  };
  column("step", step_);
  column("wall_time", wall_time_);
  column("merged", merged_);
  column("last_step", last_step_);
  column("edges", bins_.edges.edges);
  if (bins_.linear_width > 0) {
    writer.json().Key("linear_width");
    writer.json().Double(bins_.linear_width);
  }
  column("counts", counts_);
  column("below", below_);
  column("above", above_);
  column("total", total_);
  column("min", min_);
  column("max", max_);
}

}  // namespace sightglass::kinds
