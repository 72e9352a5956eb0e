#include "kinds/audio/audio_kind.h"

#include "kinds/audio/audio_api.h"
#include "kinds/audio/tensorboard_audio.h"

namespace sightglass::kinds {
namespace {

class AudioKind final : public kind::Kind {
 public:
  explicit AudioKind(const kind::KindOptions& options) : tensorboard_(options) {}

  [[nodiscard]] std::string_view id() const override { return "audio"; }
  void AddRoutes(const kind::Kinds&, kind::Router& router) const override {
    tensorboard_.AddRoutes(router);
    AddAudioApiRoutes(router);
  }
  [[nodiscard]] std::string_view openapi() const override { return AudioOpenApi(); }

 private:
  TensorboardAudio tensorboard_;
};

}  // namespace

std::unique_ptr<kind::Kind> MakeAudioKind(const kind::KindOptions& options) {
  return std::make_unique<AudioKind>(options);
}

}  // namespace sightglass::kinds
