#include "demo/digit_demo.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tests/support/is_ok.h"
#include "tests/support/temp_dir.h"

namespace sightglass::demo {
namespace {

using testing::TempDir;

constexpr DemoSizes kTinySizes = {
    .training_digits = 128, .validation_digits = 40, .test_digits = 40, .surface_side = 3};

DemoSetup TinySetup(const std::string& log_dir) {
  DemoSetup setup;
  setup.log_dir = log_dir;
  setup.plans = {MakeDefaultPlan()};
  setup.plans.front().epochs = 2;
  setup.sizes = kTinySizes;
  return setup;
}

bool HasEventFile(const std::filesystem::path& folder) {
  std::error_code code;
  for (const auto& entry : std::filesystem::directory_iterator(folder, code)) {
    if (entry.path().filename().string().find("tfevents") != std::string::npos) return true;
  }
  return false;
}

TEST(DigitDemo, LogsEveryRunAndReportsEachEpoch) {
  const TempDir directory;
  auto demo = DigitDemo::Open(TinySetup(directory.Join("new/logs")));
  ASSERT_THAT(demo, testing::IsOk());
  EXPECT_TRUE(HasEventFile(directory.Join("new/logs"))) << "there is something to see at once";
  std::vector<std::size_t> epochs;
  std::vector<RunReport> runs;
  const base::CancelFlag never;
  ASSERT_THAT(
      (*demo)->Train(never, {.on_epoch =
                                 [&](const EpochReport& report) {
                                   EXPECT_EQ(report.run, "digits");
                                   EXPECT_EQ(report.epochs, 2U);
                                   EXPECT_GT(report.training_loss, 0);
                                   epochs.push_back(report.epoch);
                                 },
                             .on_run = [&](const RunReport& report) { runs.push_back(report); }}),
      testing::IsOk());
  EXPECT_EQ(epochs, (std::vector<std::size_t>{1, 2}));
  ASSERT_EQ(runs.size(), 1U);
  EXPECT_EQ(runs[0].held_out_digits, 40U);
  for (const char* const run : {"digits", "digits/train", "digits/validation", "digits/test"}) {
    EXPECT_TRUE(HasEventFile(directory.Join("new/logs/" + std::string(run)))) << run;
  }
  EXPECT_TRUE(
      std::filesystem::exists(directory.Join("new/logs/digits/test/projector_config.pbtxt")));
  EXPECT_TRUE(std::filesystem::exists(directory.Join("new/logs/digits/train/plugins/profile")));
  const WriterCounts counts = (*demo)->counts();
  EXPECT_GT(counts.bytes, 10'000U);
  EXPECT_EQ(counts.refused, 0U);
  EXPECT_EQ(counts.dropped, 0U);
}

TEST(DigitDemo, TakesOtherNamesWhereItsOwnAreTaken) {
  const TempDir directory;
  directory.Write("digits/mine.txt", "keep");
  directory.MakeDirectory("digits-2");
  const auto demo = DigitDemo::Open(TinySetup(directory.path()));
  ASSERT_THAT(demo, testing::IsOk());
  EXPECT_TRUE(std::filesystem::is_directory(directory.Join("digits-3")));
  EXPECT_EQ(testing::ReadFileBytes(directory.Join("digits/mine.txt")), "keep");
}

TEST(DigitDemo, TrainsInTurnsAndGivesAllTheSameSuffix) {
  const TempDir directory;
  directory.MakeDirectory("broken-init");
  DemoSetup setup = TinySetup(directory.path());
  setup.plans = MakeBrokenPair(Breakage::kInit);
  for (TrainingPlan& plan : setup.plans) plan.epochs = 2;
  setup.in_turns = true;
  auto demo = DigitDemo::Open(std::move(setup));
  ASSERT_THAT(demo, testing::IsOk());
  std::vector<std::string> order;
  const base::CancelFlag never;
  ASSERT_THAT(
      (*demo)->Train(
          never, {.on_epoch = [&](const EpochReport& report) { order.emplace_back(report.run); }}),
      testing::IsOk());
  EXPECT_EQ(order,
            (std::vector<std::string>{"healthy-2", "broken-init-2", "healthy-2", "broken-init-2"}));
}

TEST(DigitDemo, StopsWhenNobodyWantsItAnyMore) {
  const TempDir directory;
  DemoSetup setup = TinySetup(directory.path());
  setup.plans.front().epochs = 1'000;
  auto demo = DigitDemo::Open(std::move(setup));
  ASSERT_THAT(demo, testing::IsOk());
  base::CancelFlag cancel;
  std::size_t epochs = 0;
  std::size_t runs = 0;
  const base::Status status = (*demo)->Train(cancel, {.on_epoch =
                                                          [&](const EpochReport&) {
                                                            if (++epochs == 2) cancel.Cancel();
                                                          },
                                                      .on_run = [&](const RunReport&) { ++runs; }});
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, base::ErrorCode::kCancelled);
  EXPECT_EQ(epochs, 2U);
  EXPECT_EQ(runs, 0U);
  EXPECT_TRUE(HasEventFile(directory.Join("digits/train")));
}

TEST(DigitDemo, FailsWhereItCannotWrite) {
  const TempDir directory;
  directory.Write("file", "");
  const auto in_a_file = DigitDemo::Open(TinySetup(directory.Join("file/logs")));
  ASSERT_FALSE(in_a_file.ok());
  EXPECT_NE(in_a_file.error().message.find("file/logs"), std::string::npos);
  EXPECT_FALSE(DigitDemo::Open(TinySetup(directory.Join("file"))).ok());
  if (::geteuid() == 0) return;  // whom nothing is denied
  directory.MakeDirectory("locked");
  ASSERT_EQ(::chmod(directory.Join("locked").c_str(), 0500), 0);
  const auto locked = DigitDemo::Open(TinySetup(directory.Join("locked")));
  ASSERT_FALSE(locked.ok());
  EXPECT_EQ(locked.error().code, base::ErrorCode::kPermissionDenied);
}

}  // namespace
}  // namespace sightglass::demo
