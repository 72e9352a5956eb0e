#include "kinds/audio/sound_facts.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "kinds/audio/wav_header.h"

namespace sightglass::kinds {
namespace {

std::uint32_t ByteAt(base::Bytes bytes, std::size_t at) {
  return std::to_integer<std::uint32_t>(bytes[at]);
}

// The signature, then the header of the first block, which must be STREAMINFO: 34 bytes.
SoundFacts ReadFlac(base::Bytes clip) {
  SoundFacts facts{.format = SoundFormat::kFlac, .encoding = "flac"};
  constexpr std::size_t kInfo = 8;
  if (clip.size() < kInfo + 34 || (ByteAt(clip, 4) & 0x7FU) != 0) {
    facts.error = "no stream information";
    return facts;
  }
  // From its 11th byte on: rate (20 bits), channels - 1 (3), bits - 1 (5), frames (36).
  std::uint64_t packed = 0;
  for (std::size_t i = 0; i < 8; ++i) packed = packed << 8U | ByteAt(clip, kInfo + 10 + i);
  facts.rate = static_cast<std::uint32_t>(packed >> 44U);
  facts.channels = static_cast<std::uint32_t>(packed >> 41U & 7U) + 1;
  facts.bits = static_cast<std::uint32_t>(packed >> 36U & 31U) + 1;
  facts.frames = packed & 0xFFFFFFFFFU;
  if (facts.rate == 0) facts.error = "sample rate 0";
  return facts;
}

// The granule position of the last page of an Ogg clip: where the sound ends.
std::uint64_t LastOggPosition(base::Bytes clip) {
  constexpr std::size_t kMaxPageBytes = std::size_t{1} << 16U;  // a little above the true limit
  const base::Bytes tail = clip.last(std::min(clip.size(), kMaxPageBytes));
  const std::size_t page = base::AsText(tail).rfind("OggS");
  if (page == std::string_view::npos || tail.size() - page < 14) return 0;
  const auto position = base::LoadLittleEndian<std::uint64_t>(tail.data() + page + 6);
  // All ones: no packet ends on that page.
  return position == ~std::uint64_t{0} ? 0 : position;
}

SoundFacts ReadOgg(base::Bytes clip) {
  SoundFacts facts{.format = SoundFormat::kOgg};
  // A page header of 27 bytes and a table as long as its last byte says, then the first packet.
  if (clip.size() < 28 || clip.size() < std::size_t{27} + ByteAt(clip, 26)) {
    facts.error = "the header is cut off";
    return facts;
  }
  const base::Bytes packet = clip.subspan(std::size_t{27} + ByteAt(clip, 26));
  const std::string_view text = base::AsText(packet);
  if (text.starts_with("\x01vorbis") && packet.size() >= 16) {
    facts.encoding = "vorbis";
    facts.channels = ByteAt(packet, 11);
    facts.rate = base::LoadLittleEndian<std::uint32_t>(packet.data() + 12);
    facts.frames = LastOggPosition(clip);
  } else if (text.starts_with("OpusHead") && packet.size() >= 12) {
    facts.encoding = "opus";
    facts.channels = ByteAt(packet, 9);
    facts.rate = 48'000;  // what positions count in, whatever went in
    const auto skipped = base::LoadLittleEndian<std::uint16_t>(packet.data() + 10);
    const std::uint64_t end = LastOggPosition(clip);
    facts.frames = end > skipped ? end - skipped : 0;
  } else if (text.starts_with("\x7F"
                              "FLAC")) {
    facts.encoding = "flac";
  } else {
    facts.encoding = "other";
  }
  return facts;
}

// Past an ID3 tag, whose size is written in bytes of seven bits.
base::Bytes SkipId3(base::Bytes clip) {
  if (clip.size() < 10 || base::AsText(clip.first(3)) != "ID3") return clip;
  std::size_t bytes = 10;
  for (std::size_t i = 0; i < 4; ++i) {
    bytes += static_cast<std::size_t>(ByteAt(clip, 6 + i) & 0x7FU) << (7 * (3 - i));
  }
  return clip.subspan(std::min(bytes, clip.size()));
}

SoundFacts ReadMp3(base::Bytes clip) {
  SoundFacts facts{.format = SoundFormat::kMp3, .encoding = "mp3"};
  const base::Bytes frame = SkipId3(clip);
  if (SniffSound(frame) != SoundFormat::kMp3 || ByteAt(frame, 0) != 0xFF) {
    facts.error = "no sound where it should begin";
    return facts;
  }
  constexpr std::array<std::uint32_t, 3> kRates = {44'100, 48'000, 32'000};
  const std::uint32_t version = ByteAt(frame, 1) >> 3U & 3U;  // 3: MPEG 1, 2: MPEG 2, 0: MPEG 2.5
  facts.rate = kRates[ByteAt(frame, 2) >> 2U & 3U] >> (version == 3 ? 0U : version == 2 ? 1U : 2U);
  facts.channels = ByteAt(frame, 3) >> 6U == 3 ? 1 : 2;
  return facts;
}

SoundFacts ReadAac(base::Bytes clip) {
  SoundFacts facts{.format = SoundFormat::kAac, .encoding = "aac"};
  constexpr std::array<std::uint32_t, 13> kRates = {96'000, 88'200, 64'000, 48'000, 44'100,
                                                    32'000, 24'000, 22'050, 16'000, 12'000,
                                                    11'025, 8'000,  7'350};
  facts.rate = kRates[ByteAt(clip, 2) >> 2U & 0xFU];
  facts.channels = (ByteAt(clip, 2) & 1U) << 2U | ByteAt(clip, 3) >> 6U;
  return facts;
}

}  // namespace

SoundFacts ReadSoundFacts(base::Bytes clip) {
  if (clip.empty()) return {.error = "empty"};
  const SoundFormat format = SniffSound(clip);
  switch (format) {
    case SoundFormat::kWav:
      return ReadWavHeader(clip);
    case SoundFormat::kFlac:
      return ReadFlac(clip);
    case SoundFormat::kOgg:
      return ReadOgg(clip);
    case SoundFormat::kMp3:
      return ReadMp3(clip);
    case SoundFormat::kAac:
      return ReadAac(clip);
    case SoundFormat::kUnknown:
      return {.error = "no format that is known here"};
    case SoundFormat::kMp4:
    case SoundFormat::kWebm:
    case SoundFormat::kAiff:
      break;
  }
  return {.format = format};
}

}  // namespace sightglass::kinds
