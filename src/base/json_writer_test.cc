#include "base/json_writer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace sightglass::base {
namespace {

using namespace std::string_literals;

std::string Quoted(std::string_view text) {
  BufferedOutput out;
  WriteJsonString(text, out);
  return out.text();
}

std::string Number(double value) {
  BufferedOutput out;
  WriteJsonDouble(value, out);
  return out.text();
}

TEST(JsonWriter, PutsCommasBetweenElementsOfEveryLevel) {
  BufferedOutput out;
  JsonWriter json(out);
  json.BeginObject();
  json.Key("a");
  json.BeginArray();
  json.Int(-1);
  json.BeginArray();
  json.EndArray();
  json.UInt(2);
  json.EndArray();
  json.Key("b");
  json.BeginObject();
  json.EndObject();
  json.Key("c");
  json.Null();
  json.Key("d");
  json.Bool(true);
  json.Key("e");
  json.String("x");
  json.Key("f");
  json.Raw("[1,2]");
  json.EndObject();
  EXPECT_EQ(out.text(), R"({"a":[-1,[],2],"b":{},"c":null,"d":true,"e":"x","f":[1,2]})");
}

TEST(JsonWriter, BreaksLinesAfterTheCommaAndNotBeforeAnEnd) {
  BufferedOutput out;
  JsonWriter json(out);
  json.BeginArray();
  json.BreakLine();
  json.Int(1);
  json.BreakLine();
  json.Int(2);
  json.BreakLine();
  json.EndArray();
  EXPECT_EQ(out.text(), "[\n1,\n2]");
}

TEST(JsonString, EscapesWhatJsonAsksFor) {
  EXPECT_EQ(Quoted("plain"), "\"plain\"");
  EXPECT_EQ(Quoted(""), "\"\"");
  EXPECT_EQ(Quoted("a\"b\\c\n\r\t\x01\x7f"), R"("a\"b\\c\n\r\t\u0001\u007f")");
  EXPECT_EQ(Quoted("a\0b"s), R"("a\u0000b")");
}

TEST(JsonString, KeepsUtf8AndShowsOtherBytes) {
  EXPECT_EQ(Quoted("\xE6\x8D\x9F\xE5\xA4\xB1 \xF0\x9F\x94\xA5"),
            "\"\xE6\x8D\x9F\xE5\xA4\xB1 \xF0\x9F\x94\xA5\"");
  EXPECT_EQ(Quoted("a\xFF"
                   "b"),
            R"("a\\xFFb")");
  EXPECT_EQ(Quoted("\xC3"), R"("\\xC3")") << "cut";
  EXPECT_EQ(Quoted("\xC0\x80"), R"("\\xC0\\x80")") << "overlong";
  EXPECT_EQ(Quoted("\xED\xA0\x80"), R"("\\xED\\xA0\\x80")") << "surrogate";
  EXPECT_EQ(Quoted("\xE2\x80\xA8"), R"("\u2028")");
}

TEST(JsonDouble, SpellsWhatIsNotFiniteAsTensorBoardDoes) {
  EXPECT_EQ(Number(std::nan("")), "\"NaN\"");
  EXPECT_EQ(Number(-std::nan("")), "\"NaN\"");
  EXPECT_EQ(Number(std::numeric_limits<double>::infinity()), "\"Infinity\"");
  EXPECT_EQ(Number(-std::numeric_limits<double>::infinity()), "\"-Infinity\"");
  EXPECT_EQ(Number(0.5), "0.5");
}

TEST(JsonWriter, WritesExtremeIntegersBare) {
  BufferedOutput out;
  JsonWriter json(out);
  json.BeginArray();
  json.Int(std::numeric_limits<std::int64_t>::min());
  json.UInt(std::numeric_limits<std::uint64_t>::max());
  json.EndArray();
  EXPECT_EQ(out.text(), "[-9223372036854775808,18446744073709551615]");
}

}  // namespace
}  // namespace sightglass::base
