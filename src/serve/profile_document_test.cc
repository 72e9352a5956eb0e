#include "serve/profile_document.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/is_ok.h"

namespace sightglass::serve {
namespace {

using base::ErrorCode;
using ::testing::HasSubstr;

std::string Members(const ProfileDocument& document) {
  base::BufferedOutput out;
  base::JsonWriter json(out);
  json.BeginObject();
  document.WriteMembers(json);
  json.EndObject();
  return out.TakeText();
}

ProfileDocument Parsed(std::string_view text) {
  auto document = ProfileDocument::Parse(text);
  EXPECT_TRUE(document.ok()) << (document.ok() ? "" : document.error().message);
  return document.ok() ? *std::move(document) : ProfileDocument();
}

// The error of a patch on an empty document.
base::Error ErrorOf(const std::string& patch) {
  ProfileDocument document;
  const base::Status status = document.Merge(patch, 5);
  EXPECT_FALSE(status.ok()) << patch.substr(0, 200);
  EXPECT_EQ(document, ProfileDocument());
  return status.ok() ? base::Error{} : status.error();
}

TEST(ProfileDocument, EmptyText) {
  EXPECT_EQ(Members(Parsed("")), R"({"runs":{},"views":{},"default_view":null})");
  EXPECT_EQ(Parsed("{}"), Parsed(""));
}

TEST(ProfileDocument, MergesAsTheStandardSays) {
  ProfileDocument document;
  ASSERT_TRUE(
      document.Merge(R"({"runs":{"a":{"name":"A","tags":["x","y"],"pinned":true}}})", 5).ok());
  ASSERT_TRUE(
      document.Merge(R"({"runs":{"a":{"tags":["z"],"pinned":null},"b":{"hidden":true}}})", 5).ok());
  EXPECT_EQ(
      Members(document),
      R"({"runs":{"a":{"name":"A","tags":["z"]},"b":{"hidden":true}},"views":{},"default_view":null})");
  // A run of which nothing is said any more is gone, however that came.
  ASSERT_TRUE(document.Merge(R"({"runs":{"a":null,"b":{"hidden":null},"c":{}}})", 5).ok());
  EXPECT_EQ(Members(document), R"({"runs":{},"views":{},"default_view":null})");
}

TEST(ProfileDocument, ViewsAreStampedUnlessTheySayWhen) {
  ProfileDocument document;
  ASSERT_TRUE(
      document.Merge(R"({"views":{"v":{"state":"#a"},"w":{"state":"","saved":3}}})", 5).ok());
  EXPECT_EQ(
      Members(document),
      R"({"runs":{},"views":{"v":{"state":"#a","saved":5},"w":{"state":"","saved":3}},"default_view":null})");
}

TEST(ProfileDocument, TheDefaultViewIsOneOfThem) {
  ProfileDocument document;
  ASSERT_TRUE(document.Merge(R"({"views":{"v":{"state":"s"}},"default_view":"v"})", 5).ok());
  EXPECT_THAT(Members(document), HasSubstr(R"("default_view":"v")"));
  EXPECT_EQ(document.Merge(R"({"default_view":"w"})", 5).error().code, ErrorCode::kNotFound);
  EXPECT_THAT(Members(document), HasSubstr(R"("default_view":"v")"));
  ASSERT_TRUE(document.Merge(R"({"views":{"v":null}})", 5).ok());
  EXPECT_THAT(Members(document), HasSubstr(R"("default_view":null)"));
  EXPECT_THAT(Members(Parsed(R"({"default_view":"gone"})")), HasSubstr(R"("default_view":null)"));
}

TEST(ProfileDocument, UnknownMembersAreKept) {
  ProfileDocument document = Parsed(
      R"({"version":7,"later":[1,{"a":null}],"runs":{"a":{"shape":"dot"}},"views":{"v":{"state":"s","by":"me"}}})");
  ASSERT_TRUE(document.Merge(R"({"runs":{"a":{"note":"n"}}})", 5).ok());
  const std::string text = document.Text();
  for (const char* part : {R"("version":7)", R"("later":[1,{"a":null}])", R"("shape":"dot")",
                           R"("by":"me")", R"("note":"n")"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
}

TEST(ProfileDocument, ReadsWhatItWrites) {
  ProfileDocument document;
  ASSERT_TRUE(
      document
          .Merge(
              R"({"runs":{"a\"\\\u0001\u00e9\ud83d\ude80":{"note":"line\nline","color":"#00fFaA"}},
                             "views":{"v":{"state":"x=1&y=2"}},"default_view":"v"})",
              5)
          .ok());
  EXPECT_THAT(document.Text(), HasSubstr("\"version\":1"));
  EXPECT_EQ(Parsed(document.Text()).Text(), document.Text());
  EXPECT_EQ(Members(Parsed(document.Text())), Members(document));
}

TEST(ProfileDocument, WrongPatches) {
  for (const char* patch : {"",
                            "[]",
                            "null",
                            "{",
                            R"({"run":{}})",
                            R"({"version":2})",
                            R"({"runs":[]})",
                            R"({"runs":{"a":1}})",
                            R"({"runs":{"a":{"colour":"#000000"}}})",
                            R"({"runs":{"a":{"color":"red"}}})",
                            R"({"runs":{"a":{"color":"#00000g"}}})",
                            R"({"runs":{"a":{"color":"#0000000"}}})",
                            R"({"runs":{"a":{"color":7}}})",
                            R"({"runs":{"a":{"name":["x"]}}})",
                            R"({"runs":{"a":{"hidden":"yes"}}})",
                            R"({"runs":{"a":{"tags":"x"}}})",
                            R"({"runs":{"a":{"tags":[null]}}})",
                            R"({"views":{"v":{}}})",
                            R"({"views":{"v":{"saved":1}}})",
                            R"({"views":{"v":{"state":1}}})",
                            R"({"views":{"v":{"state":"s","saved":"now"}}})",
                            R"({"views":{"v":{"state":"s","by":"me"}}})",
                            R"({"default_view":5})"}) {
    EXPECT_EQ(ErrorOf(patch).code, ErrorCode::kInvalidArgument) << patch;
  }
  EXPECT_THAT(ErrorOf(R"({"runs":{"a":{"color":"red"}}})").message,
              HasSubstr("runs.a.color: 'red'"));
}

TEST(ProfileDocument, Limits) {
  const auto text = [](std::size_t bytes) { return std::string(bytes, 'x'); };
  const auto run = [](std::string_view member) {
    return fmt::format(R"({{"runs":{{"a":{{{}}}}}}})", member);
  };
  const auto many = [](std::string_view list, std::string_view item, std::size_t count) {
    std::string items;
    for (std::size_t i = 0; i < count; ++i)
      items += fmt::format(R"({}"{}":{})", i == 0 ? "" : ",", i, item);
    return fmt::format(R"({{"{}":{{{}}}}})", list, items);
  };
  const auto tags = [&](std::size_t count, std::size_t bytes) {
    std::string list;
    for (std::size_t i = 0; i < count; ++i)
      list += fmt::format(R"({}"{}")", i == 0 ? "" : ",", text(bytes));
    return run(fmt::format(R"("tags":[{}])", list));
  };
  const auto expect = [&](const auto& patch, std::size_t most) {
    ProfileDocument document;
    EXPECT_TRUE(document.Merge(patch(most), 5).ok()) << patch(most).substr(0, 100);
    const base::Error error = ErrorOf(patch(most + 1));
    EXPECT_EQ(error.code, ErrorCode::kOutOfRange);
    EXPECT_THAT(error.message, HasSubstr(fmt::format("limit {}", most)));
  };
  expect([&](std::size_t n) { return many("runs", R"({"pinned":true})", n); }, kMaxProfileRuns);
  expect([&](std::size_t n) { return many("views", R"({"state":"s"})", n); }, kMaxProfileViews);
  expect(
      [&](std::size_t n) {
        return fmt::format(R"({{"runs":{{"{}":{{"pinned":true}}}}}})", text(n));
      },
      kMaxProfileRunNameBytes);
  expect(
      [&](std::size_t n) {
        return fmt::format(R"({{"views":{{"{}":{{"state":"s"}}}}}})", text(n));
      },
      kMaxProfileNameBytes);
  expect(
      [&](std::size_t n) {
        return fmt::format(R"({{"views":{{"v":{{"state":"{}"}}}}}})", text(n));
      },
      kMaxProfileStateBytes);
  expect([&](std::size_t n) { return run(fmt::format(R"("name":"{}")", text(n))); },
         kMaxProfileNameBytes);
  expect([&](std::size_t n) { return run(fmt::format(R"("note":"{}")", text(n))); },
         kMaxProfileNoteBytes);
  expect([&](std::size_t n) { return tags(n, 1); }, kMaxProfileTags);
  expect([&](std::size_t n) { return tags(1, n); }, kMaxProfileTagBytes);
  // Each within its limit, all together not.
  EXPECT_EQ(
      ErrorOf(many("runs", fmt::format(R"({{"note":"{}"}})", text(kMaxProfileNoteBytes)), 1025))
          .code,
      ErrorCode::kOutOfRange);
}

TEST(ProfileDocument, DamagedText) {
  for (const char* text : {"{", "[1]", "\"x\"", R"({"runs":5})", R"({"runs":{"a":{"color":"x"}}})",
                           R"({"views":{"v":{}}})", "{}x", "\xff", R"({"later":[{"x":2e340}]})"}) {
    const auto document = ProfileDocument::Parse(text);
    ASSERT_FALSE(document.ok()) << text;
    EXPECT_EQ(document.error().code, ErrorCode::kDataLoss) << text;
  }
  const std::string deep = R"({"x":)" + std::string(40, '[') + std::string(40, ']') + "}";
  EXPECT_FALSE(ProfileDocument::Parse(deep).ok());
}

}  // namespace
}  // namespace sightglass::serve
