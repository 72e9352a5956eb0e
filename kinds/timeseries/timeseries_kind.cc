#include "kinds/timeseries/timeseries_kind.h"

#include "kinds/timeseries/timeseries_routes.h"

namespace sightglass::kinds {
namespace {

class TimeseriesKind final : public kind::Kind {
 public:
  [[nodiscard]] std::string_view id() const override { return "timeseries"; }
  void AddRoutes(const kind::Kinds& kinds, kind::Router& router) const override {
    std::vector<const kind::TimeSeriesSource*> sources;
    for (const auto& kind : kinds) {
      if (const kind::TimeSeriesSource* source = kind->time_series()) sources.push_back(source);
    }
    AddTimeSeriesRoutes(sources, router);
  }
};

}  // namespace

std::unique_ptr<kind::Kind> MakeTimeseriesKind(const kind::KindOptions&) {
  return std::make_unique<TimeseriesKind>();
}

}  // namespace sightglass::kinds
