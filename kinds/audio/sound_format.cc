#include "kinds/audio/sound_format.h"

#include <cstddef>

namespace sightglass::kinds {
namespace {

// `text` stands at `at`.
bool Has(base::Bytes clip, std::size_t at, std::string_view text) {
  return clip.size() >= at + text.size() && base::AsText(clip.subspan(at, text.size())) == text;
}

bool IsWav(base::Bytes clip) {
  return (Has(clip, 0, "RIFF") || Has(clip, 0, "RIFX") || Has(clip, 0, "RF64")) &&
         Has(clip, 8, "WAVE");
}

// Eleven bits that are set begin every frame of MPEG audio. The layer's two bits tell AAC in ADTS
// (00) from the rest, and some values are reserved, which keeps most other bytes out.
SoundFormat SniffMpegFrame(base::Bytes clip) {
  if (clip.size() < 4 || clip[0] != std::byte{0xFF}) return SoundFormat::kUnknown;
  const auto second = std::to_integer<unsigned>(clip[1]);
  const auto third = std::to_integer<unsigned>(clip[2]);
  if ((second & 0xF6U) == 0xF0U) {
    return (third >> 2U & 0xFU) < 13 ? SoundFormat::kAac : SoundFormat::kUnknown;
  }
  const bool version_reserved = (second >> 3U & 3U) == 1;
  const bool layer_reserved = (second >> 1U & 3U) == 0;
  const bool bitrate_bad = (third >> 4U) == 15;
  const bool rate_reserved = (third >> 2U & 3U) == 3;
  if ((second & 0xE0U) != 0xE0U || version_reserved || layer_reserved || bitrate_bad ||
      rate_reserved) {
    return SoundFormat::kUnknown;
  }
  return SoundFormat::kMp3;
}

}  // namespace

SoundFormat SniffSound(base::Bytes clip) {
  if (IsWav(clip)) return SoundFormat::kWav;
  if (Has(clip, 0, "fLaC")) return SoundFormat::kFlac;
  if (Has(clip, 0, "OggS")) return SoundFormat::kOgg;
  if (Has(clip, 0, "ID3")) return SoundFormat::kMp3;
  if (Has(clip, 4, "ftyp")) return SoundFormat::kMp4;
  if (Has(clip, 0, "\x1A\x45\xDF\xA3")) return SoundFormat::kWebm;
  if (Has(clip, 0, "FORM") && (Has(clip, 8, "AIFF") || Has(clip, 8, "AIFC"))) {
    return SoundFormat::kAiff;
  }
  return SniffMpegFrame(clip);
}

std::string_view SoundFormatName(SoundFormat format) {
  switch (format) {
    case SoundFormat::kWav:
      return "wav";
    case SoundFormat::kMp3:
      return "mp3";
    case SoundFormat::kAac:
      return "aac";
    case SoundFormat::kFlac:
      return "flac";
    case SoundFormat::kOgg:
      return "ogg";
    case SoundFormat::kMp4:
      return "mp4";
    case SoundFormat::kWebm:
      return "webm";
    case SoundFormat::kAiff:
      return "aiff";
    case SoundFormat::kUnknown:
      break;
  }
  return "unknown";
}

std::string_view SoundContentType(SoundFormat format) {
  switch (format) {
    case SoundFormat::kWav:
      return "audio/wav";
    case SoundFormat::kMp3:
      return "audio/mpeg";
    case SoundFormat::kAac:
      return "audio/aac";
    case SoundFormat::kFlac:
      return "audio/flac";
    case SoundFormat::kOgg:
      return "audio/ogg";
    case SoundFormat::kMp4:
      return "audio/mp4";
    case SoundFormat::kWebm:
      return "audio/webm";
    case SoundFormat::kAiff:
      return "audio/aiff";
    case SoundFormat::kUnknown:
      break;
  }
  return "application/octet-stream";
}

}  // namespace sightglass::kinds
