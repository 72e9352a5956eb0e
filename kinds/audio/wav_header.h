#pragma once

#include "base/bytes.h"
#include "kinds/audio/sound_facts.h"

namespace sightglass::kinds {

// Of a clip that SniffSound() calls kWav: RIFF (little-endian), RIFX (big-endian) or RF64, any
// chunks in any order as long as "fmt " comes before "data". Sizes are those that writers leave
// while they stream (0 or all ones): then the sound reaches to the end. A data chunk that is longer
// than the file is an error, and what is there counts.
//
// Cost: one step a chunk, at most kMaxWavChunks.
SoundFacts ReadWavHeader(base::Bytes clip);

inline constexpr int kMaxWavChunks = 1000;

}  // namespace sightglass::kinds
