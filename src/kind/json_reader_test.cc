#include "kind/json_reader.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

#include "tests/support/is_ok.h"

namespace sightglass::kind {
namespace {

using base::ErrorCode;
using ::testing::DoubleEq;
using ::testing::ElementsAre;
using ::testing::Eq;
using ::testing::HasSubstr;
using testing::IsError;
using testing::IsOk;
using testing::IsOkAnd;

JsonDocument Parsed(std::string_view text) {
  auto document = JsonDocument::Parse(text);
  EXPECT_THAT(document, IsOk()) << text;
  if (!document.ok()) return std::move(JsonDocument::Parse("null")).value();
  return std::move(document).value();
}

// The member of this name, which is there.
JsonValue Get(const JsonDocument& document, std::string_view name) {
  auto member = document.root().Member(name);
  EXPECT_THAT(member, IsOk());
  EXPECT_TRUE(member.value().has_value()) << name;
  return *member.value();
}

TEST(JsonReader, ReadsEverySort) {
  const JsonDocument document = Parsed(
      R"( {"s":"a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00","t":true,"f":false,"n":null,"d":-1.5e2,)"
      R"("i":7,"a":[1,[2],{}],"o":{"x":[]}} )");
  EXPECT_TRUE(document.root().IsObject());
  EXPECT_THAT(Get(document, "s").AsString(),
              IsOkAnd(Eq("a\"\\/\b\f\n\r\t\xC3\xA9\xF0\x9F\x98\x80")));
  EXPECT_THAT(Get(document, "t").AsBool(), IsOkAnd(Eq(true)));
  EXPECT_THAT(Get(document, "f").AsBool(), IsOkAnd(Eq(false)));
  EXPECT_THAT(Get(document, "d").AsDouble(), IsOkAnd(DoubleEq(-150)));
  EXPECT_THAT(Get(document, "i").AsInt(), IsOkAnd(Eq(7)));
  EXPECT_EQ(Get(document, "a").AsArray(3).value().size(), 3U);
  EXPECT_FALSE(document.root().Member("n").value().has_value()) << "null is as good as absent";
  EXPECT_FALSE(document.root().Member("absent").value().has_value());
  EXPECT_TRUE(Parsed("null").root().IsNull());
  EXPECT_TRUE(Parsed("3").root().IsNumber());
}

TEST(JsonReader, NumbersAreExact) {
  const JsonDocument document = Parsed(
      R"({"low":-9223372036854775808,"high":9223372036854775807,"top":18446744073709551615,)"
      R"("time":1700000000.123456,"half":0.5,"whole":5.0,"thousand":1e3,"huge":1e999,"past":1e18,)"
      R"("nine":9007199254740993})");
  EXPECT_THAT(Get(document, "low").AsInt(), IsOkAnd(Eq(std::numeric_limits<std::int64_t>::min())));
  EXPECT_THAT(Get(document, "high").AsInt(), IsOkAnd(Eq(std::numeric_limits<std::int64_t>::max())));
  EXPECT_THAT(Get(document, "nine").AsInt(), IsOkAnd(Eq(9007199254740993)));
  EXPECT_THAT(Get(document, "top").AsInt(), IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(Get(document, "top").AsUInt(),
              IsOkAnd(Eq(std::numeric_limits<std::uint64_t>::max())));
  EXPECT_THAT(Get(document, "low").AsUInt(), IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(Get(document, "time").AsDouble(), IsOkAnd(Eq(1700000000.123456)));
  EXPECT_THAT(Get(document, "half").AsInt(), IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(Get(document, "whole").AsInt(), IsOkAnd(Eq(5)));
  EXPECT_THAT(Get(document, "thousand").AsUInt(), IsOkAnd(Eq(1000U)));
  EXPECT_THAT(Get(document, "past").AsInt(), IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(Get(document, "huge").AsDouble(), IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(Get(document, "huge").AsInt(), IsError(ErrorCode::kInvalidArgument));
}

TEST(JsonReader, RefusesWhatIsNotJson) {
  for (const std::string_view text :
       {"",         " ",          "{",           "[",           "[1,]",        "{\"a\"}",
        "{\"a\":}", "{\"a\":1,}", "{a:1}",       "tru",         "nul",         "01",
        "-",        "1.",         ".5",          "1e",          "+1",          "1 2",
        "\"a",      "\"\\x\"",    "\"\\u12g4\"", "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"",
        "\"\x01\"", "\"\xFF\"",   "NaN",         "[1}",         "{\"a\":1]",   "\"\\",
        "\"\\u"}) {
    EXPECT_THAT(JsonDocument::Parse(text), IsError(ErrorCode::kInvalidArgument)) << text;
  }
  EXPECT_THAT(JsonDocument::Parse(std::string_view("\0", 1)), IsError(ErrorCode::kInvalidArgument));
}

TEST(JsonReader, TellsLineAndColumn) {
  const auto result = JsonDocument::Parse("{\n  \"a\": 1,\n  \"b\" 2\n}");
  ASSERT_FALSE(result.ok());
  EXPECT_THAT(result.error().message, HasSubstr("line 3, column 7"));
}

TEST(JsonReader, DepthIsLimited) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_THAT(JsonDocument::Parse(nested(32)), IsOk());
  EXPECT_THAT(JsonDocument::Parse(nested(33)), IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(JsonDocument::Parse(std::string(1'000'000, '[')),
              IsError(ErrorCode::kInvalidArgument));
  constexpr JsonOptions kDeepest{.max_depth = JsonOptions::kMostDepth, .name = "model"};
  EXPECT_THAT(JsonDocument::Parse(nested(1'000), kDeepest), IsOk());
  const auto deeper = JsonDocument::Parse(nested(1'001), kDeepest);
  ASSERT_FALSE(deeper.ok());
  EXPECT_THAT(deeper.error().message, HasSubstr("model: JSON is wrong in line 1, column 100"));
}

TEST(JsonReader, ErrorsNameThePlace) {
  const JsonDocument document = Parsed(R"({"series":[{"run":"a"},{"run":3}]})");
  const auto items = Get(document, "series").AsArray(10);
  ASSERT_THAT(items, IsOk());
  const auto run = (*items)[1].Member("run").value();
  EXPECT_EQ(run->place(), "series[1].run");
  EXPECT_THAT(run->AsString().error().message, HasSubstr("series[1].run: "));
  EXPECT_THAT(Get(document, "series").AsArray(1), IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(Get(document, "series").Member("x"), IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(Get(document, "series").AsStrings(10), IsError(ErrorCode::kInvalidArgument));
}

TEST(JsonReader, StringsOfAList) {
  EXPECT_THAT(Parsed(R"(["a","","\u0000b"])").root().AsStrings(3),
              IsOkAnd(ElementsAre("a", "", std::string("\0b", 2))));
}

TEST(JsonReader, UnknownAndRepeatedMembersAreErrors) {
  EXPECT_THAT(Parsed(R"({"width":1})").root().AllowOnly({"width", "range"}), IsOk());
  const auto unknown = Parsed(R"({"widht":1})").root().AllowOnly({"width", "range"});
  ASSERT_THAT(unknown, IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(unknown.error().message, HasSubstr("'width'"));
  EXPECT_THAT(Parsed(R"({"width":1,"width":2})").root().AllowOnly({"width", "range"}),
              IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(Parsed("[]").root().AllowOnly({"width"}), IsError(ErrorCode::kInvalidArgument));
}

TEST(JsonReader, WrongSortsAreErrors) {
  const JsonDocument document = Parsed("[]");
  EXPECT_THAT(document.root().AsString(), IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(document.root().AsBool(), IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(document.root().AsDouble(), IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(document.root().AsInt(), IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(document.root().AsUInt(), IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(Parsed("{}").root().AsArray(9), IsError(ErrorCode::kInvalidArgument));
}

TEST(JsonReader, ADocumentMayMove) {
  JsonDocument first = Parsed(R"({"a":"x\ny"})");
  const JsonDocument second = std::move(first);
  EXPECT_THAT(Get(second, "a").AsString(), IsOkAnd(Eq("x\ny")));
}

}  // namespace
}  // namespace sightglass::kind
