#include "kinds/distributions/percentile_table.h"

#include <algorithm>
#include <cstddef>
#include <span>

#include "histograms/measures.h"

namespace sightglass::kinds {

using histograms::kMeasuredShares;

std::optional<std::vector<std::size_t>> RememberedLevels(const std::vector<double>& levels) {
  std::vector<std::size_t> places;
  places.reserve(levels.size());
  for (const double level : levels) {
    const auto* const found = std::ranges::find(kMeasuredShares, level);
    if (found == kMeasuredShares.end()) return std::nullopt;
    places.push_back(static_cast<std::size_t>(found - kMeasuredShares.begin()));
  }
  return places;
}

void PercentileTable::Add(base::Step step, double wall_time,
                          const histograms::Histogram& histogram) {
  step_.push_back(step);
  wall_time_.push_back(wall_time);
  values_.resize(values_.size() + levels_.size());
  histograms::Percentiles(histogram, levels_, std::span(values_).last(levels_.size()));
}

void PercentileTable::Add(const histograms::StepMeasures& measures,
                          const std::vector<std::size_t>& places) {
  step_.push_back(measures.step);
  wall_time_.push_back(measures.wall_time);
  for (const std::size_t place : places) values_.push_back(measures.percentiles[place]);
}

void PercentileTable::Write(kind::AnswerWriter& writer) const {
  base::JsonWriter& json = writer.json();
  json.Key("step");
  writer.Column(std::span(step_));
  json.Key("wall_time");
  writer.Column(std::span(wall_time_));
  json.Key("levels");
  json.BeginArray();
  for (const double level : levels_) json.Double(level);
  json.EndArray();
  json.Key("values");
  writer.Column(std::span(values_));
}

}  // namespace sightglass::kinds
