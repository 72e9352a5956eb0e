#include "writer/embedding_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/temp_dir.h"
#include "writer/image_encoders.h"

namespace sightglass::writer {
namespace {

using ::sightglass::testing::ReadFileBytes;
using ::sightglass::testing::TempDir;
using ::testing::HasSubstr;

const std::vector<float> kValues = {0.1F, -2, 1e-30F, 16'777'216, 0.5F, 3};

EmbeddingView View(std::string_view tag = "default", std::int64_t step = 0) {
  return {.tag = tag, .step = step, .values = kValues, .rows = 3, .columns = 2};
}

TEST(EmbeddingFiles, WritesWhatTheProjectorReads) {
  const TempDir dir;
  const std::vector<std::uint8_t> sprites(3 * 2 * 2, 200);
  EmbeddingOptions options;
  options.metadata = {"one", "", "two\nlines\tand a tab"};
  options.sprites = sprites;
  options.sprite_shape = {.count = 3, .height = 2, .width = 2};
  ASSERT_TRUE(WriteEmbedding(dir.path(), View(), options).ok());
  EXPECT_EQ(ReadFileBytes(dir.Join("00000/default/tensors.tsv")),
            "0.1\t-2\n1e-30\t16777216\n0.5\t3\n");
  EXPECT_EQ(ReadFileBytes(dir.Join("00000/default/metadata.tsv")), "one\n-\ntwo lines and a tab\n");
  const std::string png = ReadFileBytes(dir.Join("00000/default/sprite.png"));
  ImageSize size;
  ASSERT_TRUE(ReadImageSize(png, size).ok());
  EXPECT_EQ(size.width, 4);
  EXPECT_EQ(size.height, 4);
  EXPECT_EQ(ReadFileBytes(dir.Join("projector_config.pbtxt")),
            "embeddings {\n"
            "  tensor_name: \"default:00000\"\n"
            "  tensor_shape: 3\n"
            "  tensor_shape: 2\n"
            "  tensor_path: \"00000/default/tensors.tsv\"\n"
            "  metadata_path: \"00000/default/metadata.tsv\"\n"
            "  sprite {\n"
            "    image_path: \"00000/default/sprite.png\"\n"
            "    single_image_dim: 2\n"
            "    single_image_dim: 2\n"
            "  }\n"
            "}\n");
  // Nothing else is left lying about.
  const auto left = std::filesystem::directory_iterator(dir.Join("00000/default"));
  EXPECT_EQ(std::distance(left, {}), 3);
}

TEST(EmbeddingFiles, SpritesThatAreNotSquareKeepTheirRowLength) {
  const TempDir dir;
  const std::vector<std::uint8_t> wide(5 * 2 * 10);
  const std::vector<float> values(5);
  EmbeddingOptions options;
  options.sprites = wide;
  options.sprite_shape = {.count = 5, .height = 2, .width = 10};
  ASSERT_TRUE(WriteEmbedding(dir.path(), {"w", 0, values, 5, 1}, options).ok());
  options.sprite_shape = {.count = 5, .height = 10, .width = 2};
  ASSERT_TRUE(WriteEmbedding(dir.path(), {"t", 0, values, 5, 1}, options).ok());
  ImageSize size;
  ASSERT_TRUE(ReadImageSize(ReadFileBytes(dir.Join("00000/w/sprite.png")), size).ok());
  EXPECT_EQ(size.width, 30);
  EXPECT_EQ(size.height, 30);
  ASSERT_TRUE(ReadImageSize(ReadFileBytes(dir.Join("00000/t/sprite.png")), size).ok());
  EXPECT_EQ(size.width, 6);
  EXPECT_EQ(size.height, 20);
}

TEST(EmbeddingFiles, WritesColumnsOfMetadata) {
  const TempDir dir;
  EmbeddingOptions options;
  options.metadata = {"a\t1", "\t", "c\t3\r"};
  options.metadata_header = {"la\tbel", "number"};
  ASSERT_TRUE(WriteEmbedding(dir.path(), View(), options).ok());
  EXPECT_EQ(ReadFileBytes(dir.Join("00000/default/metadata.tsv")),
            "la bel\tnumber\na\t1\n-\t\nc\t3 \n");
  // Readers would take a header of one cell for a label.
  options.metadata = {"a", "b", "c"};
  options.metadata_header = {"label"};
  ASSERT_TRUE(WriteEmbedding(dir.path(), View(), options).ok());
  EXPECT_EQ(ReadFileBytes(dir.Join("00000/default/metadata.tsv")), "a\nb\nc\n");
}

TEST(EmbeddingFiles, WritesNumbersOfAnyType) {
  const TempDir dir;
  const std::vector<double> doubles = {0.1, std::nan(""), -std::nan(""), HUGE_VAL};
  ASSERT_TRUE(WriteEmbedding(dir.path(), {"d", 100'000, doubles, 2, 2}, {}).ok());
  EXPECT_EQ(ReadFileBytes(dir.Join("100000/d/tensors.tsv")), "0.1\tnan\nnan\tinf\n");
  const std::vector<std::int64_t> integers = {1, -20};
  ASSERT_TRUE(WriteEmbedding(dir.path(), {"i", 7, integers, 1, 2}, {}).ok());
  EXPECT_EQ(ReadFileBytes(dir.Join("00007/i/tensors.tsv")), "1\t-20\n");
}

TEST(EmbeddingFiles, KeepsOthersInTheConfiguration) {
  const TempDir dir;
  dir.Write("projector_config.pbtxt", "embeddings { tensor_name: 'old:00000' }\n");
  ASSERT_TRUE(WriteEmbedding(dir.path(), View("a"), {}).ok());
  ASSERT_TRUE(WriteEmbedding(dir.path(), View("a", 1), {}).ok());
  ASSERT_TRUE(WriteEmbedding(dir.path(), View("a"), {}).ok());
  const std::string config = ReadFileBytes(dir.Join("projector_config.pbtxt"));
  for (const std::string_view name : {"old:00000", "a:00000", "a:00001"}) {
    EXPECT_NE(config.find(name), std::string::npos) << name;
    EXPECT_EQ(config.find(name), config.rfind(name)) << name;
  }
}

TEST(EmbeddingFiles, ThreadsDoNotLoseEachOthersEntries) {
  const TempDir dir;
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&dir, thread] {
      for (int step = 0; step < 10; ++step) {
        EXPECT_TRUE(WriteEmbedding(dir.path(), View("t" + std::to_string(thread), step), {}).ok());
      }
    });
  }
  threads.clear();
  const std::string config = ReadFileBytes(dir.Join("projector_config.pbtxt"));
  std::size_t entries = 0;
  for (std::size_t at = config.find("tensor_name"); at != std::string::npos;
       at = config.find("tensor_name", at + 1)) {
    ++entries;
  }
  EXPECT_EQ(entries, 40U);
}

TEST(EmbeddingFiles, TagsStayInTheirFolder) {
  EXPECT_EQ(EscapePathPart("plain"), "plain");
  EXPECT_EQ(EscapePathPart("a/b\\c%d"), "a%2fb%5cc%25d");
  EXPECT_EQ(EscapePathPart(".."), "%2e%2e");
  EXPECT_EQ(EscapePathPart("."), "%2e");
  EXPECT_EQ(EscapePathPart("../x"), "..%2fx");
  EXPECT_EQ(EscapePathPart(std::string_view("a\0b", 3)), "a%00b");
  const TempDir dir;
  ASSERT_TRUE(WriteEmbedding(dir.path(), View("../../x"), {}).ok());
  EXPECT_TRUE(std::filesystem::exists(dir.Join("00000/..%2f..%2fx/tensors.tsv")));
}

TEST(EmbeddingFiles, RefusesWhatDoesNotFit) {
  const TempDir dir;
  const std::vector<std::uint8_t> pixels(3);
  const auto write = [&](std::int64_t rows, std::int64_t columns,
                         const EmbeddingOptions& options = {}) {
    return WriteEmbedding(dir.path(), {"t", 0, kValues, rows, columns}, options).code();
  };
  for (const auto& [rows, columns] : {std::pair<std::int64_t, std::int64_t>{0, 0},
                                      {-1, -6},
                                      {3, 3},
                                      {4, 1},
                                      {6, 0},
                                      {7, 1},
                                      {INT64_MAX, INT64_MAX}}) {
    EXPECT_EQ(write(rows, columns), StatusCode::kInvalidArgument) << rows << " " << columns;
  }
  EXPECT_EQ(write(3, 2, {.metadata = {"a"}}), StatusCode::kInvalidArgument);
  EXPECT_EQ(write(3, 2, {.metadata = {"a", "\xFF", "c"}}), StatusCode::kInvalidArgument);
  EXPECT_EQ(write(3, 2, {.metadata_header = {"h", "i"}}), StatusCode::kInvalidArgument);
  EXPECT_EQ(write(3, 2, {.metadata = {"a\tb", "c", "d\te"}, .metadata_header = {"h", "i"}}),
            StatusCode::kInvalidArgument);
  EXPECT_EQ(write(3, 2, {.sprites = pixels, .sprite_shape = {.count = 2}}),
            StatusCode::kInvalidArgument);
  EXPECT_EQ(write(3, 2, {.sprites = pixels, .sprite_shape = {.count = 3, .height = 2, .width = 2}}),
            StatusCode::kInvalidArgument);
  EXPECT_TRUE(std::filesystem::is_empty(dir.path())) << "nothing is written of what is refused";
}

TEST(EmbeddingFiles, LeavesAConfigurationAloneThatItDoesNotUnderstand) {
  const TempDir dir;
  dir.Write("projector_config.pbtxt", "embeddings {");
  const Status status = WriteEmbedding(dir.path(), View(), {});
  EXPECT_EQ(status.code(), StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("projector_config.pbtxt"));
  EXPECT_EQ(ReadFileBytes(dir.Join("projector_config.pbtxt")), "embeddings {");
}

}  // namespace
}  // namespace sightglass::writer
