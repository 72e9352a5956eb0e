#include "format/wire.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "format/encode.h"

namespace sightglass::format {
namespace {

using namespace std::string_view_literals;

WireError Check(std::string_view bytes, int depth = 0) {
  return CheckFields(base::AsBytes(bytes), depth);
}

TEST(WireReader, ReadsEveryType) {
  std::string message;
  WireWriter writer(message);
  writer.Varint(1, 150);
  writer.Double(2, 0.5);
  writer.Message(3, "abc");
  writer.Float(4, -2.0F);
  writer.Varint(5000, ~std::uint64_t{0});
  WireReader reader(base::AsBytes(message));
  ASSERT_TRUE(reader.Next());
  EXPECT_EQ(reader.tag(), FieldTag(1, WireType::kVarint));
  EXPECT_EQ(reader.Varint(), 150U);
  ASSERT_TRUE(reader.Next());
  EXPECT_EQ(reader.tag(), FieldTag(2, WireType::kFixed64));
  EXPECT_EQ(std::bit_cast<double>(reader.Fixed64()), 0.5);
  ASSERT_TRUE(reader.Next());
  EXPECT_EQ(reader.tag(), FieldTag(3, WireType::kBytes));
  EXPECT_EQ(base::AsText(reader.Bytes()), "abc");
  ASSERT_TRUE(reader.Next());
  EXPECT_EQ(reader.type(), WireType::kFixed32);
  EXPECT_EQ(std::bit_cast<float>(reader.Fixed32()), -2.0F);
  ASSERT_TRUE(reader.Next());
  EXPECT_EQ(reader.field(), 5000U);
  EXPECT_EQ(reader.Varint(), ~std::uint64_t{0});
  EXPECT_FALSE(reader.Next());
  EXPECT_EQ(reader.error(), WireError::kOk);
}

TEST(WireReader, EmptyMessageHasNoFields) {
  WireReader reader({});
  EXPECT_FALSE(reader.Next());
  EXPECT_EQ(reader.error(), WireError::kOk);
}

// Every length of varint, at the end of the message and with bytes after it, so that the quick and
// the long way both read it.
TEST(WireReader, VarintsOfEveryLength) {
  for (int bits = 0; bits < 64; ++bits) {
    for (const std::uint64_t value : {std::uint64_t{1} << bits, (std::uint64_t{2} << bits) - 1}) {
      for (const std::string_view after : {""sv, "\x08\x01"sv}) {
        std::string message;
        WireWriter(message).Varint(1, value);
        message += after;
        WireReader reader(base::AsBytes(message));
        ASSERT_TRUE(reader.Next());
        EXPECT_EQ(reader.Varint(), value);
        EXPECT_EQ(reader.error(), WireError::kOk);
        EXPECT_EQ(reader.AtEnd(), after.empty());
      }
    }
  }
}

TEST(WireReader, OverlongNumbersAreRead) {
  EXPECT_EQ(Check("\x88\x80\x00\x01"sv), WireError::kOk);   // tag 8 in three bytes
  EXPECT_EQ(Check("\x0A\x81\x80\x00x"sv), WireError::kOk);  // length 1 in three bytes
  EXPECT_EQ(Check("\x08\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7F"sv), WireError::kOk);
}

TEST(WireReader, NamesWhatIsWrong) {
  EXPECT_EQ(Check("\x08"sv), WireError::kTruncated);
  EXPECT_EQ(Check("\x08\x80"sv), WireError::kTruncated);
  EXPECT_EQ(Check("\x08\x80\x80\x80"sv), WireError::kTruncated);
  EXPECT_EQ(Check("\x88"sv), WireError::kTruncated);
  EXPECT_EQ(Check("\x09"
                  "1234567"sv),
            WireError::kTruncated);
  EXPECT_EQ(Check("\x0D"
                  "123"sv),
            WireError::kTruncated);
  EXPECT_EQ(Check("\x0A\x04"
                  "123"sv),
            WireError::kTruncated);
  EXPECT_EQ(Check("\x0A\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01"
                  "123"sv),
            WireError::kTruncated);
  EXPECT_EQ(Check("\x08\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01"sv), WireError::kBadVarint);
  EXPECT_EQ(Check("\x00\x01"sv), WireError::kBadField);                  // field 0
  EXPECT_EQ(Check("\x02\x00"sv), WireError::kBadField);                  // field 0, bytes
  EXPECT_EQ(Check("\x0E"sv), WireError::kBadField);                      // type 6
  EXPECT_EQ(Check("\x0F"sv), WireError::kBadField);                      // type 7
  EXPECT_EQ(Check("\x88\x80\x80\x80\x10\x01"sv), WireError::kBadField);  // field 2^29
}

TEST(WireReader, StaysAtItsFirstError) {
  WireReader reader(
      base::AsBytes("\x0A\x04"
                    "123"sv));
  ASSERT_TRUE(reader.Next());
  EXPECT_TRUE(reader.Bytes().empty());
  EXPECT_EQ(reader.error(), WireError::kTruncated);
  EXPECT_FALSE(reader.Next());
  EXPECT_EQ(reader.Varint(), 0U);
  EXPECT_EQ(reader.Fixed64(), 0U);
  reader.Skip();
  EXPECT_EQ(reader.error(), WireError::kTruncated);
}

TEST(WireReader, SkipsGroups) {
  EXPECT_EQ(Check("\x0B\x0C"sv), WireError::kOk);
  EXPECT_EQ(Check("\x0B\x13\x08\x05\x14\x12\x02hi\x15"
                  "1234"
                  "\x11"
                  "12345678"
                  "\x0C\x08\x01"sv),
            WireError::kOk);
  EXPECT_EQ(Check("\x0B"sv), WireError::kBadGroup);          // open
  EXPECT_EQ(Check("\x0B\x08\x01"sv), WireError::kBadGroup);  // open
  EXPECT_EQ(Check("\x0C"sv), WireError::kBadGroup);          // ends nothing
  EXPECT_EQ(Check("\x0B\x14"sv), WireError::kBadGroup);      // ends another
  EXPECT_EQ(Check("\x0B\x13\x0C\x14"sv), WireError::kBadGroup);
  EXPECT_EQ(Check("\x0B\x12\x05x\x0C"sv), WireError::kTruncated);
  EXPECT_EQ(Check("\x0B\x00\x0C"sv), WireError::kBadField);
  EXPECT_EQ(Check("\x0B\x0F\x0C"sv), WireError::kBadField);
}

TEST(WireReader, LimitsNesting) {
  const auto groups = [](int count) {
    const auto size = static_cast<std::size_t>(count);
    return std::string(size, '\x0B') + std::string(size, '\x0C');
  };
  EXPECT_EQ(Check(groups(kMaxNesting)), WireError::kOk);
  EXPECT_EQ(Check(groups(kMaxNesting + 1)), WireError::kTooDeep);
  EXPECT_EQ(Check(groups(1'000'000)), WireError::kTooDeep);
  EXPECT_EQ(Check(groups(40), kMaxNesting - 40), WireError::kOk);
  EXPECT_EQ(Check(groups(41), kMaxNesting - 40), WireError::kTooDeep);
  EXPECT_EQ(Check(groups(1), kMaxNesting), WireError::kTooDeep);
  EXPECT_EQ(Check(groups(1), kMaxNesting + 7), WireError::kTooDeep);
}

// The plain way: a varint bit by bit. nullopt where the reader must report an error.
std::optional<std::pair<std::uint64_t, std::size_t>> PlainVarint(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes.size() && i < 10; ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    for (unsigned bit = 0; bit < 7 && 7 * i + bit < 64; ++bit) {
      if ((byte >> bit) & 1U) value |= std::uint64_t{1} << (7 * i + bit);
    }
    if (byte < 0x80) return {{value, i + 1}};
  }
  return std::nullopt;
}

TEST(WireReader, VarintEqualsPlainOneOnRandomBytes) {
  std::mt19937 random(7);
  for (int round = 0; round < 20000; ++round) {
    std::string bytes(random() % 13, '\0');
    for (char& byte : bytes) {
      byte = static_cast<char>(random() % 4 == 0 ? random() & 0x7F : random() | 0x80);
    }
    WireReader reader(base::AsBytes(bytes));
    const std::uint64_t value = reader.Varint();
    const auto plain = PlainVarint(bytes);
    ASSERT_EQ(reader.error() == WireError::kOk, plain.has_value());
    if (!plain.has_value()) continue;
    EXPECT_EQ(value, plain->first);
    EXPECT_EQ(reader.AtEnd(), plain->second == bytes.size());
  }
}

// Cutting a message anywhere inside a field is noticed; cutting it between fields is not an error.
TEST(WireReader, NoticesEveryCut) {
  std::string message;
  std::vector<std::size_t> borders = {0};
  WireWriter writer(message);
  const auto mark = [&] { borders.push_back(message.size()); };
  writer.Varint(1, 300), mark();
  writer.Double(2, 1), mark();
  writer.Message(300, std::string(200, 'x')), mark();
  writer.Float(4, 1), mark();
  message += "\x2B\x08\x01\x2C", mark();
  for (std::size_t size = 0; size <= message.size(); ++size) {
    const bool at_border = std::ranges::find(borders, size) != borders.end();
    EXPECT_EQ(Check(std::string_view(message).substr(0, size)) == WireError::kOk, at_border)
        << size;
  }
}

TEST(WireErrorText, SaysSomethingForEach) {
  for (int i = 0; i <= static_cast<int>(WireError::kTooDeep); ++i) {
    EXPECT_NE(WireErrorText(static_cast<WireError>(i)), "unknown");
  }
}

}  // namespace
}  // namespace sightglass::format
