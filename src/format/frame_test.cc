#include "format/frame.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <string>
#include <string_view>

#include "format/encode.h"

namespace sightglass::format {
namespace {

using namespace std::string_view_literals;

// The first record of a file that TensorFlow 2 wrote.
constexpr std::string_view kFirstRecord =
    "\x18\0\0\0\0\0\0\0\xA3\x7F\x4B\x22\x09\0\0\x80\x38\x99\xD6\xD7\x41\x1A\x0D"
    "brain.Event:2"
    "\x12\x4B\x36\xAB"sv;

Frame Read(std::string_view bytes) { return ReadFrame(base::AsBytes(bytes)); }

std::string HeaderClaiming(std::uint64_t length) {
  std::string header(kFrameHeaderBytes, '\0');
  auto* bytes = reinterpret_cast<std::byte*>(header.data());
  base::StoreLittleEndian(length, bytes);
  base::StoreLittleEndian(base::MaskCrc32c(base::Crc32c({bytes, 8})), bytes + 8);
  return header;
}

TEST(ReadFrame, FirstRecordOfARealFile) {
  ASSERT_EQ(kFirstRecord.size(), 40U);
  const Frame frame = Read(kFirstRecord);
  EXPECT_EQ(frame.state, FrameState::kRecord);
  EXPECT_EQ(frame.frame_bytes, 40U);
  EXPECT_EQ(base::AsText(frame.payload), kFirstRecord.substr(12, 24));
}

TEST(ReadFrame, ChecksumsOfARealScalarRecord) {
  constexpr std::string_view kPayload =
      "\x09\xC4\x05\xB7\x3D\x99\xD6\xD7\x41\x10\x4D\x2A\x25\x0A\x23\x0A\x08"
      "accuracy"
      "\x42\x0A\x08\x01\x12\x00\x22\x04\xA4\x70\x7D\x3F\x4A\x0B\x0A\x09\x0A\x07"
      "scalars"sv;
  ASSERT_EQ(kPayload.size(), 50U);
  std::string record;
  AppendFrame(record, kPayload);
  const auto* bytes = reinterpret_cast<const std::byte*>(record.data());
  EXPECT_EQ(base::LoadLittleEndian<std::uint32_t>(bytes + 8), 0xEC561924U);
  EXPECT_EQ(base::LoadLittleEndian<std::uint32_t>(bytes + 62), 0x33645BA5U);
  EXPECT_EQ(Read(record).state, FrameState::kRecord);
}

TEST(ReadFrame, EmptyPayload) {
  std::string record;
  AppendFrame(record, "");
  ASSERT_EQ(record.size(), kFrameOverheadBytes);
  const Frame frame = Read(record);
  EXPECT_EQ(frame.state, FrameState::kRecord);
  EXPECT_TRUE(frame.payload.empty());
}

TEST(ReadFrame, EveryCutIsIncompleteAndSaysWhatIsNeeded) {
  for (std::size_t size = 0; size < kFirstRecord.size(); ++size) {
    const Frame frame = Read(kFirstRecord.substr(0, size));
    EXPECT_EQ(frame.state, FrameState::kIncomplete) << size;
    EXPECT_EQ(frame.frame_bytes, size < kFrameHeaderBytes ? kFrameHeaderBytes : 40U) << size;
  }
}

TEST(ReadFrame, EveryFlippedBitIsNoticed) {
  for (std::size_t bit = 0; bit < kFirstRecord.size() * 8; ++bit) {
    std::string damaged(kFirstRecord);
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    const Frame frame = Read(damaged);
    EXPECT_EQ(frame.state, bit < kFrameHeaderBytes * 8 ? FrameState::kDamagedHeader
                                                       : FrameState::kDamagedPayload);
    EXPECT_EQ(frame.frame_bytes, bit < kFrameHeaderBytes * 8 ? 0U : 40U);
  }
}

TEST(ReadFrame, HugeClaims) {
  constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(Read(HeaderClaiming(kMaxPayloadBytes)).state, FrameState::kIncomplete);
  EXPECT_EQ(Read(HeaderClaiming(kMaxPayloadBytes)).frame_bytes,
            kMaxPayloadBytes + kFrameOverheadBytes);
  EXPECT_EQ(Read(HeaderClaiming(kMaxPayloadBytes + 1)).state, FrameState::kTooLarge);
  EXPECT_EQ(Read(HeaderClaiming(std::uint64_t{1} << 60)).frame_bytes,
            (std::uint64_t{1} << 60) + kFrameOverheadBytes);
  EXPECT_EQ(Read(HeaderClaiming(kMax)).state, FrameState::kTooLarge);
  EXPECT_EQ(Read(HeaderClaiming(kMax)).frame_bytes, kMax);
  EXPECT_EQ(Read(HeaderClaiming(kMax - 15)).frame_bytes, kMax);
  EXPECT_EQ(Read(HeaderClaiming(kMax - 16)).frame_bytes, kMax);
  EXPECT_EQ(Read(HeaderClaiming(kMax - 17)).frame_bytes, kMax - 1);
}

TEST(HasSoundHeader, WantsAChecksumAndASaneLength) {
  std::uint64_t frame_bytes = 0;
  EXPECT_TRUE(HasSoundHeader(base::AsBytes(kFirstRecord), &frame_bytes));
  EXPECT_EQ(frame_bytes, 40U);
  EXPECT_TRUE(HasSoundHeader(base::AsBytes(HeaderClaiming(kMaxPayloadBytes)), &frame_bytes));
  EXPECT_FALSE(HasSoundHeader(base::AsBytes(HeaderClaiming(kMaxPayloadBytes + 1)), &frame_bytes));
  EXPECT_FALSE(HasSoundHeader(base::AsBytes(std::string(12, '\0')), &frame_bytes));
}

TEST(FindSoundHeader, FindsTheNextOne) {
  const std::string garbage = std::string(100, '\0') + "garbage" + std::string(30, '\xFF');
  const std::string file = garbage + std::string(kFirstRecord) + garbage + HeaderClaiming(0);
  const base::Bytes window = base::AsBytes(file);
  EXPECT_EQ(FindSoundHeader(window, 0), garbage.size());
  EXPECT_EQ(FindSoundHeader(window, garbage.size()), garbage.size());
  EXPECT_EQ(FindSoundHeader(window, garbage.size() + 1), file.size() - kFrameHeaderBytes);
}

TEST(FindSoundHeader, PassesOverNoneAmongManyZeros) {
  std::mt19937 random(7);
  for (int turn = 0; turn < 200; ++turn) {
    std::string window;
    while (window.size() < 60) window += random() % 3 == 0 ? static_cast<char>(random()) : '\0';
    window.insert(random() % window.size(), HeaderClaiming(random() % 3));
    const base::Bytes bytes = base::AsBytes(window);
    std::size_t expected = 0;
    std::uint64_t frame_bytes = 0;
    while (!HasSoundHeader(bytes.subspan(expected), &frame_bytes)) ++expected;
    ASSERT_EQ(FindSoundHeader(bytes, 0), expected) << turn;
  }
}

TEST(FindSoundHeader, SaysWhereToGoOn) {
  const std::string zeros(64, '\0');
  EXPECT_EQ(FindSoundHeader(base::AsBytes(zeros), 0), 64 - kFrameHeaderBytes + 1);
  EXPECT_EQ(FindSoundHeader(base::AsBytes(zeros), 60), 60U);
  EXPECT_EQ(FindSoundHeader(base::AsBytes("short"), 0), 0U);
  EXPECT_EQ(FindSoundHeader({}, 0), 0U);
  // A header that the window cuts is found once the rest is there, from the place it said.
  const std::string file = zeros + std::string(kFirstRecord);
  for (std::size_t cut = zeros.size(); cut < zeros.size() + kFrameHeaderBytes; ++cut) {
    const std::size_t go_on = FindSoundHeader(base::AsBytes(file).subspan(0, cut), 0);
    EXPECT_LE(go_on, zeros.size());
    EXPECT_EQ(FindSoundHeader(base::AsBytes(file), go_on), zeros.size());
  }
}

// The plain way: ReadFrame at every offset.
TEST(FindSoundHeader, EqualsTryingEveryOffset) {
  std::mt19937 random(11);
  for (int round = 0; round < 300; ++round) {
    std::string bytes(random() % 200, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random() % 3 == 0 ? random() : 0);
    if (random() % 2 == 0) {
      bytes.insert(random() % (bytes.size() + 1), HeaderClaiming(random() % 1000));
    }
    const base::Bytes window = base::AsBytes(bytes);
    for (std::size_t from = 0; from <= bytes.size(); from += 1 + random() % 9) {
      std::size_t expected = from;
      while (expected + kFrameHeaderBytes <= bytes.size()) {
        const FrameState state = ReadFrame(window.subspan(expected)).state;
        if (state != FrameState::kDamagedHeader && state != FrameState::kTooLarge) break;
        ++expected;
      }
      EXPECT_EQ(FindSoundHeader(window, from), expected);
    }
  }
}

}  // namespace
}  // namespace sightglass::format
