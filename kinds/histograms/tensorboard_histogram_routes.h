#pragma once

#include <string_view>

#include "histograms/tensorboard_histograms.h"
#include "kind/kind.h"
#include "kind/time_series_source.h"

namespace sightglass::kinds {

// Histograms as TensorBoard serves them, in /data/plugin/histograms/ and in the Time Series
// dashboard.
//
// Threads: any.
class TensorboardHistogramRoutes final : public kind::TimeSeriesSource {
 public:
  explicit TensorboardHistogramRoutes(const kind::KindOptions& options) : reader_(options) {}

  // This must outlive the router.
  void AddRoutes(kind::Router& router) const;

  [[nodiscard]] std::string_view plugin() const override { return histograms::kPlugin; }
  [[nodiscard]] bool needs_run() const override { return true; }
  [[nodiscard]] bool needs_sample() const override { return false; }
  void WriteTags(const store::Snapshot& snapshot, base::JsonWriter& json) const override;
  base::Status WriteSeries(const kind::TimeSeriesRequest& request,
                           const kind::RequestContext& context,
                           base::JsonWriter& json) const override;

 private:
  base::Result<kind::Response> Histograms(const kind::Request& request,
                                          const kind::RequestContext& context) const;

  histograms::TensorboardHistograms reader_;
};

}  // namespace sightglass::kinds
