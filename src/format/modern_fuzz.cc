// Any bytes as a Summary: whatever facts are told of a value hold for what its decoding gives.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/bytes.h"
#include "base/check.h"
#include "format/event.h"
#include "format/modern.h"

namespace sightglass::format {
namespace {

constexpr TensorLimits kLimits{.max_elements = 1 << 16, .max_repeated = 1 << 10};

void CheckValue(const ValueView& value) {
  const auto metadata = MetadataOf(value);
  CHECK(metadata.ok());
  CHECK(metadata->data_class != DataClass::kUnknown ||
        DataClassOfPlugin(metadata->plugin_name) == DataClass::kUnknown);
  static_cast<void>(FactsOf(value, metadata->plugin_name).ok());

  const auto buckets = DecodeHistogram(value, kLimits);
  if (const auto facts = FactsOf(value, "histograms"); facts.ok()) {
    CHECK(facts->rank == 2 && facts->dims[1] == 3 && facts->dims[0] >= 0);
    if (buckets.ok()) CHECK(buckets->size() <= static_cast<std::uint64_t>(facts->dims[0]));
  }
  const auto image = DecodeImageValue(value);
  if (const auto facts = FactsOf(value, "images"); facts.ok()) {
    CHECK(image.ok());
    CHECK(image->width == facts->detail[0] && image->height == facts->detail[1]);
    CHECK(image->encoded.size() == static_cast<std::uint64_t>(facts->detail[2]));
  }
  const auto clips = DecodeAudioValue(value);
  if (const auto facts = FactsOf(value, "audio"); facts.ok()) {
    CHECK(clips.ok());
    if (value.form == ValueForm::kTensor) {
      CHECK(clips->size() == static_cast<std::uint64_t>(facts->detail[2]));
    }
  }
  for (const std::string_view plugin :
       {"scalars", "text", "pr_curves", "mesh", "hparams", "mine"}) {
    static_cast<void>(FactsOf(value, plugin).ok());
  }
}

void Run(base::Bytes summary) {
  ValueWalker walker(summary);
  ValueView value;
  while (walker.Next(value)) CheckValue(value);
}

}  // namespace
}  // namespace sightglass::format

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sightglass::format::Run(std::as_bytes(std::span(data, size)));
  return 0;
}
