#include "kind/parameters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/support/is_ok.h"

namespace sightglass::kind {
namespace {

using base::ErrorCode;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::IsError;
using testing::IsOk;
using ::testing::Optional;
using ::testing::Pair;

using Items = std::vector<std::pair<std::string, std::string>>;

Items Query(std::string_view query) {
  auto parameters = Parameters::FromQuery(query);
  EXPECT_THAT(parameters, IsOk());
  return parameters.value().items();
}

constexpr std::string_view kMultipart = "multipart/form-data; boundary=XbX";

base::Result<Parameters> Multipart(std::string_view body) {
  return Parameters::FromForm(kMultipart, body);
}

TEST(PercentDecode, DecodesWhatIsWhole) {
  EXPECT_EQ(PercentDecode("a%20b%2Fc%2f", false), "a b/c/");
  EXPECT_EQ(PercentDecode("%41%4", false), "A%4");
  EXPECT_EQ(PercentDecode("%", false), "%");
  EXPECT_EQ(PercentDecode("%zz%4g", false), "%zz%4g");
  EXPECT_EQ(PercentDecode("%00%ff", false), std::string("\0\xff", 2));
  EXPECT_EQ(PercentDecode("%2541", false), "%41");
}

TEST(PercentDecode, PlusIsABlankOnlyWhereAsked) {
  EXPECT_EQ(PercentDecode("a+b%2B", true), "a b+");
  EXPECT_EQ(PercentDecode("a+b%2B", false), "a+b+");
}

TEST(Parameters, OfAQuery) {
  EXPECT_THAT(Query(""), IsEmpty());
  EXPECT_THAT(Query("&&"), IsEmpty());
  EXPECT_THAT(Query("run=a%2Fb&tag=x+y&run=2"),
              ElementsAre(Pair("run", "a/b"), Pair("tag", "x y"), Pair("run", "2")));
  EXPECT_THAT(Query("a&b=&=c&d=e=f"),
              ElementsAre(Pair("a", ""), Pair("b", ""), Pair("", "c"), Pair("d", "e=f")));
  EXPECT_THAT(Query("a=%26&b%3D=1"), ElementsAre(Pair("a", "&"), Pair("b=", "1")));
}

TEST(Parameters, FirstAndAll) {
  const auto parameters = Parameters::FromQuery("a=1&b=2&a=3");
  ASSERT_THAT(parameters, IsOk());
  EXPECT_THAT(parameters->First("a"), Optional(std::string_view("1")));
  EXPECT_EQ(parameters->First("c"), std::nullopt);
  EXPECT_THAT(parameters->All("a"), ElementsAre("1", "3"));
  EXPECT_THAT(parameters->All("c"), IsEmpty());
}

TEST(Parameters, ThereIsALimit) {
  std::string query;
  for (std::size_t i = 0; i < kMaxParameters; ++i) query += "a&";
  EXPECT_THAT(Parameters::FromQuery(query), IsOk());
  query += "a";
  EXPECT_THAT(Parameters::FromQuery(query), IsError(ErrorCode::kOutOfRange));
}

TEST(Parameters, OfAnEncodedForm) {
  const auto form =
      Parameters::FromForm("Application/X-WWW-Form-Urlencoded ; charset=utf-8", "a=1+2&b=%20");
  ASSERT_THAT(form, IsOk());
  EXPECT_THAT(form->items(), ElementsAre(Pair("a", "1 2"), Pair("b", " ")));
}

TEST(Parameters, OfAnotherTypeThereAreNone) {
  for (const std::string_view type : {"", "text/plain", "application/json", "multipart/mixed"}) {
    const auto form = Parameters::FromForm(type, "a=1");
    ASSERT_THAT(form, IsOk());
    EXPECT_THAT(form->items(), IsEmpty());
  }
}

TEST(Parameters, OfAMultipartForm) {
  const auto form = Multipart(
      "--XbX\r\n"
      "Content-Disposition: form-data; name=\"runs\"\r\n\r\n"
      "a=1&b\r\n"
      "--XbX  \r\n"
      "content-type: text/plain\r\n"
      "CONTENT-DISPOSITION: form-data; filename=\"x.txt\"; name=tag\r\n\r\n"
      "two\r\nlines\r\n--Xb not the boundary\r\n"
      "--XbX\r\n"
      "Content-Disposition: form-data; name=\"empty\"\r\n\r\n"
      "\r\n"
      "--XbX--\r\nwhatever follows");
  ASSERT_THAT(form, IsOk());
  EXPECT_THAT(form->items(),
              ElementsAre(Pair("runs", "a=1&b"),
                          Pair("tag", "two\r\nlines\r\n--Xb not the boundary"), Pair("empty", "")));
}

TEST(Parameters, MultipartWithPreambleQuotedBoundaryAndNames) {
  const auto form =
      Parameters::FromForm("multipart/form-data; boundary=\"a b;c\"",
                           "ignored\r\n--a b;c\r\n"
                           "Content-Disposition: form-data; name=\"%22x\\\"y\"\r\n\r\n"
                           "1\r\n--a b;c--");
  ASSERT_THAT(form, IsOk());
  EXPECT_THAT(form->items(), ElementsAre(Pair("\"x\"y", "1")));
}

TEST(Parameters, MultipartWithoutParts) {
  const auto form = Multipart("--XbX--\r\n");
  ASSERT_THAT(form, IsOk());
  EXPECT_THAT(form->items(), IsEmpty());
}

TEST(Parameters, MultipartThatCannotBeCut) {
  const std::string_view header = "Content-Disposition: form-data; name=a\r\n";
  const std::vector<std::string> bodies = {
      "",
      "no boundary",
      "--XbX",
      "--XbX junk\r\n",
      "--XbX\r\n",
      "--XbX\r\n" + std::string(header),
      "--XbX\r\n" + std::string(header) + "\r\nno end",
      "--XbX\r\n" + std::string(header) + "\r\nvalue\r\n--XbX",
      "--XbX\r\nno colon\r\n\r\nv\r\n--XbX--",
      "--XbX\r\nContent-Type: text/plain\r\n\r\nwithout a name\r\n--XbX--",
      "--XbX\r\n\r\nwithout headers\r\n--XbX--",
  };
  for (const std::string& body : bodies) {
    EXPECT_THAT(Multipart(body), IsError(ErrorCode::kInvalidArgument)) << body;
  }
  for (const std::string& type :
       {std::string("multipart/form-data"), std::string("multipart/form-data; boundary="),
        "multipart/form-data; boundary=" + std::string(71, 'b')}) {
    EXPECT_THAT(Parameters::FromForm(type, "--XbX--"), IsError(ErrorCode::kInvalidArgument));
  }
}

}  // namespace
}  // namespace sightglass::kind
