#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <climits>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "sightglass/sightglass.h"
#include "tests/support/logged_values.h"
#include "tests/support/temp_dir.h"

namespace {

using sightglass::testing::DumpWire;
using sightglass::testing::LoggedRecord;
using sightglass::testing::ReadLoggedEvents;
using sightglass::testing::TempDir;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;
using ::testing::StartsWith;

class CApiTest : public ::testing::Test {
 protected:
  CApiTest() {
    sg_writer_options options;
    sg_writer_options_init(&options);
    options.on_error_user = this;
    options.on_error = [](void* user, int status, const char* message) {
      static_cast<CApiTest*>(user)->errors.emplace_back(status, message);
    };
    EXPECT_EQ(sg_writer_open(dir.path().c_str(), &options, &writer), SG_OK);
  }
  ~CApiTest() override { sg_writer_free(writer); }

  std::vector<LoggedRecord> Events(const std::string& run = ".") {
    EXPECT_EQ(sg_writer_flush(writer), SG_OK);
    std::vector<LoggedRecord> events = ReadLoggedEvents(dir.Join(run));
    if (!events.empty()) events.erase(events.begin());
    return events;
  }

  TempDir dir;
  std::vector<std::pair<int, std::string>> errors;
  sg_writer* writer = nullptr;
};

const float kFloats[] = {0, 1, 1, 0.5F};
const sg_numbers kNumbers = {kFloats, 4, SG_FLOAT32};
const sg_pixel_shape kShape = {1, 2, 2, 1, SG_HWC};
const char* const kTexts[] = {"a", "b", "c", "d"};

TEST_F(CApiTest, LogsEverything) {
  const double time = 5;
  const sg_value_options options = {&time, "name", "about"};
  EXPECT_EQ(sg_add_scalar(writer, "scalar", 0.5, 1), SG_OK);
  EXPECT_EQ(sg_add_scalar_at(writer, "scalar", 0.25, 2, 7), SG_OK);
  sg_scalar* scalar = nullptr;
  ASSERT_EQ(sg_scalar_open(writer, "handle", &scalar), SG_OK);
  EXPECT_EQ(sg_scalar_add(scalar, 3, 2), SG_OK);
  EXPECT_EQ(sg_scalar_add_at(scalar, 4, 2, 9), SG_OK);
  sg_scalar_free(scalar);
  EXPECT_EQ(sg_add_histogram(writer, "histogram", &kNumbers, 1, SG_BINS_LINEAR, -1, &options),
            SG_OK);
  EXPECT_EQ(sg_add_image(writer, "image", &kNumbers, &kShape, 1, nullptr), SG_OK);
  EXPECT_EQ(sg_add_images(writer, "images", &kNumbers, &kShape, 1, 0, nullptr), SG_OK);
  EXPECT_EQ(sg_add_images(writer, "tiled", &kNumbers, &kShape, 1, 3, nullptr), SG_OK);
  EXPECT_EQ(sg_add_encoded_image(writer, "gif", "GIF89a\1\0\1\0\0\0\0;", 14, 1, nullptr), SG_OK);
  EXPECT_EQ(sg_add_video(writer, "video", &kNumbers, &kShape, 1, 4, SG_APNG, nullptr), SG_OK);
  EXPECT_EQ(sg_add_audio(writer, "audio", &kNumbers, 8'000, 2, 1, nullptr), SG_OK);
  EXPECT_EQ(sg_add_text(writer, "text", "abc", 2, 1, nullptr), SG_OK);
  EXPECT_EQ(sg_add_texts(writer, "texts", kTexts, 4, 1, nullptr), SG_OK);
  EXPECT_EQ(sg_add_text_table(writer, "table", kTexts, 2, 2, 1, nullptr), SG_OK);
  const float vertices[] = {0, 0, 0};
  const sg_numbers mesh = {vertices, 3, SG_FLOAT32};
  EXPECT_EQ(sg_add_mesh(writer, "mesh", &mesh, nullptr, nullptr, 1, nullptr, 1, nullptr), SG_OK);
  EXPECT_EQ(sg_add_pr_curve(writer, "curve", &kNumbers, &kNumbers, nullptr, -1, 1, nullptr), SG_OK);
  EXPECT_EQ(sg_add_graph(writer, "", 0), SG_OK);
  EXPECT_EQ(sg_add_run_metadata(writer, "step", "", 0, 1), SG_OK);
  const char* const margin[] = {"v", "lo", "hi"};
  const sg_custom_chart charts[] = {{"c", "lines", kTexts, 2, 0}, {"c", "band", margin, 3, 1}};
  EXPECT_EQ(sg_add_custom_scalars(writer, charts, 2), SG_OK);

  const std::vector<LoggedRecord> events = Events();
  ASSERT_THAT(events, SizeIs(19));
  EXPECT_EQ(events[1].wall_time, 7);
  EXPECT_EQ(events[3].wall_time, 9);
  EXPECT_EQ(events[4].wall_time, 5);
  EXPECT_EQ(events[4].values[0].display_name, "name");
  EXPECT_EQ(events[4].values[0].description, "about");
  EXPECT_THAT(events[4].values[0].dims, ElementsAre(30, 3));
  EXPECT_THAT(events[11].values[0].strings, ElementsAre("ab"));
  EXPECT_THAT(events[12].values[0].strings, ElementsAre("a", "b", "c", "d"));
  EXPECT_THAT(events[13].values[0].dims, ElementsAre(2, 2));
  EXPECT_THAT(events[15].values[0].dims, ElementsAre(6, 201));
  EXPECT_EQ(events[16].what, "graph_def");
  EXPECT_EQ(events[17].what, "tagged_run_metadata");
  EXPECT_EQ(DumpWire(events[18].values[0].strings.at(0)),
            "2{1:\"c\" 2{1:\"lines\" 2{1:\"a\" 1:\"b\"}} "
            "2{1:\"band\" 3{1{1:\"v\" 2:\"lo\" 3:\"hi\"}}}}");
  sg_writer_counts counts;
  EXPECT_EQ(sg_writer_get_counts(writer, &counts), SG_OK);
  EXPECT_EQ(counts.events, 19U);
  EXPECT_EQ(counts.refused, 0U);
}

TEST_F(CApiTest, LogsRunsHParamsEmbeddingsAndTraces) {
  sg_writer* run = nullptr;
  ASSERT_EQ(sg_writer_run(writer, "trial", &run), SG_OK);
  sg_hparam hparams[3] = {};
  hparams[0].name = "bn";
  hparams[0].type = SG_HPARAM_BOOL;
  hparams[0].value.truth = 7;
  hparams[1].name = "lr";
  hparams[1].type = SG_HPARAM_NUMBER;
  hparams[1].value.number = 2;
  hparams[2].name = "act";
  hparams[2].type = SG_HPARAM_TEXT;
  hparams[2].value.text = "relu";
  EXPECT_EQ(sg_add_hparams_start(run, hparams, 3, "group"), SG_OK);
  EXPECT_EQ(sg_add_hparams_end(run, SG_OUTCOME_FAILURE), SG_OK);
  sg_writer_free(run);
  EXPECT_EQ(sg_add_scalar(writer, "the other writer goes on", 1, 1), SG_OK);
  const sg_metric metric = {"loss", 0.5};
  EXPECT_EQ(sg_add_hparams(writer, hparams, 3, &metric, 1, "all", 2), SG_OK);
  const std::vector<LoggedRecord> trial = Events("trial");
  ASSERT_THAT(trial, SizeIs(2));
  EXPECT_THAT(DumpWire(trial[0].values[0].content),
              StartsWith("3{1{1:\"bn\" 2{4:1}} 1{1:\"lr\" 2{2:4000000000000000}} "
                         "1{1:\"act\" 2{3:\"relu\"}} 4:\"group\" 5:"));
  EXPECT_THAT(Events("all"), SizeIs(3));

  const std::uint8_t pixels[16] = {};
  const sg_numbers sprites = {pixels, 16, SG_UINT8};
  const sg_pixel_shape sprite_shape = {4, 2, 2, 1, SG_CHW};
  const sg_embedding_options embedding = {kTexts, 4, nullptr, 0, &sprites, &sprite_shape};
  EXPECT_EQ(sg_add_embedding(writer, "e", &kNumbers, 4, 1, 0, &embedding), SG_OK);
  EXPECT_EQ(sg_add_embedding(writer, "f", &kNumbers, 2, 2, 0, nullptr), SG_OK);
  EXPECT_TRUE(std::filesystem::exists(dir.Join("00000/e/sprite.png")));

  sg_trace* trace = nullptr;
  ASSERT_EQ(sg_trace_begin(writer, "work", &trace), SG_OK);
  sg_trace_end(trace);
  EXPECT_EQ(sg_write_trace(writer), SG_OK);
  EXPECT_TRUE(std::filesystem::exists(dir.Join("plugins/profile")));
}

TEST_F(CApiTest, NullPointersAreRefused) {
  sg_writer* const none = nullptr;
  sg_writer* out = nullptr;
  sg_scalar* scalar = nullptr;
  sg_trace* trace = nullptr;
  const sg_numbers null_data = {nullptr, 4, SG_FLOAT32};
  const char* const null_text[] = {"a", nullptr};
  const sg_hparam null_name = {};
  sg_hparam null_value = {};
  null_value.name = "x";
  null_value.type = SG_HPARAM_TEXT;
  const sg_metric null_metric = {nullptr, 1};
  const sg_custom_chart null_tags = {"c", "t", nullptr, 1, 0};
  const sg_embedding_options null_metadata = {nullptr, 4, nullptr, 0, nullptr, nullptr};
  const sg_embedding_options null_shape = {nullptr, 0, nullptr, 0, &kNumbers, nullptr};
  const int statuses[] = {
      sg_writer_open(nullptr, nullptr, &out),
      sg_writer_open("x", nullptr, nullptr),
      sg_writer_run(none, "x", &out),
      sg_writer_run(writer, nullptr, &out),
      sg_writer_run(writer, "x", nullptr),
      sg_writer_flush(none),
      sg_writer_close(none),
      sg_writer_status(none),
      sg_writer_get_counts(writer, nullptr),
      sg_add_scalar(none, "t", 1, 1),
      sg_add_scalar(writer, nullptr, 1, 1),
      sg_add_scalar_at(writer, nullptr, 1, 1, 1),
      sg_scalar_open(writer, nullptr, &scalar),
      sg_scalar_open(writer, "t", nullptr),
      sg_scalar_add(nullptr, 1, 1),
      sg_scalar_add_at(nullptr, 1, 1, 1),
      sg_add_histogram(writer, "t", nullptr, 1, 0, 30, nullptr),
      sg_add_histogram(writer, "t", &null_data, 1, 0, 30, nullptr),
      sg_add_image(writer, "t", &kNumbers, nullptr, 1, nullptr),
      sg_add_image(writer, "t", &null_data, &kShape, 1, nullptr),
      sg_add_images(writer, "t", nullptr, &kShape, 1, 0, nullptr),
      sg_add_encoded_image(writer, "t", nullptr, 5, 1, nullptr),
      sg_add_video(writer, "t", &kNumbers, nullptr, 1, 4, SG_GIF, nullptr),
      sg_add_audio(writer, "t", nullptr, 1, 1, 1, nullptr),
      sg_add_text(writer, "t", nullptr, 3, 1, nullptr),
      sg_add_texts(writer, "t", nullptr, 1, 1, nullptr),
      sg_add_texts(writer, "t", null_text, 2, 1, nullptr),
      sg_add_text_table(writer, "t", null_text, 1, 2, 1, nullptr),
      sg_add_text_table(writer, "t", kTexts, SIZE_MAX, SIZE_MAX, 1, nullptr),
      sg_add_mesh(writer, "t", nullptr, nullptr, nullptr, 1, nullptr, 1, nullptr),
      sg_add_pr_curve(writer, "t", &kNumbers, nullptr, nullptr, 2, 1, nullptr),
      sg_add_hparams_start(writer, nullptr, 1, nullptr),
      sg_add_hparams_start(writer, &null_name, 1, nullptr),
      sg_add_hparams_start(writer, &null_value, 1, nullptr),
      sg_add_hparams(writer, nullptr, 0, nullptr, 1, nullptr, 0),
      sg_add_hparams(writer, nullptr, 0, &null_metric, 1, nullptr, 0),
      sg_add_custom_scalars(writer, nullptr, 1),
      sg_add_custom_scalars(writer, &null_tags, 1),
      sg_add_graph(writer, nullptr, 1),
      sg_add_run_metadata(writer, "t", nullptr, 1, 1),
      sg_add_embedding(writer, "t", nullptr, 1, 1, 1, nullptr),
      sg_add_embedding(writer, "t", &kNumbers, 4, 1, 1, &null_metadata),
      sg_add_embedding(writer, "t", &kNumbers, 4, 1, 1, &null_shape),
      sg_trace_begin(writer, nullptr, &trace),
      sg_trace_begin(writer, "t", nullptr),
      sg_write_trace(none),
  };
  std::size_t number = 0;
  for (const int status : statuses) EXPECT_EQ(status, SG_INVALID_ARGUMENT) << number++;
  EXPECT_EQ(out, nullptr);
  EXPECT_EQ(scalar, nullptr);
  EXPECT_EQ(trace, nullptr);
  sg_writer_options_init(nullptr);
  sg_writer_free(nullptr);
  sg_scalar_free(nullptr);
  sg_trace_end(nullptr);
  EXPECT_THAT(Events(), IsEmpty());
}

TEST_F(CApiTest, NumbersThatNameNoChoiceAreRefused) {
  for (const int garbage : {-1, 13, 99, 255, 256, 258, 512, INT_MIN, INT_MAX}) {
    SCOPED_TRACE(garbage);
    const sg_numbers numbers = {kFloats, 4, garbage};
    const sg_pixel_shape shape = {1, 2, 2, 1, garbage};
    sg_hparam hparam = {};
    hparam.name = "x";
    hparam.type = garbage;
    EXPECT_EQ(sg_add_histogram(writer, "t", &numbers, 1, 0, 30, nullptr), SG_INVALID_ARGUMENT);
    EXPECT_EQ(sg_add_histogram(writer, "t", &kNumbers, 1, garbage, 30, nullptr),
              SG_INVALID_ARGUMENT);
    EXPECT_EQ(sg_add_image(writer, "t", &numbers, &kShape, 1, nullptr), SG_INVALID_ARGUMENT);
    EXPECT_EQ(sg_add_image(writer, "t", &kNumbers, &shape, 1, nullptr), SG_INVALID_ARGUMENT);
    EXPECT_EQ(sg_add_video(writer, "t", &kNumbers, &kShape, 1, 4, garbage, nullptr),
              SG_INVALID_ARGUMENT);
    EXPECT_EQ(sg_add_hparams_start(writer, &hparam, 1, nullptr), SG_INVALID_ARGUMENT);
    EXPECT_EQ(sg_add_hparams_end(writer, garbage), SG_INVALID_ARGUMENT);
    sg_writer_options options;
    sg_writer_options_init(&options);
    options.overflow = garbage;
    sg_writer* out = nullptr;
    EXPECT_EQ(sg_writer_open(dir.path().c_str(), &options, &out), SG_INVALID_ARGUMENT);
    EXPECT_EQ(out, nullptr);
  }
  EXPECT_THAT(Events(), IsEmpty());
}

TEST_F(CApiTest, TellsWhatWentWrong) {
  EXPECT_EQ(sg_add_scalar(writer, "", 1, 1), SG_INVALID_ARGUMENT);
  const std::string message = sg_last_error();
  EXPECT_NE(message, "");
  EXPECT_THAT(errors, ElementsAre(Pair(static_cast<int>(SG_INVALID_ARGUMENT), message)));
  EXPECT_EQ(sg_add_scalar(writer, "good", 1, 1), SG_OK);
  EXPECT_EQ(sg_last_error(), message) << "what failed last";
  EXPECT_EQ(sg_writer_close(writer), SG_OK);
  EXPECT_EQ(sg_add_scalar(writer, "late", 1, 1), SG_FAILED_PRECONDITION);
  EXPECT_STREQ(sg_version(), "0.1.0");
}

TEST_F(CApiTest, AFolderThatCannotBeMade) {
  dir.Write("file", "");
  sg_writer_options options;
  sg_writer_options_init(&options);
  options.on_error = [](void*, int, const char*) {};
  sg_writer* bad = nullptr;
  EXPECT_NE(sg_writer_open(dir.Join("file/below").c_str(), &options, &bad), SG_OK);
  ASSERT_NE(bad, nullptr);
  EXPECT_NE(sg_writer_status(bad), SG_OK);
  EXPECT_NE(sg_writer_flush(bad), SG_OK);
  sg_writer_free(bad);
}

TEST_F(CApiTest, TakesOptionsOfOlderHeaders) {
  sg_writer_options options;
  sg_writer_options_init(&options);
  EXPECT_EQ(options.size, sizeof(options));
  options.overflow = 77;  // beyond what this caller's header had
  options.size = offsetof(sg_writer_options, overflow);
  sg_writer* old = nullptr;
  EXPECT_EQ(sg_writer_open(dir.Join("old").c_str(), &options, &old), SG_OK);
  sg_writer_free(old);
  options.size = 0;
  EXPECT_EQ(sg_writer_open(dir.Join("old").c_str(), &options, &old), SG_INVALID_ARGUMENT);
}

}  // namespace
