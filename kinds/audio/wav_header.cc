#include "kinds/audio/wav_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace sightglass::kinds {
namespace {

// Format tags, as registered.
constexpr std::uint32_t kPcm = 1;
constexpr std::uint32_t kMicrosoftAdpcm = 2;
constexpr std::uint32_t kFloat = 3;
constexpr std::uint32_t kALaw = 6;
constexpr std::uint32_t kMuLaw = 7;
constexpr std::uint32_t kImaAdpcm = 0x11;
constexpr std::uint32_t kMp3 = 0x55;
// The tag is in the first bytes of a GUID further on.
constexpr std::uint32_t kExtensible = 0xFFFE;

constexpr std::size_t kRiffHeaderBytes = 12;
constexpr std::size_t kChunkHeaderBytes = 8;
constexpr std::size_t kFormatBytes = 16;
constexpr std::size_t kExtensibleFormatBytes = 40;
constexpr std::size_t kSubFormatOffset = 24;
constexpr std::uint64_t kUnknownSize = 0xFFFFFFFF;

// Numbers in the byte order of the file.
class Numbers {
 public:
  Numbers(base::Bytes bytes, bool big_endian) : bytes_(bytes), big_endian_(big_endian) {}

  // REQUIRES: sizeof(T) bytes at `at`.
  template <std::unsigned_integral T>
  [[nodiscard]] T At(std::size_t at) const {
    T value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) {
      const std::size_t shift = 8 * (big_endian_ ? sizeof(T) - 1 - i : i);
      value = static_cast<T>(value | std::to_integer<std::uint64_t>(bytes_[at + i]) << shift);
    }
    return value;
  }

 private:
  base::Bytes bytes_;
  bool big_endian_;
};

std::string_view EncodingName(std::uint32_t tag) {
  switch (tag) {
    case kPcm:
      return "pcm";
    case kFloat:
      return "float";
    case kALaw:
      return "a-law";
    case kMuLaw:
      return "mu-law";
    case kMicrosoftAdpcm:
    case kImaAdpcm:
      return "adpcm";
    case kMp3:
      return "mp3";
    default:
      return "other";
  }
}

// Every frame has the same number of bytes.
bool HasPlainFrames(std::uint32_t tag) {
  return tag == kPcm || tag == kFloat || tag == kALaw || tag == kMuLaw;
}

struct Format {
  std::uint32_t tag = 0;
  std::uint32_t frame_bytes = 0;
};

// An error goes to `facts`; the first one stays.
void Complain(SoundFacts& facts, std::string error) {
  if (facts.error.empty()) facts.error = std::move(error);
}

Format ReadFormat(base::Bytes chunk, bool big_endian, SoundFacts& facts) {
  if (chunk.size() < kFormatBytes) {
    Complain(facts, fmt::format("format chunk of {} bytes, at least {} needed", chunk.size(),
                                kFormatBytes));
    return {};
  }
  const Numbers numbers(chunk, big_endian);
  Format format{.tag = numbers.At<std::uint16_t>(0), .frame_bytes = numbers.At<std::uint16_t>(12)};
  if (format.tag == kExtensible && chunk.size() >= kExtensibleFormatBytes) {
    format.tag = numbers.At<std::uint16_t>(kSubFormatOffset);
  }
  facts.encoding = EncodingName(format.tag);
  facts.channels = numbers.At<std::uint16_t>(2);
  facts.rate = numbers.At<std::uint32_t>(4);
  facts.bits = numbers.At<std::uint16_t>(14);
  if (facts.channels == 0) Complain(facts, "0 channels");
  if (facts.rate == 0) Complain(facts, "sample rate 0");
  if (HasPlainFrames(format.tag)) {
    const std::uint32_t sample_bytes = (facts.bits + 7) / 8;
    if (facts.bits == 0 || facts.bits > 64) {
      Complain(facts, fmt::format("{} bits a sample", facts.bits));
    } else if (format.frame_bytes != facts.channels * sample_bytes) {
      Complain(facts, fmt::format("{} bytes a frame, but {} channels of {} bits",
                                  format.frame_bytes, facts.channels, facts.bits));
    }
  }
  return format;
}

}  // namespace

SoundFacts ReadWavHeader(base::Bytes clip) {
  SoundFacts facts{.format = SoundFormat::kWav};
  if (clip.size() < kRiffHeaderBytes) {
    Complain(facts, "the header is cut off");
    return facts;
  }
  const bool big_endian = base::AsText(clip.first(4)) == "RIFX";
  const Numbers numbers(clip, big_endian);
  Format format;
  bool has_format = false;
  std::uint64_t told_frames = 0;  // by a "fact" chunk: encodings without plain frames need it
  std::size_t at = kRiffHeaderBytes;
  for (int chunks = 0; clip.size() - at >= kChunkHeaderBytes; ++chunks) {
    if (chunks == kMaxWavChunks) {
      Complain(facts, fmt::format("no data in the first {} chunks", kMaxWavChunks));
      return facts;
    }
    const std::string_view id = base::AsText(clip.subspan(at, 4));
    const std::uint64_t told = numbers.At<std::uint32_t>(at + 4);
    at += kChunkHeaderBytes;
    const std::uint64_t there = std::min<std::uint64_t>(told, clip.size() - at);
    const base::Bytes chunk = clip.subspan(at, static_cast<std::size_t>(there));
    if (id == "data") {
      if (!has_format) Complain(facts, "data without a format before it");
      // Who streams does not know the size when the header is written.
      const bool open = told == kUnknownSize || (told == 0 && at < clip.size());
      const std::uint64_t bytes = open ? clip.size() - at : there;
      if (!open && there < told) {
        Complain(facts, fmt::format("cut off: {} of {} bytes of sound are there", there, told));
      }
      const bool plain = HasPlainFrames(format.tag) && format.frame_bytes > 0;
      facts.frames = plain ? bytes / format.frame_bytes : told_frames;
      return facts;
    }
    if (id == "fmt " && !has_format) {
      format = ReadFormat(chunk, big_endian, facts);
      has_format = true;
    } else if (id == "fact" && chunk.size() >= 4) {
      told_frames = numbers.At<std::uint32_t>(at);
    }
    // A chunk of an odd size is followed by a byte that does not count.
    const std::uint64_t padded = told + told % 2;
    if (padded > clip.size() - at) break;
    at += static_cast<std::size_t>(padded);
  }
  Complain(facts, has_format ? "cut off before the sound" : "cut off before the format");
  return facts;
}

}  // namespace sightglass::kinds
