#include "values/value_key.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "kind/name_id.h"
#include "tests/support/is_ok.h"
#include "tests/support/value_series.h"

namespace sightglass::values {
namespace {

using base::ErrorCode;
using testing::IsOk;

base::Result<ValueKey> Parse(std::string_view query) {
  return ValueKeyFromParameters(kind::Parameters::FromQuery(query).value());
}

TEST(ValueKey, IsTheSameAsParametersAndAsOneToken) {
  const ValueKey key{.run_id = 0x0123456789ABCDEF,
                     .tag_id = 7,
                     .step = std::numeric_limits<base::Step>::min(),
                     .version = 0xFFFFFFFF,
                     .sample = 3};
  const auto parsed = Parse(ValueKeyQuery(key));
  ASSERT_THAT(parsed, IsOk());
  EXPECT_EQ(*parsed, key);
  const auto unpacked = UnpackKey(PackKey(key));
  ASSERT_THAT(unpacked, IsOk());
  EXPECT_EQ(*unpacked, key);
}

TEST(ValueKey, NamesWhatIsWrongWithAParameter) {
  const std::string ids = "run_id=0000000000000001&tag_id=0000000000000002";
  EXPECT_EQ(Parse(ids + "&step=-5&v=9")->step, -5);
  EXPECT_EQ(Parse(ids + "&step=-5&v=9")->sample, 0U);
  for (const std::string bad :
       {"tag_id=0000000000000002&step=1&v=1", "run_id=1&tag_id=0000000000000002&step=1&v=1",
        "run_id=0000000000000001&step=1&v=1"}) {
    EXPECT_EQ(Parse(bad).error().code, ErrorCode::kInvalidArgument) << bad;
  }
  for (const std::string bad :
       {"&v=1", "&step=x&v=1", "&step=1", "&step=1&v=4294967296", "&step=1&v=-1",
        "&step=1&v=", "&step=9223372036854775808&v=1", "&step=1&v=1&sample=0.5"}) {
    EXPECT_EQ(Parse(ids + bad).error().code, ErrorCode::kInvalidArgument) << bad;
  }
}

TEST(ValueKey, RefusesTokensThatAreNoKeys) {
  const std::string token = PackKey({});
  EXPECT_EQ(token.size(), 64U);
  for (const std::string& bad : {std::string(), token.substr(1), token + "0", "g" + token.substr(1),
                                 "-" + token.substr(1), token.substr(1) + " "}) {
    EXPECT_EQ(UnpackKey(bad).error().code, ErrorCode::kInvalidArgument) << bad;
  }
}

class FindValueTest : public ::testing::Test {
 protected:
  ValueKey Key(const store::RefPoint& point) const {
    return {.run_id = kind::NameIdNumber("r"),
            .tag_id = kind::NameIdNumber("t"),
            .step = point.step,
            .version = PointVersion(point)};
  }
  testing::ValueSeries series_{"t", "images"};
};

TEST_F(FindValueTest, FindsVisibleAndSupersededPoints) {
  // Step 5 comes three times: superseded within its file, by a later file, and visible.
  series_.File({{1, "a"}, {5, "b"}, {6, "b"}, {5, "c"}});
  series_.File({{5, "d"}, {7, "e"}});
  const auto snapshot = series_.Build();
  const store::Points<store::RefPoint>& points = *snapshot->runs[0]->series[0]->refs();
  std::vector<store::RefPoint> all;
  points.Read(0, points.size(), all);
  ASSERT_EQ(all.size(), 3U);
  points.ReadSuperseded(all);
  ASSERT_EQ(all.size(), 6U);
  for (const store::RefPoint& point : all) {
    const auto found = FindValue(*snapshot, Key(point), "images");
    ASSERT_THAT(found, IsOk());
    EXPECT_EQ(found->point.point, point);
    // Offsets begin anew in each file, and the second one holds the later times.
    EXPECT_EQ(found->point.file.value, point.wall_time < 1004 ? 0U : 1U);
  }
  EXPECT_EQ(FindValue(*snapshot, Key(all[2]), "images")->point.index, 2U);
}

TEST_F(FindValueTest, SaysWhatIsNotThere) {
  series_.File({{1, "a"}});
  const auto snapshot = series_.Build();
  const ValueKey good = Key(PointAt(*snapshot->runs[0]->series[0]->refs(), 0)->point);
  EXPECT_THAT(FindValue(*snapshot, good, "images"), IsOk());
  const auto message = [&](const ValueKey& key, std::string_view plugin) {
    const auto found = FindValue(*snapshot, key, plugin);
    EXPECT_FALSE(found.ok());
    EXPECT_EQ(found.error().code, ErrorCode::kNotFound);
    return found.error().message;
  };
  ValueKey key = good;
  ++key.run_id;
  EXPECT_THAT(message(key, "images"), ::testing::StartsWith("no run"));
  key = good;
  ++key.tag_id;
  EXPECT_THAT(message(key, "images"), ::testing::HasSubstr("has no images"));
  EXPECT_THAT(message(good, "audio"), ::testing::HasSubstr("has no audio"));
  key = good;
  ++key.version;
  EXPECT_THAT(message(key, "images"), ::testing::HasSubstr("step 1"));
  key = good;
  ++key.step;
  EXPECT_THAT(message(key, "images"), ::testing::HasSubstr("step 2"));
}

// It stands in links that people keep.
TEST(PointVersion, NeverChanges) {
  const store::RefPoint point{
      .step = 100, .wall_time = 1700000000.25, .offset = 4711, .bytes = 1215, .header = 9};
  EXPECT_EQ(PointVersion(point), 935863812U);
}

}  // namespace
}  // namespace sightglass::values
