#include "kinds/audio/wav_header.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace sightglass::kinds {
namespace {

using ::testing::HasSubstr;

enum class Order { kLittle, kBig };

std::string Number(std::uint64_t value, int bytes, Order order = Order::kLittle) {
  std::string text;
  for (int i = 0; i < bytes; ++i) {
    const int shift = 8 * (order == Order::kBig ? bytes - 1 - i : i);
    text += static_cast<char>(value >> shift & 0xFF);
  }
  return text;
}

std::string Chunk(std::string_view id, std::string_view body, Order order = Order::kLittle) {
  std::string text = std::string(id) + Number(body.size(), 4, order) + std::string(body);
  if (body.size() % 2 == 1) text += '\0';
  return text;
}

struct FormatOptions {
  int tag = 1;
  int channels = 1;
  int rate = 8000;
  int bits = 16;
  int frame_bytes = 2;
  Order order = Order::kLittle;
};

std::string FormatBody(const FormatOptions& options) {
  const Order order = options.order;
  return Number(static_cast<std::uint64_t>(options.tag), 2, order) +
         Number(static_cast<std::uint64_t>(options.channels), 2, order) +
         Number(static_cast<std::uint64_t>(options.rate), 4, order) + Number(0, 4, order) +
         Number(static_cast<std::uint64_t>(options.frame_bytes), 2, order) +
         Number(static_cast<std::uint64_t>(options.bits), 2, order);
}

std::string Riff(std::string_view chunks, std::string_view id = "RIFF",
                 Order order = Order::kLittle) {
  return std::string(id) + Number(chunks.size() + 4, 4, order) + "WAVE" + std::string(chunks);
}

SoundFacts Read(std::string_view clip) { return ReadWavHeader(base::AsBytes(clip)); }

SoundFacts ReadPlain(const FormatOptions& options, std::size_t data_bytes) {
  return Read(Riff(Chunk("fmt ", FormatBody(options), options.order) +
                       Chunk("data", std::string(data_bytes, 'x'), options.order),
                   options.order == Order::kBig ? "RIFX" : "RIFF", options.order));
}

TEST(WavHeader, ReadsPcm) {
  const SoundFacts facts = ReadPlain({.channels = 2, .rate = 44100, .frame_bytes = 4}, 400);
  EXPECT_EQ(facts.format, SoundFormat::kWav);
  EXPECT_EQ(facts.encoding, "pcm");
  EXPECT_EQ(facts.channels, 2U);
  EXPECT_EQ(facts.rate, 44100U);
  EXPECT_EQ(facts.bits, 16U);
  EXPECT_EQ(facts.frames, 100U);
  EXPECT_EQ(facts.error, "");
}

TEST(WavHeader, ReadsEveryWidth) {
  EXPECT_EQ(ReadPlain({.bits = 8, .frame_bytes = 1}, 12).frames, 12U);
  EXPECT_EQ(ReadPlain({.bits = 24, .frame_bytes = 3}, 12).frames, 4U);
  EXPECT_EQ(ReadPlain({.bits = 32, .frame_bytes = 4}, 12).frames, 3U);
  const SoundFacts floats = ReadPlain({.tag = 3, .bits = 32, .frame_bytes = 4}, 12);
  EXPECT_EQ(floats.encoding, "float");
  EXPECT_EQ(floats.frames, 3U);
  EXPECT_EQ(floats.error, "");
}

TEST(WavHeader, ReadsBigEndian) {
  const SoundFacts facts = ReadPlain({.rate = 16000, .order = Order::kBig}, 20);
  EXPECT_EQ(facts.rate, 16000U);
  EXPECT_EQ(facts.frames, 10U);
  EXPECT_EQ(facts.error, "");
}

TEST(WavHeader, FindsTheEncodingOfAnExtensibleFormat) {
  const std::string body =
      FormatBody({.tag = 0xFFFE, .bits = 32, .frame_bytes = 4}) + Number(22, 2) + Number(32, 2) +
      Number(4, 4) + Number(3, 2) +
      std::string("\x00\x00\x00\x00\x10\x00\x80\x00\x00\xAA\x00\x38\x9B\x71", 14);
  const SoundFacts facts = Read(Riff(Chunk("fmt ", body) + Chunk("data", std::string(8, 'x'))));
  EXPECT_EQ(facts.encoding, "float");
  EXPECT_EQ(facts.frames, 2U);
  EXPECT_EQ(facts.error, "");
}

TEST(WavHeader, PassesOverOtherChunks) {
  // "junk" has an odd size, and so a byte more that does not count.
  const SoundFacts facts = Read(Riff(Chunk("LIST", "INFOabc") + Chunk("fmt ", FormatBody({})) +
                                     Chunk("junk", "odd") + Chunk("data", "abcd")));
  EXPECT_EQ(facts.frames, 2U);
  EXPECT_EQ(facts.error, "");
}

TEST(WavHeader, TakesTheLengthOfPackedSoundFromFact) {
  const SoundFacts facts =
      Read(Riff(Chunk("fmt ", FormatBody({.tag = 0x11, .bits = 4, .frame_bytes = 256})) +
                Chunk("fact", Number(5000, 4)) + Chunk("data", std::string(256, 'x'))));
  EXPECT_EQ(facts.encoding, "adpcm");
  EXPECT_EQ(facts.frames, 5000U);
  EXPECT_EQ(facts.error, "");
}

TEST(WavHeader, StreamedSoundReachesToTheEnd) {
  for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{0xFFFFFFFF}}) {
    const SoundFacts facts =
        Read(Riff(Chunk("fmt ", FormatBody({})) + "data" + Number(size, 4) + "abcdef"));
    EXPECT_EQ(facts.frames, 3U);
    EXPECT_EQ(facts.error, "");
  }
  const SoundFacts none = Read(Riff(Chunk("fmt ", FormatBody({})) + Chunk("data", "")));
  EXPECT_EQ(none.frames, 0U);
  EXPECT_EQ(none.error, "");
}

