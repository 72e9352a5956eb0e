#include "ingest/scalar_shape.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>

#include "format/encode.h"

namespace sightglass::ingest {
namespace {

using format::EncodeFloatScalar;
using format::EncodeMetadata;
using format::EncodeSimpleValue;
using format::EncodeSummaryEvent;
using format::EncodeTensorValue;
using format::JoinValues;

std::string Scalar(std::string_view tag, double wall_time, base::Step step, float value) {
  const std::string metadata = EncodeMetadata({.plugin_name = "scalars"});
  const std::string values[] = {EncodeTensorValue(tag, EncodeFloatScalar(value), metadata)};
  return EncodeSummaryEvent(wall_time, step, JoinValues(values));
}

std::string OldScalar(std::string_view tag, double wall_time, base::Step step, float value) {
  const std::string values[] = {EncodeSimpleValue(tag, value)};
  return EncodeSummaryEvent(wall_time, step, JoinValues(values));
}

TEST(ScalarShape, KnowsNothingAtFirst) {
  const ScalarShape shape;
  ScalarReading reading;
  EXPECT_FALSE(shape.Match({}, reading));
  EXPECT_FALSE(shape.Match(base::AsBytes(Scalar("loss", 1, 1, 1)), reading));
}

TEST(ScalarShape, ReadsOtherNumbersOfTheSameShape) {
  for (const auto make : {Scalar, OldScalar}) {
    ScalarShape shape;
    shape.Learn(base::AsBytes(make("loss", 1700000000.25, 77, 0.99F)), 0.99F);
    std::mt19937 random(1);
    for (int i = 0; i < 1000; ++i) {
      const ScalarReading wanted{static_cast<base::Step>(1 + random() % 127),
                                 1.7e9 + static_cast<double>(random()) * 1e-3,
                                 static_cast<float>(random()) / 1000};
      ScalarReading reading;
      ASSERT_TRUE(shape.Match(
          base::AsBytes(make("loss", wanted.wall_time, wanted.step, wanted.value)), reading));
      EXPECT_EQ(reading, wanted);
    }
  }
}

TEST(ScalarShape, ReadsNumbersThatAreNotFinite) {
  ScalarShape shape;
  shape.Learn(base::AsBytes(Scalar("loss", 5, 77, 0.5F)), 0.5F);
  ScalarReading reading;
  ASSERT_TRUE(shape.Match(base::AsBytes(Scalar("loss", 5, 78, std::nanf(""))), reading));
  EXPECT_TRUE(std::isnan(reading.value));
  const double infinity = std::numeric_limits<double>::infinity();
  ASSERT_TRUE(shape.Match(base::AsBytes(Scalar("loss", infinity, 78, -0.0F)), reading));
  EXPECT_EQ(reading.wall_time, infinity);
  EXPECT_TRUE(std::signbit(reading.value));
}

TEST(ScalarShape, RefusesWhatDiffers) {
  ScalarShape shape;
  shape.Learn(base::AsBytes(Scalar("loss", 5, 77, 0.5F)), 0.5F);
  ScalarReading reading;
  EXPECT_FALSE(shape.Match(base::AsBytes(Scalar("moss", 5, 77, 0.5F)), reading));
  EXPECT_FALSE(shape.Match(base::AsBytes(Scalar("loss", 5, 128, 0.5F)), reading));
  EXPECT_FALSE(shape.Match(base::AsBytes(Scalar("loss", 5, 0, 0.5F)), reading));
  EXPECT_FALSE(shape.Match(base::AsBytes(OldScalar("loss", 5, 77, 0.5F)), reading));
}

TEST(ScalarShape, RefusesAnyOtherByteChanged) {
  const std::string event = Scalar("loss", 1700000000.25, 300, 0.99F);
  ScalarShape shape;
  shape.Learn(base::AsBytes(event), 0.99F);
  int refused = 0;
  for (std::size_t at = 0; at < event.size(); ++at) {
    std::string other = event;
    other[at] = static_cast<char>(other[at] ^ 0x80);
    ScalarReading reading;
    refused += shape.Match(base::AsBytes(other), reading) ? 0 : 1;
  }
  // 8 bytes of wall time and 4 of the number may be anything; of the step's two the top bit may not
  // change.
  EXPECT_EQ(refused, static_cast<int>(event.size()) - 12);
}

TEST(ScalarShape, IsNotFooledByNumbersThatStandElsewhere) {
  // The tag spells the number's bytes, so the first place that looks like it is wrong.
  const float value = 0.99F;
  const std::string tag(reinterpret_cast<const char*>(&value), sizeof(value));
  ScalarShape shape;
  shape.Learn(base::AsBytes(Scalar(tag, 5, 77, value)), value);
  ScalarReading reading;
  ASSERT_TRUE(shape.Match(base::AsBytes(Scalar(tag, 5, 77, 0.25F)), reading));
  EXPECT_EQ(reading.value, 0.25F);
}

TEST(ScalarShape, LearnsNothingFromOddLayouts) {
  ScalarReading reading;
  // The wall time stands twice: the later one counts, so the first place must not be read.
  std::string twice = Scalar("loss", 5, 77, 0.5F);
  format::WireWriter(twice).Double(1, 6);
  ScalarShape shape;
  shape.Learn(base::AsBytes(twice), 0.5F);
  EXPECT_FALSE(shape.Match(base::AsBytes(twice), reading));

  // Two values in one event.
  const std::string values[] = {EncodeSimpleValue("a", 0.5F), EncodeSimpleValue("b", 0.5F)};
  const std::string pair = EncodeSummaryEvent(5, 77, JoinValues(values));
  shape.Learn(base::AsBytes(pair), 0.5F);
  EXPECT_FALSE(shape.Match(base::AsBytes(pair), reading));

  // No step.
  const std::string stepless = Scalar("loss", 5, 0, 0.5F);
  shape.Learn(base::AsBytes(stepless), 0.5F);
  EXPECT_FALSE(shape.Match(base::AsBytes(stepless), reading));
}

}  // namespace
}  // namespace sightglass::ingest
