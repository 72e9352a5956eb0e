#include "kinds/distributions/distributions_kind.h"

#include "kinds/distributions/distributions_api.h"
#include "kinds/distributions/tensorboard_distributions.h"

namespace sightglass::kinds {
namespace {

class DistributionsKind final : public kind::Kind {
 public:
  explicit DistributionsKind(const kind::KindOptions& options) : tensorboard_(options) {}

  [[nodiscard]] std::string_view id() const override { return "distributions"; }
  void AddRoutes(const kind::Kinds&, kind::Router& router) const override {
    tensorboard_.AddRoutes(router);
    AddDistributionsApiRoutes(router);
  }
  [[nodiscard]] std::string_view openapi() const override { return DistributionsOpenApi(); }

 private:
  TensorboardDistributions tensorboard_;
};

}  // namespace

std::unique_ptr<kind::Kind> MakeDistributionsKind(const kind::KindOptions& options) {
  return std::make_unique<DistributionsKind>(options);
}

}  // namespace sightglass::kinds
