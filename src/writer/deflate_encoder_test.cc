#include "writer/deflate_encoder.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "tests/support/deflate_reader.h"
#include "tests/support/inflate_bytes.h"
#include "writer/byte_checksums.h"
#include "writer/deflate_block.h"
#include "writer/huffman_code.h"

namespace sightglass::writer {
namespace {

std::string Zlib(const std::string& bytes) {
  std::string out;
  AppendZlib(bytes, out);
  return out;
}

void ExpectRoundTrip(const std::string& bytes) {
  const std::string zlib = Zlib(bytes);
  EXPECT_EQ(testing::ReadZlib(zlib, bytes.size()), bytes) << bytes.size() << " bytes";
  // Two bytes in front, four behind.
  EXPECT_LE(zlib.size(), StoredSize(bytes.size()) + 6);
}

std::string RandomBytes(std::size_t size, unsigned levels, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random() % levels);
  return bytes;
}

TEST(DeflateEncoder, EmptyAndTiny) {
  ExpectRoundTrip("");
  for (std::size_t size = 1; size <= 40; ++size) {
    ExpectRoundTrip(std::string(size, 'x'));
    ExpectRoundTrip(RandomBytes(size, 256, static_cast<std::uint32_t>(size)));
    ExpectRoundTrip(RandomBytes(size, 2, static_cast<std::uint32_t>(size)));
  }
}

TEST(DeflateEncoder, AppendsBehindWhatIsThere) {
  std::string out = "front";
  AppendZlib("abc", out);
  EXPECT_EQ(out.substr(0, 5), "front");
  EXPECT_EQ(testing::ReadZlib(std::string_view(out).substr(5), 3), "abc");
}

TEST(DeflateEncoder, RunsAroundTheLongestMatch) {
  for (const std::size_t size : {257UL, 258UL, 259UL, 260UL, 516UL, 517UL, 70'000UL, 1'000'000UL}) {
    ExpectRoundTrip(std::string(size, '\0'));
  }
  EXPECT_LT(Zlib(std::string(1'000'000, '\0')).size(), 1'200U);
}

// A block of bytes that comes again exactly `distance` later.
TEST(DeflateEncoder, DistancesAroundTheWindow) {
  const std::string block = RandomBytes(300, 256, 1);
  for (const std::size_t distance : {300UL, 32'767UL, 32'768UL, 32'769UL, 40'000UL}) {
    const std::string between = RandomBytes(distance - block.size(), 16, 2);
    const std::string bytes = block + between + block;
    ExpectRoundTrip(bytes);
  }
}

TEST(DeflateEncoder, FindsWhatRepeats) {
  const std::string block = RandomBytes(1'000, 256, 1);
  std::string bytes;
  for (int i = 0; i < 100; ++i) bytes += block;
  ExpectRoundTrip(bytes);
  EXPECT_LT(Zlib(bytes).size(), 3'000U);
}

TEST(DeflateEncoder, IncompressibleStaysAsLargeAsStored) {
  for (const std::size_t size : {65'534UL, 65'535UL, 65'536UL, 200'000UL, 1'000'000UL}) {
    const std::string bytes = RandomBytes(size, 256, 3);
    ExpectRoundTrip(bytes);
    EXPECT_EQ(Zlib(bytes).size(), StoredSize(size) + 6);
  }
}

TEST(DeflateEncoder, RandomTextures) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::string bytes;
    const std::size_t size = random() % (round % 10 == 0 ? 200'000 : 3'000);
    // Stretches of noise of any depth, of runs, and of what came before.
    while (bytes.size() < size) {
      const std::size_t length = 1 + random() % 700;
      switch (random() % 3) {
        case 0:
          bytes += RandomBytes(length, 1 + random() % 256, static_cast<std::uint32_t>(random()));
          break;
        case 1:
          bytes += std::string(length, static_cast<char>(random()));
          break;
        default:
          if (!bytes.empty()) bytes += bytes.substr(random() % bytes.size(), length);
      }
    }
    ExpectRoundTrip(bytes);
  }
}

// Frequencies like Fibonacci's numbers make the deepest codes.
TEST(DeflateEncoder, SkewedFrequencies) {
  std::string bytes;
  std::size_t a = 1;
  std::size_t b = 1;
  for (int symbol = 0; symbol < 24; ++symbol) {
    bytes += std::string(a, static_cast<char>(symbol));
    a = std::exchange(b, a + b);
  }
  std::mt19937 random(5);
  std::shuffle(bytes.begin(), bytes.end(), random);
  ExpectRoundTrip(bytes);
}

TEST(DeflateEncoder, Gzip) {
  for (const std::string& text : {std::string(), std::string("hello"), RandomBytes(99'999, 9, 1)}) {
    std::string out;
    AppendGzip(text, out);
    EXPECT_EQ(testing::Gunzip(out), text);
  }
}

double KraftSum(std::span<const std::uint8_t> lengths) {
  double sum = 0;
  for (const std::uint8_t length : lengths) {
    if (length > 0) sum += 1.0 / static_cast<double>(1U << length);
  }
  return sum;
}

TEST(HuffmanCode, AlwaysCompleteAndWithinTheLimit) {
  std::mt19937 random(1);
  for (int round = 0; round < 2'000; ++round) {
    const std::size_t size = 2 + random() % 285;
    std::vector<std::uint32_t> frequencies(size);
    for (std::uint32_t& frequency : frequencies) {
      // Of very different sizes, many of them zero.
      frequency =
          random() % 3 == 0 ? 0 : static_cast<std::uint32_t>(random()) >> (12 + random() % 20);
    }
    const int limit = 9 + static_cast<int>(random() % 7);
    std::vector<std::uint8_t> lengths(size);
    MakeHuffmanLengths(frequencies, limit, lengths);
    EXPECT_EQ(KraftSum(lengths), 1.0);
    for (std::size_t i = 0; i < size; ++i) {
      EXPECT_LE(lengths[i], limit);
      EXPECT_TRUE(frequencies[i] == 0 || lengths[i] > 0);
    }
  }
}

TEST(HuffmanCode, ShortestForFrequencies) {
  const std::array<std::uint32_t, 5> frequencies = {10, 0, 1, 2, 4};
  std::array<std::uint8_t, 5> lengths;
  MakeHuffmanLengths(frequencies, 15, lengths);
  EXPECT_EQ(lengths, (std::array<std::uint8_t, 5>{1, 0, 3, 3, 2}));
  std::array<HuffmanCode, 5> codes;
  MakeHuffmanCodes(lengths, codes);
  EXPECT_EQ(codes[0].bits, 0);     // 0
  EXPECT_EQ(codes[4].bits, 0b01);  // 10, reversed
  EXPECT_EQ(codes[2].bits, 0b011);
  EXPECT_EQ(codes[3].bits, 0b111);
}

TEST(ByteChecksums, AgreeWithReferenceInEverySize) {
  const std::string bytes = RandomBytes(20'000, 256, 11);
  const std::string high(20'000, '\xFF');
  for (std::size_t size = 0; size < 400; ++size) {
    const std::string_view part = std::string_view(bytes).substr(size % 17, size);
    EXPECT_EQ(ExtendCrc32(0, part), testing::ReferenceCrc32(part));
    EXPECT_EQ(ExtendAdler32(1, part), testing::ReferenceAdler32(part));
    for (const Crc32Path& path : Crc32Paths()) {
      if (!path.supported) continue;
      EXPECT_EQ(~path.extend(~0U, part.data(), part.size()), testing::ReferenceCrc32(part))
          << path.name << ' ' << size;
    }
  }
  for (const std::string& all : {bytes, high}) {
    EXPECT_EQ(ExtendAdler32(1, all), testing::ReferenceAdler32(all));
    EXPECT_EQ(ExtendCrc32(0, all), testing::ReferenceCrc32(all));
  }
}

TEST(ByteChecksums, GoOnFromAnyPlace) {
  const std::string bytes = RandomBytes(12'345, 256, 12);
  const std::string_view all = bytes;
  for (const std::size_t cut : {0UL, 1UL, 63UL, 64UL, 5'552UL, 12'345UL}) {
    EXPECT_EQ(ExtendCrc32(ExtendCrc32(0, all.substr(0, cut)), all.substr(cut)),
              testing::ReferenceCrc32(all));
    EXPECT_EQ(ExtendAdler32(ExtendAdler32(1, all.substr(0, cut)), all.substr(cut)),
              testing::ReferenceAdler32(all));
  }
}

}  // namespace
}  // namespace sightglass::writer
