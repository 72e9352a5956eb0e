#include "kinds/audio/sound_facts.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace sightglass::kinds {
namespace {

using namespace std::string_view_literals;

SoundFacts Read(std::string_view clip) { return ReadSoundFacts(base::AsBytes(clip)); }
SoundFormat Sniff(std::string_view clip) { return SniffSound(base::AsBytes(clip)); }

TEST(SoundFormat, KnowsEachByItsFirstBytes) {
  EXPECT_EQ(Sniff("RIFF\0\0\0\0WAVE"sv), SoundFormat::kWav);
  EXPECT_EQ(Sniff("RIFX\0\0\0\0WAVE"sv), SoundFormat::kWav);
  EXPECT_EQ(Sniff("RIFF\0\0\0\0AVI "sv), SoundFormat::kUnknown);
  EXPECT_EQ(Sniff("fLaC"), SoundFormat::kFlac);
  EXPECT_EQ(Sniff("OggS"), SoundFormat::kOgg);
  EXPECT_EQ(Sniff("ID3\4"), SoundFormat::kMp3);
  EXPECT_EQ(Sniff("\xFF\xFB\x90\x00"sv), SoundFormat::kMp3);
  EXPECT_EQ(Sniff("\xFF\xF1\x50\x80"sv), SoundFormat::kAac);
  EXPECT_EQ(Sniff("\0\0\0\x20"
                  "ftypM4A "sv),
            SoundFormat::kMp4);
  EXPECT_EQ(Sniff("\x1A\x45\xDF\xA3"), SoundFormat::kWebm);
  EXPECT_EQ(Sniff("FORM\0\0\0\0AIFF"sv), SoundFormat::kAiff);
}

TEST(SoundFormat, TakesNothingElseForSound) {
  EXPECT_EQ(Sniff(""), SoundFormat::kUnknown);
  EXPECT_EQ(Sniff("<html><script>"), SoundFormat::kUnknown);
  EXPECT_EQ(Sniff("\xFF\xD8\xFF\xE0"sv), SoundFormat::kUnknown);  // JPEG
  EXPECT_EQ(Sniff("\xFF\xFF\xFF\xFF"sv), SoundFormat::kUnknown);
  EXPECT_EQ(SoundContentType(SoundFormat::kUnknown), "application/octet-stream");
}

TEST(SoundFacts, ReadsFlac) {
  // 44100 Hz, 2 channels, 16 bits, 1000 frames.
  const std::string clip = std::string("fLaC\x00\x00\x00\x22", 8) + std::string(10, '\0') +
                           std::string("\x0A\xC4\x42\xF0\x00\x00\x03\xE8", 8) +
                           std::string(16, '\0');
  const SoundFacts facts = Read(clip);
  EXPECT_EQ(facts.rate, 44100U);
  EXPECT_EQ(facts.channels, 2U);
  EXPECT_EQ(facts.bits, 16U);
  EXPECT_EQ(facts.frames, 1000U);
  EXPECT_EQ(facts.error, "");
  EXPECT_NE(Read(std::string_view(clip).substr(0, 20)).error, "");
}

std::string OggPage(std::string_view position, std::string_view packet) {
  return "OggS" + std::string(2, '\0') + std::string(position) + std::string(12, '\0') +
         std::string("\x01") + static_cast<char>(packet.size()) + std::string(packet);
}

TEST(SoundFacts, ReadsOgg) {
  const std::string vorbis =
      OggPage("\0\0\0\0\0\0\0\0"sv, "\x01vorbis\0\0\0\0\x02\x80\xBB\0\0\0\0"sv) +
      OggPage("\x10\x27\0\0\0\0\0\0"sv, "sound");
  const SoundFacts facts = Read(vorbis);
  EXPECT_EQ(facts.encoding, "vorbis");
  EXPECT_EQ(facts.rate, 48000U);
  EXPECT_EQ(facts.channels, 2U);
  EXPECT_EQ(facts.frames, 10000U);
  const std::string opus = OggPage("\0\0\0\0\0\0\0\0"sv, "OpusHead\x01\x01\x38\x01"sv) +
                           OggPage("\x10\x27\0\0\0\0\0\0"sv, "sound");
  EXPECT_EQ(Read(opus).encoding, "opus");
  EXPECT_EQ(Read(opus).frames, 10000U - 0x138);
  EXPECT_NE(Read("OggS").error, "");
}

TEST(SoundFacts, ReadsMp3WithAndWithoutATag) {
  const std::string frame("\xFF\xFB\x94\xC0", 4);  // MPEG 1, 48 kHz, mono
  EXPECT_EQ(Read(frame).rate, 48000U);
  EXPECT_EQ(Read(frame).channels, 1U);
  const std::string tag = std::string("ID3\4\0\0\0\0\1\2", 10) + std::string(130, 'x');
  EXPECT_EQ(Read(tag + frame).rate, 48000U);
  EXPECT_NE(Read(tag).error, "");
  EXPECT_NE(Read(tag + tag + frame).error, "");
  EXPECT_EQ(Read("\xFF\xE3\x90\x00"sv).rate, 11025U);  // MPEG 2.5
}

TEST(SoundFacts, ReadsAac) {
  const SoundFacts facts = Read("\xFF\xF1\x50\x80"sv);
  EXPECT_EQ(facts.rate, 44100U);
  EXPECT_EQ(facts.channels, 2U);
}

TEST(SoundFacts, SaysThatItKnowsNothing) {
  EXPECT_NE(Read("").error, "");
  EXPECT_NE(Read("hello").error, "");
  EXPECT_EQ(Read("hello").format, SoundFormat::kUnknown);
}

TEST(SoundFacts, GivesSeconds) {
  EXPECT_EQ((SoundFacts{.rate = 8000, .frames = 4000}.seconds()), 0.5);
  EXPECT_EQ((SoundFacts{.frames = 4000}.seconds()), 0);
}

}  // namespace
}  // namespace sightglass::kinds
