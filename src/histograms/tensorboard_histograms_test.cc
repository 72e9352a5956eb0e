#include "histograms/tensorboard_histograms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/support/histogram_log.h"
#include "tests/support/is_ok.h"

namespace sightglass::histograms {
namespace {

using testing::HistogramLog;
using testing::IsError;
using testing::IsOk;
using ::testing::SizeIs;

class TensorboardHistogramsTest : public ::testing::Test {
 protected:
  TensorboardHistogramsTest() {
    std::vector<HistogramLog::Value> values;
    for (base::Step step = 0; step < 300; ++step) values.push_back({"w", step, {{0, 1, 2}}});
    log_.Run("r").File(values);
    snapshot_ = log_.Build();
  }

  // The steps that are given.
  std::vector<base::Step> Read(const TensorboardHistograms& histograms, std::size_t most) {
    std::vector<base::Step> steps;
    const kind::RequestContext context{
        .snapshot = snapshot_, .revisions = revisions_, .cancel = cancel_, .pool = pool_};
    const kind::SelectedSeries selected{.run = snapshot_->runs[0].get(),
                                        .series = snapshot_->runs[0]->series[0].get()};
    status_ = histograms.Read(selected, most, context,
                              [&](base::Step step, double, auto) { steps.push_back(step); });
    return steps;
  }

  HistogramLog log_;
  std::shared_ptr<const store::Snapshot> snapshot_;
  store::RevisionLog revisions_;
  base::CancelFlag cancel_;
  base::ThreadPool pool_{2};
  base::Status status_;
};

TEST_F(TensorboardHistogramsTest, GivesEveryStep) {
  EXPECT_THAT(Read(TensorboardHistograms({}), 51), SizeIs(300));
  EXPECT_THAT(status_, IsOk());
}

TEST_F(TensorboardHistogramsTest, SamplesAsTensorboardIfAskedTo) {
  kind::KindOptions options;
  options.tensorboard_samples.emplace();
  const TensorboardHistograms usual(options);
  EXPECT_THAT(Read(usual, TensorboardHistograms::kHistogramsMost), SizeIs(51));
  const std::vector<base::Step> kept = Read(usual, TensorboardHistograms::kDistributionsMost);
  EXPECT_THAT(kept, SizeIs(100));
  EXPECT_EQ(kept.back(), 299);
  EXPECT_EQ(usual.time_series_most(), 51U);

  (*options.tensorboard_samples)["histograms"] = 10;
  const TensorboardHistograms fewer(options);
  EXPECT_THAT(Read(fewer, TensorboardHistograms::kHistogramsMost), SizeIs(10));
  EXPECT_EQ(fewer.time_series_most(), 10U);

  (*options.tensorboard_samples)["histograms"] = 0;
  EXPECT_THAT(Read(TensorboardHistograms(options), 51), SizeIs(300));
}

TEST_F(TensorboardHistogramsTest, LeavesOutWhatCannotBeRead) {
  const std::string contents = log_.Contents("r", 0);
  log_.Overwrite("r", 0, contents.substr(0, contents.size() / 2));
  const std::vector<base::Step> steps = Read(TensorboardHistograms({}), 51);
  EXPECT_THAT(status_, IsOk());
  EXPECT_GT(steps.size(), 100U);
  EXPECT_LT(steps.size(), 200U);
}

TEST_F(TensorboardHistogramsTest, StopsWhenNobodyListens) {
  cancel_.Cancel();
  Read(TensorboardHistograms({}), 51);
  EXPECT_THAT(status_, IsError(base::ErrorCode::kCancelled));
}

}  // namespace
}  // namespace sightglass::histograms
