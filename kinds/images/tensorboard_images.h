#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "kind/kind.h"
#include "kind/series_selection.h"
#include "kind/tensorboard_sampling.h"
#include "kind/time_series_source.h"
#include "store/point.h"

namespace sightglass::kinds {

// Images as TensorBoard serves them, in /data/plugin/images/ and in the Time Series dashboard.
//
// Threads: any.
class TensorboardImages final : public kind::TimeSeriesSource {
 public:
  explicit TensorboardImages(const kind::KindOptions& options);

  // This must outlive the router.
  void AddRoutes(kind::Router& router) const;

  [[nodiscard]] std::string_view plugin() const override { return "images"; }
  [[nodiscard]] bool needs_run() const override { return true; }
  [[nodiscard]] bool needs_sample() const override { return true; }
  void WriteTags(const store::Snapshot& snapshot, base::JsonWriter& json) const override;
  base::Status WriteSeries(const kind::TimeSeriesRequest& request,
                           const kind::RequestContext& context,
                           base::JsonWriter& json) const override;
  base::Result<kind::Response> Image(std::string_view image_id,
                                     const kind::RequestContext& context) const override;

 private:
  base::Result<kind::Response> Tags(const kind::RequestContext& context) const;
  base::Result<kind::Response> Images(const kind::Request& request,
                                      const kind::RequestContext& context) const;
  base::Result<kind::Response> IndividualImage(const kind::Request& request,
                                               const kind::RequestContext& context) const;

  // What is shown of a series: all visible points, unless the user asked for TensorBoard's sample.
  [[nodiscard]] std::vector<store::RefPoint> ShownPoints(const store::Series& series) const;
  // The most pictures of any step that is shown.
  [[nodiscard]] std::int64_t MostSamples(const store::Snapshot& snapshot,
                                         const store::Series& series) const;

  // The most points of a series; not set: all.
  std::optional<std::size_t> max_points_;
  mutable kind::SampledIndices sampled_;
};

}  // namespace sightglass::kinds
