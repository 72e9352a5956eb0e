#include "writer/projector_config.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace sightglass::writer {
namespace {

ProjectorEntry Entry(std::string name) {
  return {.tensor_name = std::move(name), .tensor_path = "p.tsv", .rows = 2, .columns = 3};
}

constexpr std::string_view kPlain =
    "embeddings {\n"
    "  tensor_name: \"a:00000\"\n"
    "  tensor_shape: 2\n"
    "  tensor_shape: 3\n"
    "  tensor_path: \"p.tsv\"\n"
    "}\n";

std::string Merged(std::string config, const ProjectorEntry& entry) {
  const Status status = MergeProjectorConfig(entry, config);
  EXPECT_TRUE(status.ok()) << status.message();
  return config;
}

TEST(ProjectorConfig, WritesTheTextFormat) {
  EXPECT_EQ(Merged("", Entry("a:00000")), kPlain);
  ProjectorEntry full = Entry("quote\" back\\slash\nline\x01 ä");
  full.metadata_path = "m.tsv";
  full.sprite_path = "s.png";
  full.sprite_width = 28;
  full.sprite_height = 14;
  EXPECT_EQ(Merged("", full),
            "embeddings {\n"
            "  tensor_name: \"quote\\\" back\\\\slash\\nline\\001 ä\"\n"
            "  tensor_shape: 2\n"
            "  tensor_shape: 3\n"
            "  tensor_path: \"p.tsv\"\n"
            "  metadata_path: \"m.tsv\"\n"
            "  sprite {\n"
            "    image_path: \"s.png\"\n"
            "    single_image_dim: 28\n"
            "    single_image_dim: 14\n"
            "  }\n"
            "}\n");
  // What was written is found again, escapes and all.
  EXPECT_EQ(Merged(Merged("", full), full), Merged("", full));
}

TEST(ProjectorConfig, ReplacesItsOwnAndKeepsTheRest) {
  const std::string others =
      "# by hand\n"
      "model_checkpoint_path: 'x' \"y\"\n"
      "embeddings: < tensor_name: \"other\"; metadata_path: 'm' >\n"
      "some_day { list: [1, -2.5e+3, [\"a}\"], {tensor_name: \"a:00000\"}] }\n"
      "embeddings: [{tensor_name: \"a:00000\"}, {tensor_name: 'b'}]\n";
  const std::string tail = "embeddings { sprite { } }  # the end";
  const std::string own = "embeddings {tensor_name: 'a:' \"\\060\\x300\" # 'split'\n \"00\"}\n";
  EXPECT_EQ(Merged(others + own + tail, Entry("a:00000")),
            others + tail + "\n" + std::string(kPlain));
  EXPECT_EQ(Merged(own + own, Entry("a:00000")), kPlain);
}

TEST(ProjectorConfig, LeavesAloneWhatItDoesNotUnderstand) {
  for (const std::string_view bad :
       {"embeddings {", "embeddings }", "}", "embeddings", "a: \"open", "a: [1, 2", "a: [1 2]",
        "{}", "embeddings { a: 1 >", "a: !", "\x01", "a: <}"}) {
    std::string config(bad);
    EXPECT_EQ(MergeProjectorConfig(Entry("a:00000"), config).code(),
              StatusCode::kFailedPrecondition)
        << bad;
    EXPECT_EQ(config, bad);
  }
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "a{";
  EXPECT_EQ(MergeProjectorConfig(Entry("x"), deep).code(), StatusCode::kFailedPrecondition);
}

}  // namespace
}  // namespace sightglass::writer
