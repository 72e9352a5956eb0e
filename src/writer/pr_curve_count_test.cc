#include "writer/pr_curve_count.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace sightglass::writer {
namespace {

TEST(PrCurveCount, WorkedExample) {
  // Buckets of 5 thresholds: 0, 1 (0.25), 2, 4.
  const std::vector<std::uint8_t> labels = {0, 1, 1, 1};
  const std::vector<float> predictions = {0.1F, 0.3F, 0.6F, 1.0F};
  std::vector<float> rows;
  ASSERT_TRUE(CountPrCurve(labels, predictions, {}, 5, rows).ok());
  const float third = static_cast<float>(1.0 / 3);
  const float two_thirds = static_cast<float>(2.0 / 3);
  EXPECT_EQ(rows, (std::vector<float>{3,    3, 2,          1,     1,         // true positives
                                      1,    0, 0,          0,     0,         // false positives
                                      0,    1, 1,          1,     1,         // true negatives
                                      0,    0, 1,          2,     2,         // false negatives
                                      0.75, 1, 1,          1,     1,         // precision
                                      1,    1, two_thirds, third, third}));  // recall
}

// Straight from the meaning: what is predicted at or above each threshold's bucket.
TEST(PrCurveCount, AgreesWithCountingAtEachThreshold) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (const std::int64_t thresholds : {2, 3, 127, 201, 1'000}) {
    std::vector<std::int64_t> labels;
    std::vector<double> predictions;
    std::vector<float> weights;
    for (int i = 0; i < 500; ++i) {
      labels.push_back(random() % 2 == 0 ? 0 : -3);
      predictions.push_back(i % 50 == 0 ? 1.0 : uniform(random));
      weights.push_back(static_cast<float>(random() % 8) / 4);
    }
    std::vector<float> rows;
    ASSERT_TRUE(CountPrCurve(labels, predictions, weights, thresholds, rows).ok());
    const auto count = static_cast<std::size_t>(thresholds);
    ASSERT_EQ(rows.size(), 6 * count);
    for (std::size_t t = 0; t < count; ++t) {
      double counts[2][2] = {};  // by label, by prediction
      for (std::size_t i = 0; i < labels.size(); ++i) {
        const double bucket = std::floor(predictions[i] * static_cast<double>(count - 1));
        counts[labels[i] != 0 ? 1 : 0][bucket >= static_cast<double>(t) ? 1 : 0] +=
            static_cast<double>(weights[i]);
      }
      EXPECT_FLOAT_EQ(rows[t], static_cast<float>(counts[1][1]));
      EXPECT_FLOAT_EQ(rows[count + t], static_cast<float>(counts[0][1]));
      EXPECT_FLOAT_EQ(rows[2 * count + t], static_cast<float>(counts[0][0]));
      EXPECT_FLOAT_EQ(rows[3 * count + t], static_cast<float>(counts[1][0]));
      const double predicted = counts[1][1] + counts[0][1];
      EXPECT_FLOAT_EQ(rows[4 * count + t],
                      static_cast<float>(predicted > 0 ? counts[1][1] / predicted : 0));
      EXPECT_FLOAT_EQ(rows[5 * count + t],
                      static_cast<float>(counts[1][1] / (counts[1][1] + counts[1][0])));
    }
  }
}

TEST(PrCurveCount, NothingAtAll) {
  std::vector<float> rows;
  ASSERT_TRUE(CountPrCurve({}, {}, {}, 3, rows).ok());
  EXPECT_EQ(rows, std::vector<float>(18));
}

TEST(PrCurveCount, Refuses) {
  const std::vector<std::uint8_t> labels = {0, 1};
  const std::vector<float> good = {0, 1};
  std::vector<float> rows;
  const auto code_of = [&](const Numbers& predictions, const Numbers& weights,
                           std::int64_t thresholds) {
    return CountPrCurve(labels, predictions, weights, thresholds, rows).code();
  };
  EXPECT_EQ(code_of(good, {}, 2), StatusCode::kOk);
  EXPECT_EQ(code_of(good, {}, 1), StatusCode::kInvalidArgument);
  EXPECT_EQ(code_of(good, {}, std::numeric_limits<std::int64_t>::min()),
            StatusCode::kInvalidArgument);
  EXPECT_EQ(code_of(good, {}, kMaxPrThresholds + 1), StatusCode::kOutOfRange);
  EXPECT_EQ(code_of(std::vector<float>(3), {}, 5), StatusCode::kInvalidArgument);
  EXPECT_EQ(code_of(good, std::vector<float>(1), 5), StatusCode::kInvalidArgument);
  EXPECT_EQ(code_of(Numbers(nullptr, 2, NumberType::kFloat32), {}, 5),
            StatusCode::kInvalidArgument);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const float bad : {-0.1F, 1.1F, nan, std::numeric_limits<float>::infinity()}) {
    const std::vector<float> predictions = {0.5F, bad};
    const Status status = CountPrCurve(labels, predictions, {}, 5, rows);
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
    EXPECT_NE(status.message().find("number 1"), std::string_view::npos);
  }
}

}  // namespace
}  // namespace sightglass::writer
