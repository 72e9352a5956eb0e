#include "kinds/graphs/graphs_kind.h"

#include "kinds/graphs/graphs_api.h"
#include "kinds/graphs/tensorboard_graphs.h"

namespace sightglass::kinds {
namespace {

class GraphsKind final : public kind::Kind {
 public:
  [[nodiscard]] std::string_view id() const override { return "graphs"; }
  void AddRoutes(const kind::Kinds&, kind::Router& router) const override {
    AddTensorboardGraphRoutes(router);
    api_.AddRoutes(router);
  }
  [[nodiscard]] std::string_view openapi() const override { return GraphsOpenApi(); }
  base::Status OpenFile(const std::string& path) override { return api_.OpenFile(path); }
  [[nodiscard]] std::size_t opened_files() const override { return api_.opened_files(); }

 private:
  GraphsApi api_;
};

}  // namespace

std::unique_ptr<kind::Kind> MakeGraphsKind(const kind::KindOptions&) {
  return std::make_unique<GraphsKind>();
}

}  // namespace sightglass::kinds
