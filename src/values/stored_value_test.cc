#include "values/stored_value.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "format/encode.h"
#include "format/modern.h"
#include "tests/support/is_ok.h"
#include "tests/support/value_series.h"

namespace sightglass::values {
namespace {

using base::ErrorCode;
using testing::IsOk;

std::string Image(std::string_view tag, std::string_view encoded) {
  return format::EncodeImageValue(tag, 2, 3, 3, encoded);
}

class StoredValueTest : public ::testing::Test {
 protected:
  // The value at `index` of the only series, as it is now on disk.
  base::Result<StoredValue> Read(std::uint64_t index) {
    const auto snapshot = series_.Build();
    const store::Run& run = *snapshot->runs.front();
    const store::Series& series = *run.series.front();
    return ReadStoredValue(run, series, *PointAt(*series.refs(), index));
  }
  std::optional<ErrorCode> ErrorOf(std::uint64_t index) {
    const auto value = Read(index);
    return value.ok() ? std::nullopt : std::optional(value.error().code);
  }

  testing::ValueSeries series_{"pic", "images"};
};

TEST_F(StoredValueTest, GivesBackWhatWasLogged) {
  // Lengths of one, two and three bytes in front of the value.
  series_.File({{1, Image("pic", "abc")}, {2, Image("pic", std::string(500, 'x'))}});
  series_.File({{3, Image("pic", std::string(70'000, 'y'))}});
  const std::string expected[] = {"abc", std::string(500, 'x'), std::string(70'000, 'y')};
  for (std::uint64_t i = 0; i < 3; ++i) {
    auto value = Read(i);
    ASSERT_THAT(value, IsOk());
    const StoredValue moved = std::move(value).value();
    EXPECT_EQ(base::AsText(moved.view().tag), "pic");
    const auto blobs = format::DecodeImageValue(moved.view());
    ASSERT_THAT(blobs, IsOk());
    EXPECT_EQ(base::AsText(blobs->encoded.at(0)), expected[i]);
  }
}

TEST_F(StoredValueTest, TakesTheNodeNameOfATensorForItsTag) {
  std::string bytes;
  format::WireWriter value(bytes);
  value.Message(7, "pic");
  value.Message(8, format::EncodeFloatScalar(1));
  series_.File({{1, bytes}});
  EXPECT_THAT(Read(0), IsOk());
}

TEST_F(StoredValueTest, TellsWhatBecameOfTheFile) {
  series_.File({{1, Image("pic", "abc")}});
  series_.files().Write(testing::ValueSeries::Name(0), "before" + Image("cip", "abc"));
  EXPECT_EQ(ErrorOf(0), ErrorCode::kDataLoss);
  series_.files().Write(testing::ValueSeries::Name(0), "before" + std::string(100, '\xFF'));
  EXPECT_EQ(ErrorOf(0), ErrorCode::kDataLoss);
  series_.files().Write(testing::ValueSeries::Name(0), "before");
  EXPECT_EQ(ErrorOf(0), ErrorCode::kDataLoss);
  series_.files().Remove(testing::ValueSeries::Name(0));
  EXPECT_EQ(ErrorOf(0), ErrorCode::kNotFound);
}

TEST_F(StoredValueTest, RefusesWhatIsTooLong) {
  series_.File({{1, Image("pic", "abc")}});
  const auto snapshot = series_.Build();
  const store::Run& run = *snapshot->runs.front();
  ValuePoint point = *PointAt(*run.series.front()->refs(), 0);
  point.point.bytes = (1U << 30) + 1;
  const auto value = ReadStoredValue(run, *run.series.front(), point);
  ASSERT_FALSE(value.ok());
  EXPECT_EQ(value.error().code, ErrorCode::kOutOfRange);
  point.point.bytes = 3;
  point.file = {17};
  EXPECT_EQ(ReadStoredValue(run, *run.series.front(), point).error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace sightglass::values
