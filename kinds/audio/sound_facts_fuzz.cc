// Any bytes as a clip: facts are sensible or there is an error, and no more frames than bytes where
// each frame has its own.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/check.h"
#include "kinds/audio/sound_facts.h"

namespace sightglass::kinds {
namespace {

void Run(base::Bytes clip) {
  const SoundFacts facts = ReadSoundFacts(clip);
  CHECK(facts.format == SniffSound(clip));
  CHECK(std::isfinite(facts.seconds()));
  CHECK(!SoundContentType(facts.format).empty());
  if (facts.encoding == "pcm" || facts.encoding == "float") CHECK(facts.frames <= clip.size());
  if (facts.format == SoundFormat::kUnknown) CHECK(!facts.error.empty());
}

}  // namespace
}  // namespace sightglass::kinds

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sightglass::kinds::Run(std::as_bytes(std::span(data, size)));
  return 0;
}
