#include "kinds/audio/audio_clips.h"

#include <fmt/format.h>

#include <cstddef>
#include <vector>

#include "format/modern.h"
#include "format/tensor.h"
#include "format/wire.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;

constexpr std::uint64_t kWavEncoding = 11;

// Of AudioPluginData; 0 if the content is something else.
std::uint64_t EncodingOf(std::string_view content) {
  format::WireReader reader(base::AsBytes(content));
  std::uint64_t encoding = 0;
  while (reader.Next()) {
    if (reader.tag() == format::FieldTag(2, format::WireType::kVarint)) {
      encoding = reader.Varint();
    } else {
      reader.Skip();
    }
  }
  return reader.error() == format::WireError::kOk ? encoding : 0;
}

// The label stands behind its clip where every row has more than one string.
base::Result<base::Bytes> LabelOf(base::Bytes tensor, std::size_t clips, std::uint32_t sample) {
  ASSIGN_OR_RETURN(const std::vector<base::Bytes> strings, format::DecodeStrings(tensor));
  const std::size_t stride = strings.size() / clips;
  return stride < 2 ? base::Bytes{} : strings[sample * stride + 1];
}

}  // namespace

std::int64_t ClipCount(const store::RefHeader& header) {
  return header.form == static_cast<std::uint8_t>(format::ValueForm::kAudio) ? 1 : header.detail[2];
}

base::Result<AudioClip> ClipOf(const format::ValueView& value, std::uint32_t sample) {
  ASSIGN_OR_RETURN(const std::vector<base::Bytes> clips, format::DecodeAudioValue(value));
  if (sample >= clips.size()) {
    return Error{ErrorCode::kNotFound,
                 fmt::format("no clip {}: the value holds {}", sample, clips.size())};
  }
  AudioClip clip{.encoded = clips[sample], .label = {}};
  if (value.form == format::ValueForm::kTensor) {
    ASSIGN_OR_RETURN(clip.label, LabelOf(value.body, clips.size(), sample));
  }
  return clip;
}

std::string_view SeriesContentType(const store::Series& series) {
  return EncodingOf(series.info->plugin_content) == kWavEncoding ? "audio/wav"
                                                                 : "application/octet-stream";
}

}  // namespace sightglass::kinds
