#include "store/packed_column.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace sightglass::store {
namespace {

constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();

struct Packed {
  ColumnPlan plan;
  std::size_t bytes = 0;
  std::vector<std::uint64_t> unpacked;
};

// Packs into memory of exactly the stated size plus padding, so that a sanitizer sees every byte
// too far, and fills the padding with ones, so that a code read too far shows.
Packed RoundTrip(const std::vector<std::uint64_t>& values, std::size_t count) {
  Packed result;
  result.plan = PlanColumn(values);
  result.bytes = ColumnBytes(result.plan.form, values.size());
  std::vector<std::byte> memory(result.bytes + kColumnPaddingBytes, std::byte{0xff});
  PackColumn(result.plan, values, memory.data());
  for (std::size_t i = result.bytes; i < memory.size(); ++i) {
    EXPECT_EQ(memory[i], std::byte{0xff}) << "wrote past its end";
  }
  result.unpacked.assign(count, 0xdeadbeef);
  UnpackColumn(result.plan.form, memory.data(), result.unpacked);
  for (const std::size_t i : {std::size_t{0}, count / 2, count - 1}) {
    if (i >= count) continue;
    EXPECT_EQ(ColumnValueAt(result.plan.form, memory.data(), i), result.unpacked[i]);
  }
  return result;
}

void ExpectRoundTrip(const std::vector<std::uint64_t>& values) {
  for (const std::size_t count : {values.size(), values.size() / 2, std::size_t{1}}) {
    const std::vector<std::uint64_t> expected(values.begin(),
                                              values.begin() + static_cast<std::ptrdiff_t>(count));
    EXPECT_EQ(RoundTrip(values, count).unpacked, expected);
  }
}

TEST(PackedColumn, EveryWidthAndCountRoundTrips) {
  std::mt19937_64 random(1);
  for (unsigned width = 0; width <= 64; ++width) {
    const std::uint64_t mask = width == 64 ? kMax : (std::uint64_t{1} << width) - 1;
    for (const std::size_t count : {1U, 2U, 3U, 7U, 8U, 9U, 63U, 64U, 65U, 511U, 512U}) {
      for (const std::uint64_t base : {std::uint64_t{0}, random(), kMax}) {
        std::vector<std::uint64_t> offsets(count);
        for (std::uint64_t& each : offsets) each = base + (random() & mask);
        ExpectRoundTrip(offsets);
        std::vector<std::uint64_t> sums(count);
        std::uint64_t sum = base;
        for (std::uint64_t& each : sums) each = sum += random() & mask;
        ExpectRoundTrip(sums);
      }
    }
  }
}

TEST(PackedColumn, WidthIsTheOneNeeded) {
  std::mt19937_64 random(2);
  for (unsigned width = 1; width <= 64; ++width) {
    // Both ends of the range occur, in an order that deltas cannot shorten.
    std::vector<std::uint64_t> values(kMaxColumnValues);
    const std::uint64_t mask = width == 64 ? kMax : (std::uint64_t{1} << width) - 1;
    for (std::uint64_t& each : values) each = random() & mask;
    values[3] = 0;
    values[4] = mask;
    values[5] = 1;
    const ColumnPlan plan = PlanColumn(values);
    EXPECT_EQ(plan.form.width, width > kWidestUnalignedCode ? 64U : width);
    EXPECT_EQ(plan.form.shift, 0U);
  }
}

TEST(PackedColumn, ConstantStrideCostsSixteenBytes) {
  for (const std::uint64_t stride : {std::uint64_t{1}, std::uint64_t{1000}, kMax, kMax / 3}) {
    std::vector<std::uint64_t> values(kMaxColumnValues);
    std::uint64_t value = 7;
    for (std::uint64_t& each : values) each = value += stride;
    EXPECT_EQ(RoundTrip(values, values.size()).bytes, 16U) << stride;
    ExpectRoundTrip(values);
  }
}

TEST(PackedColumn, ConstantCostsEightBytes) {
  const std::vector<std::uint64_t> values(kMaxColumnValues, 0x123456789abcdef0);
  EXPECT_EQ(RoundTrip(values, values.size()).bytes, 8U);
  ExpectRoundTrip(values);
  ExpectRoundTrip({kMax});
}

TEST(PackedColumn, CommonLowBitsAreDropped) {
  std::mt19937_64 random(3);
  std::vector<std::uint64_t> values(kMaxColumnValues);
  for (std::uint64_t& each : values) each = ((random() % 16) << 40) + 5;
  const Packed packed = RoundTrip(values, values.size());
  EXPECT_EQ(packed.plan.form.shift, 40U);
  EXPECT_EQ(packed.plan.form.width, 4U);
  EXPECT_EQ(packed.unpacked, values);
}

TEST(PackedColumn, JitteredStrideUsesDeltas) {
  std::mt19937_64 random(4);
  std::vector<std::uint64_t> values(kMaxColumnValues);
  std::uint64_t value = std::uint64_t{1} << 62;
  for (std::uint64_t& each : values) each = value += 1'000'000 + random() % 200;
  const Packed packed = RoundTrip(values, values.size());
  EXPECT_EQ(packed.plan.form.mode, ColumnMode::kDelta);
  EXPECT_EQ(packed.plan.form.width, 8U);
  EXPECT_EQ(packed.unpacked, values);
}

TEST(PackedColumn, ExtremesRoundTrip) {
  const std::uint64_t half = std::uint64_t{1} << 63;
  ExpectRoundTrip({0, kMax});
  ExpectRoundTrip({kMax, 0});
  ExpectRoundTrip({0, half, 0, half - 1, kMax, half + 1, 1});
  ExpectRoundTrip({half, half - 1, half, half + 1});
  std::vector<std::uint64_t> alternating(kMaxColumnValues);
  for (std::size_t i = 0; i < alternating.size(); ++i) alternating[i] = i % 2 == 0 ? 0 : kMax;
  ExpectRoundTrip(alternating);
}

}  // namespace
}  // namespace sightglass::store
