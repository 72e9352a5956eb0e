#include "writer/mesh_encoder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/logged_values.h"

namespace sightglass::writer {
namespace {

using ::sightglass::testing::DumpWire;
using ::sightglass::testing::LoggedValue;
using ::sightglass::testing::ReadSummaryValues;
using ::testing::ElementsAre;

const std::vector<float> kVertices = {0, 0, 0, 1, 0, 0, 0, 1, 0};
const std::vector<std::int32_t> kFaces = {0, 1, 2};
const std::vector<std::uint8_t> kColors = {255, 0, 0, 0, 255, 0, 0, 0, 255};

TEST(MeshEncoder, WritesAllParts) {
  std::string summary;
  ASSERT_TRUE(EncodeMesh({"cube", "", "about"},
                         {.vertices = kVertices, .faces = kFaces, .colors = kColors}, summary)
                  .ok());
  const std::vector<LoggedValue> values = ReadSummaryValues(summary);
  ASSERT_EQ(values.size(), 3U);
  EXPECT_EQ(values[0].tag, "cube_VERTEX");
  EXPECT_EQ(values[1].tag, "cube_FACE");
  EXPECT_EQ(values[2].tag, "cube_COLOR");
  EXPECT_EQ(values[0].dtype, 1U);
  EXPECT_EQ(values[1].dtype, 3U);
  EXPECT_EQ(values[2].dtype, 4U);
  EXPECT_THAT(values[0].dims, ElementsAre(1, 3, 3));
  EXPECT_THAT(values[1].dims, ElementsAre(1, 1, 3));
  EXPECT_THAT(values[1].numbers, ElementsAre(0, 1, 2));
  EXPECT_THAT(values[2].numbers, ElementsAre(255, 0, 0, 0, 255, 0, 0, 0, 255));
  for (const LoggedValue& value : values) {
    EXPECT_EQ(value.plugin, "mesh");
    EXPECT_EQ(value.description, "about");
  }
  EXPECT_EQ(DumpWire(values[0].content), "2:\"cube\" 3:1 5:\"{}\" 6:<010303> 7:14");
  EXPECT_EQ(DumpWire(values[1].content), "2:\"cube\" 3:2 5:\"{}\" 6:<010103> 7:14");
}

TEST(MeshEncoder, WritesPointCloudsOfSeveral) {
  const std::vector<double> vertices = {0, 0, 0, 1, 0.5, 0, 0, 1, 0, 2, 2, 2};
  std::string summary;
  ASSERT_TRUE(
      EncodeMesh({"p"}, {.vertices = vertices, .batch = 2, .config = "{\"camera\":{}}"}, summary)
          .ok());
  const std::vector<LoggedValue> values = ReadSummaryValues(summary);
  ASSERT_EQ(values.size(), 1U);
  EXPECT_THAT(values[0].dims, ElementsAre(2, 2, 3));
  EXPECT_EQ(values[0].dtype, 1U);
  EXPECT_EQ(values[0].numbers, vertices);
  EXPECT_EQ(DumpWire(values[0].content), "2:\"p\" 3:1 5:\"{\"camera\":{}}\" 6:<020203> 7:2");
}

TEST(MeshEncoder, TakesWideFaces) {
  const std::vector<std::int64_t> faces = {2, 1, 0};
  std::string summary;
  ASSERT_TRUE(EncodeMesh({"p"}, {.vertices = kVertices, .faces = faces}, summary).ok());
  EXPECT_THAT(ReadSummaryValues(summary).at(1).numbers, ElementsAre(2, 1, 0));
}

TEST(MeshEncoder, RefusesWhatDoesNotFit) {
  const std::vector<std::int32_t> far = {0, 1, 3};
  const std::vector<std::int32_t> negative = {0, -1, 2};
  const std::vector<std::int64_t> huge = {0, 1, std::int64_t{1} << 62};
  const std::vector<float> two_numbers = {0, 0};
  const std::vector<std::uint8_t> few_colors = {1, 2, 3};
  const std::vector<int> integers = {0, 0, 0};
  std::string out;
  for (const MeshView& mesh : {
           MeshView{.vertices = {}},
           MeshView{.vertices = two_numbers},
           MeshView{.vertices = integers},
           MeshView{.vertices = kVertices, .batch = 0},
           MeshView{.vertices = kVertices, .batch = -1},
           MeshView{.vertices = kVertices, .batch = 2},
           MeshView{.vertices = kVertices, .batch = INT64_MAX},
           MeshView{.vertices = kVertices, .faces = far},
           MeshView{.vertices = kVertices, .faces = negative},
           MeshView{.vertices = kVertices, .faces = huge},
           MeshView{.vertices = kVertices, .faces = kVertices},
           MeshView{.vertices = kVertices, .colors = few_colors},
           MeshView{.vertices = kVertices, .colors = kVertices},
           MeshView{.vertices = kVertices, .config = "\xFF"},
           MeshView{.vertices = {nullptr, 3, NumberType::kFloat32}},
       }) {
    EXPECT_EQ(EncodeMesh({"m"}, mesh, out).code(), StatusCode::kInvalidArgument);
    EXPECT_EQ(out, "");
  }
  // Nothing of the buffer is read before the limit is known to hold.
  EXPECT_EQ(
      EncodeMesh({"m"},
                 {.vertices = {kVertices.data(), 3 * (std::size_t{1} << 30), NumberType::kFloat32}},
                 out)
          .code(),
      StatusCode::kOutOfRange);
}

}  // namespace
}  // namespace sightglass::writer
