#include "kinds/images/images_kind.h"

#include "kinds/images/images_api.h"
#include "kinds/images/tensorboard_images.h"

namespace sightglass::kinds {
namespace {

class ImagesKind final : public kind::Kind {
 public:
  explicit ImagesKind(const kind::KindOptions& options) : tensorboard_(options) {}

  [[nodiscard]] std::string_view id() const override { return "images"; }
  void AddRoutes(const kind::Kinds&, kind::Router& router) const override {
    tensorboard_.AddRoutes(router);
    api_.AddRoutes(router);
  }
  [[nodiscard]] std::string_view openapi() const override { return ImagesOpenApi(); }
  [[nodiscard]] const kind::TimeSeriesSource* time_series() const override { return &tensorboard_; }

 private:
  TensorboardImages tensorboard_;
  ImagesApi api_;
};

}  // namespace

std::unique_ptr<kind::Kind> MakeImagesKind(const kind::KindOptions& options) {
  return std::make_unique<ImagesKind>(options);
}

}  // namespace sightglass::kinds
