#include "kinds/scalars/scalars_kind.h"

#include "kinds/scalars/scalars_api.h"
#include "kinds/scalars/tensorboard_scalars.h"

namespace sightglass::kinds {
namespace {

class ScalarsKind final : public kind::Kind {
 public:
  explicit ScalarsKind(const kind::KindOptions& options) : tensorboard_(options) {}

  [[nodiscard]] std::string_view id() const override { return "scalars"; }
  void AddRoutes(const kind::Kinds&, kind::Router& router) const override {
    tensorboard_.AddRoutes(router);
    AddScalarsApiRoutes(router);
  }
  [[nodiscard]] std::string_view openapi() const override { return ScalarsOpenApi(); }
  [[nodiscard]] const kind::TimeSeriesSource* time_series() const override { return &tensorboard_; }

 private:
  TensorboardScalars tensorboard_;
};

}  // namespace

std::unique_ptr<kind::Kind> MakeScalarsKind(const kind::KindOptions& options) {
  return std::make_unique<ScalarsKind>(options);
}

}  // namespace sightglass::kinds