TEST(WavHeader, CountsWhatIsThereOfSoundThatIsCutOff) {
  const SoundFacts facts =
      Read(Riff(Chunk("fmt ", FormatBody({})) + "data" + Number(1000, 4) + "abcd"));
  EXPECT_EQ(facts.frames, 2U);
  EXPECT_EQ(facts.rate, 8000U);
  EXPECT_THAT(facts.error, HasSubstr("4 of 1000"));
}

TEST(WavHeader, TellsWhatIsWrong) {
  EXPECT_NE(Read("RIFF").error, "");
  EXPECT_NE(Read(Riff("")).error, "");
  EXPECT_NE(Read(Riff(Chunk("data", "abcd"))).error, "");
  EXPECT_NE(Read(Riff(Chunk("fmt ", FormatBody({})))).error, "");
  EXPECT_NE(Read(Riff(Chunk("fmt ", "short") + Chunk("data", "abcd"))).error, "");
  EXPECT_NE(ReadPlain({.channels = 0}, 4).error, "");
  EXPECT_NE(ReadPlain({.rate = 0}, 4).error, "");
  EXPECT_NE(ReadPlain({.bits = 0}, 4).error, "");
  EXPECT_NE(ReadPlain({.frame_bytes = 0}, 4).error, "");
  EXPECT_NE(ReadPlain({.channels = 2, .frame_bytes = 2}, 4).error, "");
}

TEST(WavHeader, StopsAfterManyChunks) {
  std::string chunks;
  for (int i = 0; i < kMaxWavChunks; ++i) chunks += Chunk("junk", "");
  chunks += Chunk("fmt ", FormatBody({})) + Chunk("data", "abcd");
  EXPECT_THAT(Read(Riff(chunks)).error, HasSubstr("chunks"));
}

}  // namespace
}  // namespace sightglass::kinds
