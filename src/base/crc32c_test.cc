#include "base/crc32c.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "base/crc32c_paths.h"

namespace sightglass::base {
namespace {

using crc32c_internal::Path;
using crc32c_internal::Paths;

// Straight from the definition, a bit at a time: what every path is compared with.
std::uint32_t PlainExtend(std::uint32_t state, Bytes bytes) {
  for (const std::byte byte : bytes) {
    state ^= static_cast<std::uint32_t>(byte);
    for (int bit = 0; bit < 8; ++bit) state = (state >> 1) ^ ((state & 1U) * 0x82F63B78U);
  }
  return state;
}

std::vector<std::byte> RandomBytes(std::size_t size, std::mt19937_64& random) {
  std::vector<std::byte> bytes(size);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
  return bytes;
}

std::string BytesOf(std::initializer_list<int> values) {
  std::string bytes;
  for (const int value : values) bytes.push_back(static_cast<char>(value));
  return bytes;
}

TEST(Crc32cTest, KnownVectors) {
  EXPECT_EQ(Crc32c({}), 0U);
  EXPECT_EQ(MaskCrc32c(Crc32c({})), 0xA282EAD8U);
  EXPECT_EQ(Crc32c(AsBytes("123456789")), 0xE3069283U);
  EXPECT_EQ(MaskCrc32c(Crc32c(AsBytes("123456789"))), 0xC78AB0E5U);
  EXPECT_EQ(Crc32c(AsBytes(std::string(32, '\0'))), 0x8A9136AAU);
  EXPECT_EQ(MaskCrc32c(Crc32c(AsBytes("\x1A\x11"
                                      "CRC test, one two"))),
            0x5794D08AU);
}

TEST(Crc32cTest, RecordsAsWritten) {
  const std::string version =
      BytesOf({0x09, 0x00, 0x00, 0x80, 0x38, 0x99, 0xD6, 0xD7, 0x41, 0x1A, 0x0D}) + "brain.Event:2";
  ASSERT_EQ(version.size(), 0x18U);
  EXPECT_EQ(MaskCrc32c(Crc32cOf8(version.size())), 0x224B7FA3U);
  EXPECT_EQ(MaskCrc32c(Crc32c(AsBytes(version))), 0xAB364B12U);

  const std::string scalar = BytesOf({0x09, 0xC4, 0x05, 0xB7, 0x3D, 0x99, 0xD6, 0xD7, 0x41, 0x10,
                                      0x4D, 0x2A, 0x25, 0x0A, 0x23, 0x0A, 0x08}) +
                             "accuracy" +
                             BytesOf({0x42, 0x0A, 0x08, 0x01, 0x12, 0x00, 0x22, 0x04, 0xA4, 0x70,
                                      0x7D, 0x3F, 0x4A, 0x0B, 0x0A, 0x09, 0x0A, 0x07}) +
                             "scalars";
  ASSERT_EQ(scalar.size(), 50U);
  EXPECT_EQ(MaskCrc32c(Crc32cOf8(50)), 0xEC561924U);
  EXPECT_EQ(MaskCrc32c(Crc32c(AsBytes(scalar))), 0x33645BA5U);
}

TEST(Crc32cTest, ChoosesTheLastSupportedPath) {
  const Path* last = nullptr;
  for (const Path& path : Paths()) {
    if (path.supported) last = &path;
  }
  ASSERT_NE(last, nullptr);
  EXPECT_EQ(crc32c_internal::extend_long, last->extend);
}

class Crc32cPathTest : public ::testing::TestWithParam<Path> {
 protected:
  void SetUp() override {
    if (!GetParam().supported) GTEST_SKIP() << "this processor lacks " << GetParam().name;
  }
};

// Every length around the sizes of blocks and their tails. Each input lies at the end of an
// allocation of just its size plus the offset, so that the address sanitizer sees a byte too many.
TEST_P(Crc32cPathTest, EqualsPlainOnEveryShortLengthAndAlignment) {
  std::mt19937_64 random(1);
  for (std::size_t size = 0; size <= 1100; ++size) {
    const std::size_t offset = size % 67;
    const std::vector<std::byte> buffer = RandomBytes(offset + size, random);
    const Bytes bytes = Bytes(buffer).subspan(offset);
    const auto state = static_cast<std::uint32_t>(random());
    ASSERT_EQ(GetParam().extend(state, bytes.data(), bytes.size()), PlainExtend(state, bytes))
        << size;
  }
}

TEST_P(Crc32cPathTest, EqualsPlainOnRandomLongInput) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 60; ++round) {
    const std::size_t size = random() % 20000;
    const std::size_t offset = random() % 128;
    const std::vector<std::byte> buffer = RandomBytes(offset + size, random);
    const Bytes bytes = Bytes(buffer).subspan(offset);
    const auto state = static_cast<std::uint32_t>(random());
    ASSERT_EQ(GetParam().extend(state, bytes.data(), bytes.size()), PlainExtend(state, bytes))
        << size << " bytes at offset " << offset;
  }
}

TEST_P(Crc32cPathTest, EveryBitCounts) {
  std::mt19937_64 random(3);
  std::vector<std::byte> buffer = RandomBytes(1031, random);
  const std::uint32_t whole = GetParam().extend(0, buffer.data(), buffer.size());
  for (std::size_t bit = 0; bit < buffer.size() * 8; ++bit) {
    const auto flip = static_cast<std::byte>(1U << (bit % 8));
    buffer[bit / 8] ^= flip;
    ASSERT_NE(GetParam().extend(0, buffer.data(), buffer.size()), whole) << bit;
    buffer[bit / 8] ^= flip;
  }
}

INSTANTIATE_TEST_SUITE_P(Paths, Crc32cPathTest, ::testing::ValuesIn(Paths().begin(), Paths().end()),
                         [](const ::testing::TestParamInfo<Path>& tested) {
                           std::string name(tested.param.name);
                           std::erase(name, '-');
                           return name;
                         });

TEST(Crc32cTest, PublicFunctionsEqualPlain) {
  std::mt19937_64 random(4);
  for (std::size_t size = 0; size <= 600; ++size) {
    const std::vector<std::byte> bytes = RandomBytes(size, random);
    const std::uint32_t expected = ~PlainExtend(0xFFFFFFFFU, bytes);
    ASSERT_EQ(Crc32c(bytes), expected) << size;
    const std::size_t cut = size == 0 ? 0 : random() % size;
    ASSERT_EQ(ExtendCrc32c(Crc32c(Bytes(bytes).first(cut)), Bytes(bytes).subspan(cut)), expected)
        << size << " cut at " << cut;
  }
}

TEST(Crc32cTest, Of8EqualsBytes) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 1000; ++round) {
    const std::uint64_t value = random() >> (random() % 64);
    std::byte bytes[8];
    StoreLittleEndian(value, bytes);
    ASSERT_EQ(Crc32cOf8(value), ~PlainExtend(0xFFFFFFFFU, bytes)) << value;
  }
}

}  // namespace
}  // namespace sightglass::base
