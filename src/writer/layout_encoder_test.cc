#include "writer/layout_encoder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/logged_values.h"

namespace sightglass::writer {
namespace {

using ::sightglass::testing::DumpWire;
using ::sightglass::testing::ReadSummaryValues;
using ::testing::IsEmpty;

TEST(LayoutEncoder, WritesALayout) {
  const std::vector<CustomCategory> layout = {
      {.title = "losses",
       .charts = {{.title = "all", .tags = {"loss", "val.*"}},
                  {.title = "band", .margins = {{"v", "lo", "hi"}}}},
       .closed = true},
      {.title = "empty"}};
  std::string summary;
  ASSERT_TRUE(EncodeLayout(layout, summary).ok());
  const auto values = ReadSummaryValues(summary);
  ASSERT_EQ(values.size(), 1U);
  EXPECT_EQ(values[0].tag, "custom_scalars__config__");
  EXPECT_EQ(values[0].plugin, "custom_scalars");
  EXPECT_THAT(values[0].dims, IsEmpty());
  EXPECT_EQ(DumpWire(values[0].strings.at(0)),
            "2{1:\"losses\" 2{1:\"all\" 2{1:\"loss\" 1:\"val.*\"}} "
            "2{1:\"band\" 3{1{1:\"v\" 2:\"lo\" 3:\"hi\"}}} 3:1} 2{1:\"empty\"}");
}

TEST(LayoutEncoder, RefusesChartsThatCannotBeDrawn) {
  const std::string bad = "\xC3(";
  std::string out;
  const auto encode = [&](CustomChart chart, std::string category = "c") {
    const CustomCategory layout[] = {{.title = std::move(category), .charts = {std::move(chart)}}};
    return EncodeLayout(layout, out).code();
  };
  EXPECT_EQ(encode({.title = "neither"}), StatusCode::kInvalidArgument);
  EXPECT_EQ(encode({.title = "both", .tags = {"a"}, .margins = {{"a", "b", "c"}}}),
            StatusCode::kInvalidArgument);
  EXPECT_EQ(encode({.title = bad, .tags = {"a"}}), StatusCode::kInvalidArgument);
  EXPECT_EQ(encode({.title = "t", .tags = {bad}}), StatusCode::kInvalidArgument);
  EXPECT_EQ(encode({.title = "t", .margins = {{"a", bad, "c"}}}), StatusCode::kInvalidArgument);
  EXPECT_EQ(encode({.title = "t", .tags = {"a"}}, bad), StatusCode::kInvalidArgument);
  EXPECT_EQ(out, "");
}

}  // namespace
}  // namespace sightglass::writer
