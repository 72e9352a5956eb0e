#include "kinds/histograms/histograms_kind.h"

#include "kinds/histograms/histograms_api.h"
#include "kinds/histograms/tensorboard_histogram_routes.h"

namespace sightglass::kinds {
namespace {

class HistogramsKind final : public kind::Kind {
 public:
  explicit HistogramsKind(const kind::KindOptions& options) : tensorboard_(options) {}

  [[nodiscard]] std::string_view id() const override { return "histograms"; }
  void AddRoutes(const kind::Kinds&, kind::Router& router) const override {
    tensorboard_.AddRoutes(router);
    AddHistogramsApiRoutes(router);
  }
  [[nodiscard]] std::string_view openapi() const override { return HistogramsOpenApi(); }
  [[nodiscard]] const kind::TimeSeriesSource* time_series() const override { return &tensorboard_; }

 private:
  TensorboardHistogramRoutes tensorboard_;
};

}  // namespace

std::unique_ptr<kind::Kind> MakeHistogramsKind(const kind::KindOptions& options) {
  return std::make_unique<HistogramsKind>(options);
}

}  // namespace sightglass::kinds
