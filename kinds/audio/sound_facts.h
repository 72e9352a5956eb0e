#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "kinds/audio/sound_format.h"

namespace sightglass::kinds {

// What the headers of a clip say. 0 and empty mean: not said, or not read here.
struct SoundFacts {
  SoundFormat format = SoundFormat::kUnknown;
  std::string_view encoding{};  // inside the container: "pcm", "float", "vorbis", ...
  std::uint32_t rate = 0;       // frames a second
  std::uint32_t channels = 0;
  std::uint32_t bits = 0;  // of one sample
  std::uint64_t frames = 0;
  // What is wrong, in words. Facts that could be read are there nevertheless.
  std::string error{};

  [[nodiscard]] double seconds() const {
    return rate == 0 ? 0 : static_cast<double>(frames) / rate;
  }
};

// Reads headers, never sound: WAV and FLAC give all facts; Ogg, MP3 and AAC give rate and channels,
// Ogg its length, too; of others only the format is known.
//
// Cost: a few hundred bytes, and for Ogg the last 64 KiB. Any bytes are fine.
SoundFacts ReadSoundFacts(base::Bytes clip);

}  // namespace sightglass::kinds
