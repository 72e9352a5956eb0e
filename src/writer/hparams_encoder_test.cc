#include "writer/hparams_encoder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "tests/support/logged_values.h"

namespace sightglass::writer {
namespace {

using ::sightglass::testing::DumpWire;
using ::sightglass::testing::LoggedValue;
using ::sightglass::testing::ReadSummaryValues;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// 1.0 as protobuf has it.
constexpr double kNow = 1;

// The content of the only value, which must have the tensor that every reader takes for nothing.
std::string ContentOf(const std::string& summary, std::string_view tag) {
  const std::vector<LoggedValue> values = ReadSummaryValues(summary);
  EXPECT_EQ(values.size(), 1U);
  EXPECT_EQ(values.at(0).tag, tag);
  EXPECT_EQ(values.at(0).plugin, "hparams");
  EXPECT_EQ(values.at(0).form, "tensor");
  EXPECT_EQ(values.at(0).dtype, 1U);
  EXPECT_THAT(values.at(0).dims, ElementsAre(0));
  EXPECT_THAT(values.at(0).numbers, IsEmpty());
  return DumpWire(values.at(0).content);
}

TEST(HParamsEncoder, WritesTheStartOfASession) {
  const std::vector<HParam> hparams = {
      {"lr", 0.5}, {"bn", false}, {"act", std::string("relu")}, {"name", std::string()}};
  std::string summary;
  ASSERT_TRUE(EncodeSessionStart(hparams,
                                 {.group_name = "group", .model_uri = "uri", .monitor_url = "url"},
                                 kNow, summary)
                  .ok());
  EXPECT_EQ(ContentOf(summary, kSessionStartTag),
            "3{1{1:\"lr\" 2{2:3fe0000000000000}} 1{1:\"bn\" 2{4:0}} 1{1:\"act\" 2{3:\"relu\"}} "
            "1{1:\"name\" 2{3{}}} 2:\"uri\" 3:\"url\" 4:\"group\" 5:3ff0000000000000}");
}

TEST(HParamsEncoder, WritesTheEndOfASession) {
  std::string summary;
  ASSERT_TRUE(EncodeSessionEnd(SessionOutcome::kFailure, kNow, summary).ok());
  EXPECT_EQ(ContentOf(summary, kSessionEndTag), "4{1:2 2:3ff0000000000000}");
}

TEST(HParamsEncoder, WritesAnExperiment) {
  HParamExperiment experiment;
  experiment.description = "about";
  experiment.user = "me";
  experiment.hparams = {
      {.name = "lr", .display_name = "rate", .description = "of it", .min = 0, .max = 1},
      {.name = "act", .values = {std::string("relu"), std::string("tanh")}},
      {.name = "bn", .values = {true}},
      {.name = "free"}};
  experiment.metrics = {{.tag = "acc", .group = "val", .display_name = "A", .description = "D"},
                        {.tag = "loss"}};
  std::string summary;
  ASSERT_TRUE(EncodeExperiment(experiment, kNow, summary).ok());
  EXPECT_EQ(ContentOf(summary, kExperimentTag),
            "2{1:\"about\" 2:\"me\" 3:3ff0000000000000 "
            "4{1:\"lr\" 2:\"rate\" 3:\"of it\" 4:3 6{1:0000000000000000 2:3ff0000000000000}} "
            "4{1:\"act\" 4:1 5{1{3:\"relu\"} 1{3:\"tanh\"}}} "
            "4{1:\"bn\" 4:2 5{1{4:1}}} "
            "4{1:\"free\"} "
            "5{1{1:\"val\" 2:\"acc\"} 3:\"A\" 4:\"D\"} "
            "5{1{2:\"loss\"}}}");
}

TEST(HParamsEncoder, RefusesWhatReadersCouldNotUse) {
  const std::string bad = "\xFF";
  std::string out;
  const auto start = [&](std::vector<HParam> hparams, HParamSession session = {}) {
    return EncodeSessionStart(hparams, session, kNow, out);
  };
  const auto experiment = [&](HParamExperiment value) {
    return EncodeExperiment(value, kNow, out);
  };
  const Status refused[] = {
      start({{"", 1.0}}),
      start({{bad, 1.0}}),
      start({{"a", 1.0}, {"b", 1.0}, {"a", 2.0}}),
      start({{"a", bad}}),
      start({}, {.group_name = bad}),
      start({}, {.model_uri = bad}),
      start({}, {.monitor_url = bad}),
      EncodeSessionEnd(static_cast<SessionOutcome>(4), kNow, out),
      experiment({.description = bad}),
      experiment({.user = bad}),
      experiment({.hparams = {{.name = ""}}}),
      experiment({.hparams = {{.name = "a"}, {.name = "a"}}}),
      experiment({.hparams = {{.name = "a", .display_name = bad}}}),
      experiment({.hparams = {{.name = "a", .description = bad}}}),
      experiment({.hparams = {{.name = "a", .min = 2, .max = 1}}}),
      experiment({.hparams = {{.name = "a", .min = std::nan(""), .max = 1}}}),
      experiment({.hparams = {{.name = "a", .values = {true, 1.0}}}}),
      experiment({.hparams = {{.name = "a", .values = {bad}}}}),
      experiment({.metrics = {{.tag = ""}}}),
      experiment({.metrics = {{.tag = bad}}}),
      experiment({.metrics = {{.tag = "a", .group = bad}}}),
  };
  for (const Status& status : refused) {
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument) << &status - refused;
  }
  EXPECT_EQ(out, "");
}

}  // namespace
}  // namespace sightglass::writer
