#include "serve/byte_range.h"

#include <gtest/gtest.h>

namespace sightglass::serve {
namespace {

using State = ByteRange::State;

void ExpectPart(std::string_view header, std::uint64_t size, std::uint64_t first,
                std::uint64_t last) {
  const ByteRange range = ParseRange(header, size);
  EXPECT_EQ(range.state, State::kPart) << header;
  EXPECT_EQ(range.first, first) << header;
  EXPECT_EQ(range.last, last) << header;
}

TEST(ParseRange, Parts) {
  ExpectPart("bytes=0-0", 10, 0, 0);
  ExpectPart("bytes=2-5", 10, 2, 5);
  ExpectPart("Bytes= 2 - 5 ", 10, 2, 5);
  ExpectPart("bytes=2-", 10, 2, 9);
  ExpectPart("bytes=2-100", 10, 2, 9);
  ExpectPart("bytes=-3", 10, 7, 9);
  ExpectPart("bytes=-30", 10, 0, 9);
  ExpectPart("bytes=0-99999999999999999999999", 10, 0, 9);
}

TEST(ParseRange, BeyondTheEnd) {
  for (const std::string_view header :
       {"bytes=10-", "bytes=10-20", "bytes=-0", "bytes=99999999999999999999999-"}) {
    EXPECT_EQ(ParseRange(header, 10).state, State::kUnsatisfiable) << header;
  }
  EXPECT_EQ(ParseRange("bytes=0-", 0).state, State::kUnsatisfiable);
  EXPECT_EQ(ParseRange("bytes=-1", 0).state, State::kUnsatisfiable);
}

TEST(ParseRange, EverythingElseIsTheWhole) {
  for (const std::string_view header :
       {"", "bytes", "bytes=", "bytes=-", "bytes=5", "bytes=5-2", "bytes=a-b", "bytes=1-x",
        "bytes=-1-2", "items=0-1", "bytes=0-1,3-4", "bytes=+1-2", "bytes=0x1-2"}) {
    EXPECT_EQ(ParseRange(header, 10).state, State::kWhole) << header;
  }
}

}  // namespace
}  // namespace sightglass::serve
