#include "writer/utf8_check.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "base/utf8_scan.h"

namespace sightglass::writer {
namespace {

TEST(Utf8Check, TakesWhatUnicodeDefines) {
  for (const std::string_view text :
       {"", "loss", "Verlust/größe", "\xC2\x80", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80",
        "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF", "0123456\xC3\xA4",
        "eight by\xE2\x82\xAC and more of it"}) {
    EXPECT_TRUE(CheckUtf8("tag", text).ok()) << text;
  }
  EXPECT_TRUE(CheckUtf8("tag", std::string_view("a\0b", 3)).ok());
}

TEST(Utf8Check, NamesTheFirstByteThatIsWrong) {
  struct Case {
    std::string_view text;
    std::size_t position;
  };
  for (const Case& c : {
           Case{"\x80", 0},                      // a tail without a head
           Case{"ab\xFFq", 2},                   // no such byte
           Case{"01234567\xC3", 8},              // cut short
           Case{"\xC0\x80", 0},                  // longer than needed
           Case{"\xE0\x9F\xBF", 0},              // the same in three
           Case{"\xF0\x8F\xBF\xBF", 0},          // and in four
           Case{"x\xED\xA0\x80", 1},             // a surrogate
           Case{"\xF4\x90\x80\x80", 0},          // beyond U+10FFFF
           Case{"\xE2\x82", 0},                  // cut short
           Case{"0123456\xE2\x82\x28 rest", 7},  // a tail that is none
       }) {
    EXPECT_EQ(base::FindBadUtf8(c.text), c.position) << c.text;
    const Status status = CheckUtf8("tag", c.text);
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
    EXPECT_NE(status.message().find(std::to_string(c.position)), std::string_view::npos);
  }
}

}  // namespace
}  // namespace sightglass::writer
