#include "kinds/insights/insights_kind.h"

#include "kinds/insights/insights_api.h"

namespace sightglass::kinds {
namespace {

class InsightsKind final : public kind::Kind {
 public:
  [[nodiscard]] std::string_view id() const override { return "insights"; }
  void AddRoutes(const kind::Kinds&, kind::Router& router) const override {
    AddInsightsRoutes(router);
  }
  [[nodiscard]] std::string_view openapi() const override { return InsightsOpenApi(); }
};

}  // namespace

std::unique_ptr<kind::Kind> MakeInsightsKind(const kind::KindOptions&) {
  return std::make_unique<InsightsKind>();
}

}  // namespace sightglass::kinds
