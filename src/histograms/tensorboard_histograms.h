#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "format/modern.h"
#include "kind/kind.h"
#include "kind/series_selection.h"
#include "kind/tensorboard_sampling.h"
#include "store/series.h"
#include "values/value_points.h"

namespace sightglass::histograms {

// The plugin of the series; TensorBoard's distributions are another view of them.
inline constexpr std::string_view kPlugin = "histograms";

// What TensorBoard's routes for histograms and for distributions have in common: the tags, which
// are the same, and the series that the parameters `run` and `tag` name, in TensorBoard's words if
// there is none.
base::Result<kind::Response> HandleTensorboardTags(const kind::Request& request,
                                                   const kind::RequestContext& context);
base::Result<kind::SelectedSeries> FindTensorboardHistograms(const kind::Request& request,
                                                             const store::Snapshot& snapshot);

// The values for these routes.
//
// Threads: any.
class TensorboardHistograms {
 public:
  using Take = std::function<void(base::Step step, double wall_time,
                                  std::span<const format::HistogramBucket> buckets)>;

  explicit TensorboardHistograms(const kind::KindOptions& options);

  // Calls take(step, wall_time, buckets) for all visible points in order; with --tb_sampling for
  // those that TensorBoard would give where a route gives at most `most`. Buckets are as they were
  // logged, those of the old form rounded to float32. A value that cannot be read is left out: it
  // is an issue since it was loaded, or its file is gone. kCancelled: not all was given.
  base::Status Read(const kind::SelectedSeries& selected, std::size_t most,
                    const kind::RequestContext& context, const Take& take) const;

  // What the Time Series dashboard gives at most: the user's number counts there, too.
  [[nodiscard]] std::size_t time_series_most() const { return time_series_most_; }

  static constexpr std::size_t kHistogramsMost = 51;
  static constexpr std::size_t kDistributionsMost = 501;

 private:
  [[nodiscard]] std::vector<values::ValuePoint> ShownPoints(const store::Series& series,
                                                            std::size_t most) const;

  // The most points of a series that are kept; not set: all, and then every route gives them all.
  std::optional<std::size_t> max_points_;
  std::size_t time_series_most_ = kHistogramsMost;
  mutable kind::SampledIndices sampled_;
};

}  // namespace sightglass::histograms
