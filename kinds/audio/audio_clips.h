#pragma once

#include <cstdint>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"
#include "format/event.h"
#include "store/snapshot.h"

namespace sightglass::kinds {

inline constexpr std::string_view kAudioPlugin = "audio";

// How many clips a value holds, told by its header alone.
std::int64_t ClipCount(const store::RefHeader& header);

// One clip of a value, in place.
struct AudioClip {
  base::Bytes encoded;
  base::Bytes label;  // Markdown that went with it; empty if none did
};

// kNotFound: the value has fewer clips. kInvalidArgument: it holds no audio.
base::Result<AudioClip> ClipOf(const format::ValueView& value, std::uint32_t sample);

// What the series says of its clips, as TensorBoard serves it: "audio/wav", or
// "application/octet-stream" where the writer did not say that they are WAV.
std::string_view SeriesContentType(const store::Series& series);

}  // namespace sightglass::kinds
