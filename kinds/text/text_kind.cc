#include "kinds/text/text_kind.h"

#include "kinds/text/tensorboard_text.h"
#include "kinds/text/text_api.h"

namespace sightglass::kinds {
namespace {

class TextKind final : public kind::Kind {
 public:
  explicit TextKind(const kind::KindOptions& options) : tensorboard_(options) {}

  [[nodiscard]] std::string_view id() const override { return "text"; }
  void AddRoutes(const kind::Kinds&, kind::Router& router) const override {
    tensorboard_.AddRoutes(router);
    AddTextApiRoutes(router);
  }
  [[nodiscard]] std::string_view openapi() const override { return TextOpenApi(); }

 private:
  TensorboardText tensorboard_;
};

}  // namespace

std::unique_ptr<kind::Kind> MakeTextKind(const kind::KindOptions& options) {
  return std::make_unique<TextKind>(options);
}

}  // namespace sightglass::kinds
