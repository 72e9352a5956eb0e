#pragma once

#include <cstdint>
#include <string_view>

#include "base/bytes.h"

namespace sightglass::kinds {

// How a clip is encoded, as far as its first bytes tell.
enum class SoundFormat : std::uint8_t {
  kUnknown,
  kWav,   // RIFF, RIFX or RF64 with WAVE inside
  kMp3,   // MPEG audio, layers 1 to 3, with or without ID3 in front
  kAac,   // ADTS
  kFlac,  // native, not inside Ogg
  kOgg,   // Vorbis, Opus, ...
  kMp4,
  kWebm,
  kAiff,
};

// Never fails: what is not known is kUnknown. Cost: a few bytes are looked at, for MP3 with ID3 as
// well.
SoundFormat SniffSound(base::Bytes clip);

// "wav", "mp3", ...; "unknown".
std::string_view SoundFormatName(SoundFormat format);
// "audio/wav", ...; "application/octet-stream" for what is not known, which no browser runs.
std::string_view SoundContentType(SoundFormat format);

}  // namespace sightglass::kinds
