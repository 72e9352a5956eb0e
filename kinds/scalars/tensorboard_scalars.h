#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "kind/kind.h"
#include "kind/tensorboard_sampling.h"
#include "kind/time_series_source.h"
#include "kinds/scalars/scalar_point_text.h"

namespace sightglass::kinds {

// The most that a body of scalars_multirun may have: the names of a hundred thousand runs.
inline constexpr std::size_t kMaxMultirunBodyBytes = std::size_t{16} << 20;

// Scalars as TensorBoard serves them, in /data/plugin/scalars/ and in the Time Series dashboard.
//
// Threads: any.
class TensorboardScalars final : public kind::TimeSeriesSource {
 public:
  explicit TensorboardScalars(const kind::KindOptions& options);

  // This must outlive the router.
  void AddRoutes(kind::Router& router) const;

  [[nodiscard]] std::string_view plugin() const override { return "scalars"; }
  [[nodiscard]] bool needs_run() const override { return false; }
  [[nodiscard]] bool needs_sample() const override { return false; }
  void WriteTags(const store::Snapshot& snapshot, base::JsonWriter& json) const override;
  base::Status WriteSeries(const kind::TimeSeriesRequest& request,
                           const kind::RequestContext& context,
                           base::JsonWriter& json) const override;

 private:
  struct NamedSeries {
    std::string_view run;
    const store::Series* series = nullptr;
  };

  base::Result<kind::Response> Tags(const kind::RequestContext& context) const;
  base::Result<kind::Response> Scalars(const kind::Request& request,
                                       const kind::RequestContext& context) const;
  base::Result<kind::Response> Multirun(const kind::Request& request,
                                        const kind::RequestContext& context) const;
  void AppendSeries(const store::Series& series, PointForm form, const base::CancelFlag& cancel,
                    std::string& out) const;
  // {run:[points]}
  base::Status WriteRuns(const std::vector<NamedSeries>& all, PointForm form,
                         const kind::RequestContext& context, base::JsonWriter& json) const;

  // The most points of a series; not set: all.
  std::optional<std::size_t> max_points_;
  mutable kind::SampledIndices sampled_;
};

}  // namespace sightglass::kinds
