#pragma once

#include <string>

#include "sightglass/status.h"
#include "sightglass/summary_values.h"

namespace sightglass::writer {

// Appends a RIFF WAVE file of 16-bit PCM. Floats are multiplied by 32,768, rounded and clipped, as
// TensorFlow does it: 1.0 is 32767, -1.0 is -32768, NaN becomes 0. kInvalidArgument
// for other types than float32, float64 and int16, for samples that do not fill the channels, for a
// rate or a number of channels out of range; kOutOfRange beyond 4 GiB.
Status AppendWav(const Numbers& samples, const AudioShape& shape, std::string& out);

}  // namespace sightglass::writer
