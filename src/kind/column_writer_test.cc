#include "kind/column_writer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace sightglass::kind {
namespace {

using Ints = std::vector<std::int64_t>;
using Doubles = std::vector<double>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::uint32_t HeadBytes(const std::string& body) {
  std::uint32_t length = 0;
  std::memcpy(&length, body.data() + 4, sizeof(length));
  return length;
}

template <class Stored>
std::vector<Stored> ArrayOf(const std::string& body, const ColumnRef& ref) {
  std::vector<Stored> values(ref.count);
  const std::size_t begin = 8 + HeadBytes(body) + ref.at;
  EXPECT_EQ(begin % 8, 0U);
  EXPECT_LE(begin + ref.count * sizeof(Stored), body.size());
  if (!values.empty()) {
    std::memcpy(values.data(), body.data() + begin, ref.count * sizeof(Stored));
  }
  return values;
}

TEST(ColumnWriter, TakesTheSmallestExactType) {
  constexpr std::int64_t kLow = std::numeric_limits<std::int32_t>::min();
  constexpr std::int64_t kHigh = std::numeric_limits<std::int32_t>::max();
  ColumnWriter writer;
  EXPECT_EQ(writer.Add(Ints{kLow, 0, kHigh}).type, "i32");
  EXPECT_EQ(writer.Add(Ints{kLow - 1}).type, "i64");
  EXPECT_EQ(writer.Add(Ints{kHigh + 1}).type, "i64");
  EXPECT_EQ(writer.Add(Ints{std::numeric_limits<std::int64_t>::min()}).type, "i64");
  EXPECT_EQ(writer.Add(Ints{}).type, "i32");
  EXPECT_EQ(writer.Add(std::vector<std::uint64_t>{0xFFFFFFFFU}).type, "u32");
  EXPECT_EQ(writer.Add(std::vector<std::uint64_t>{0x100000000U}).type, "u64");
  EXPECT_EQ(writer.Add(std::vector<std::uint8_t>{7}).type, "u8");
  EXPECT_EQ(writer.Add(Doubles{0.5, -0.0, kInfinity, -kInfinity, std::nan("")}).type, "f32");
  EXPECT_EQ(writer.Add(Doubles{0.1F, 1e-45F, std::numeric_limits<float>::max()}).type, "f32");
  EXPECT_EQ(writer.Add(Doubles{0.1}).type, "f64");
  EXPECT_EQ(writer.Add(Doubles{1e300}).type, "f64") << "beyond float";
  EXPECT_EQ(writer.Add(Doubles{1e-300}).type, "f64") << "below float";
  Doubles late(5000, 1.0);
  late.back() = 0.1;
  EXPECT_EQ(writer.Add(late).type, "f64");
}

TEST(ColumnWriter, ArraysReadBackWhateverTheHead) {
  for (const std::size_t room : {0U, 3U, 64U, 1000U}) {
    for (const std::size_t head_bytes : {0U, 1U, 7U, 8U, 64U, 65U, 999U, 5000U}) {
      ColumnWriter writer(room);
      writer.Reserve(100);
      const ColumnRef bytes = writer.Add(std::vector<std::uint8_t>{1, 2, 3});
      const ColumnRef steps = writer.Add(Ints{-1, 2});
      const ColumnRef values = writer.Add(Doubles{0.1, 0.2, 0.3});
      const ColumnRef none = writer.Add(Doubles{});
      const std::string head(head_bytes, 'h');
      const std::string body = writer.Finish(head);
      EXPECT_EQ(body.substr(0, 4), "SGC1");
      EXPECT_EQ(HeadBytes(body) % 8, 0U);
      EXPECT_EQ(body.size() % 8, 0U);
      EXPECT_EQ(body.substr(8, head_bytes), head);
      EXPECT_EQ(body.substr(8 + head_bytes, HeadBytes(body) - head_bytes),
                std::string(HeadBytes(body) - head_bytes, ' '));
      EXPECT_EQ(ArrayOf<std::uint8_t>(body, bytes), (std::vector<std::uint8_t>{1, 2, 3}));
      EXPECT_EQ(ArrayOf<std::int32_t>(body, steps), (std::vector<std::int32_t>{-1, 2}));
      EXPECT_EQ(ArrayOf<double>(body, values), (Doubles{0.1, 0.2, 0.3}));
      EXPECT_EQ(none.count, 0U);
    }
  }
}

TEST(ColumnWriter, EqualColumnsAreOneArray) {
  ColumnWriter writer;
  const Ints steps{1, 2, 3};
  const ColumnRef first = writer.Add(steps);
  const ColumnRef values = writer.Add(Doubles{0.5, 0.25, 0.125});
  const std::size_t bytes = writer.size();
  const ColumnRef again = writer.Add(steps);
  EXPECT_EQ(again.at, first.at);
  EXPECT_EQ(writer.size(), bytes + (8 - bytes % 8) % 8);
  EXPECT_NE(writer.Add(Ints{1, 2, 4}).at, first.at);
  EXPECT_NE(writer.Add(Ints{1, 2}).at, first.at) << "a part of another";
  // The same bytes as another type are another column.
  const ColumnRef zeros = writer.Add(Ints{0, 0});
  EXPECT_NE(writer.Add(Doubles{0, 0}).at, zeros.at);
  const std::string body = writer.Finish("{}");
  EXPECT_EQ(ArrayOf<std::int32_t>(body, again), (std::vector<std::int32_t>{1, 2, 3}));
  EXPECT_EQ(ArrayOf<float>(body, values), (std::vector<float>{0.5F, 0.25F, 0.125F}));
}

TEST(ColumnWriter, IsEmptyAfterwards) {
  ColumnWriter writer(100);
  static_cast<void>(writer.Add(Ints{1, 2, 3}));
  EXPECT_EQ(writer.size(), 12U);
  static_cast<void>(writer.Finish("{}"));
  EXPECT_EQ(writer.size(), 0U);
  const ColumnRef again = writer.Add(Ints{5});
  EXPECT_EQ(again.at, 0U);
  EXPECT_EQ(ArrayOf<std::int32_t>(writer.Finish("{}"), again), (std::vector<std::int32_t>{5}));
}

}  // namespace
}  // namespace sightglass::kind
