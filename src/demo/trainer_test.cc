#include "demo/trainer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "demo/evaluation.h"

namespace sightglass::demo {
namespace {

constexpr std::uint64_t kSeed = 3;

DigitSet Digits(DigitPart part, std::size_t count) {
  base::ThreadPool pool(2);
  const base::CancelFlag never;
  return MakeDigits(kSeed, part, count, pool, never);
}

std::vector<double> TrainAll(Trainer& trainer) {
  std::vector<double> losses;
  while (trainer.step() < trainer.steps()) losses.push_back(trainer.TrainBatch().loss);
  return losses;
}

double AccuracyOf(const Network& network, const DigitSet& digits, std::size_t threads = 2) {
  base::ThreadPool pool(threads);
  const base::CancelFlag never;
  return Evaluate(network, digits, digits.size(), pool, never).accuracy;
}

TEST(Trainer, GivesTheSameNumbersWhateverTheThreads) {
  const DigitSet digits = Digits(DigitPart::kTraining, 320);
  TrainingPlan plan;
  plan.epochs = 2;
  plan.batch_size = 40;  // slices of 16, 16 and 8
  std::vector<std::vector<double>> losses;
  std::vector<std::vector<float>> weights;
  for (const std::size_t threads : {1U, 3U}) {
    base::ThreadPool pool(threads);
    Trainer trainer(plan, digits, kSeed, pool);
    EXPECT_EQ(trainer.steps(), 16U);
    losses.push_back(TrainAll(trainer));
    weights.push_back(trainer.network().layer(0).parameters().weights);
  }
  EXPECT_EQ(losses[0], losses[1]);
  EXPECT_EQ(weights[0], weights[1]);
}

TEST(Trainer, LearnsToReadDigitsItNeverSaw) {
  const DigitSet digits = Digits(DigitPart::kTraining, 2'000);
  const DigitSet unseen = Digits(DigitPart::kTest, 500);
  base::ThreadPool pool(2);
  TrainingPlan plan;
  plan.epochs = 4;
  Trainer trainer(plan, digits, kSeed, pool);
  EXPECT_LT(AccuracyOf(trainer.network(), unseen), 0.3);
  const std::vector<double> losses = TrainAll(trainer);
  EXPECT_LT(losses.back(), losses.front() / 3);
  const double accuracy = AccuracyOf(trainer.network(), unseen);
  EXPECT_GT(accuracy, 0.85);
  EXPECT_EQ(accuracy, AccuracyOf(trainer.network(), unseen, 1));
}

// Each kind of breakage, and what its notes say that is to be seen.
class BrokenTrainer : public ::testing::TestWithParam<Breakage> {
 protected:
  BrokenTrainer() {
    plan_ = MakeBrokenPair(GetParam()).back();
    plan_.epochs = 2;
  }

  TrainingPlan plan_;
};

double Largest(std::span<const float> values) {
  double largest = 0;
  for (const float value : values) {
    largest = std::max(largest, std::abs(static_cast<double>(value)));
  }
  return largest;
}

TEST_P(BrokenTrainer, DoesNotLearnAndShowsWhy) {
  const DigitSet digits = Digits(DigitPart::kTraining, 1'000);
  const DigitSet unseen = Digits(DigitPart::kTest, 300);
  base::ThreadPool pool(2);
  Trainer trainer(plan_, digits, kSeed, pool);
  const std::vector<double> losses = TrainAll(trainer);
  EXPECT_LT(AccuracyOf(trainer.network(), unseen), 0.25);
  const Parameters& first = trainer.network().layer(0).parameters();
  const double first_gradient = Largest(trainer.gradients(0).weights);
  const std::size_t last = trainer.network().layer_count() - 1;
  switch (GetParam()) {
    case Breakage::kSigmoid:
      EXPECT_GT(first_gradient, 0);
      EXPECT_LT(first_gradient, 1e-4 * Largest(trainer.gradients(last).weights));
      break;
    case Breakage::kLr:
      EXPECT_GT(*std::ranges::max_element(losses), 10 * losses.front());
      break;
    case Breakage::kDeadRelu:
      EXPECT_EQ(first_gradient, 0);
      EXPECT_EQ(Largest(trainer.activations(last - 1).values()), 0);
      EXPECT_TRUE(std::ranges::all_of(first.biases, [](float value) { return value == -8; }));
      break;
    case Breakage::kInit:
      EXPECT_EQ(first_gradient, 0);
      EXPECT_EQ(Largest(first.weights), 0);
      break;
  }
}

INSTANTIATE_TEST_SUITE_P(All, BrokenTrainer,
                         ::testing::Values(Breakage::kSigmoid, Breakage::kLr, Breakage::kDeadRelu,
                                           Breakage::kInit));

TEST(TrainingPlan, NamesEveryRunOfASweepDifferently) {
  std::set<std::string> names;
  for (const TrainingPlan& plan : MakeSweep(kMostRuns)) {
    names.insert(plan.name);
    EXPECT_GT(plan.epochs, 0U);
    EXPECT_FALSE(plan.note.empty());
  }
  EXPECT_EQ(names.size(), kMostRuns);
  EXPECT_TRUE(names.contains("lr0.03_relu"));
  EXPECT_EQ(MakeSweep(1).size(), 1U);
}

TEST(Evaluation, OfNothingIsZero) {
  RandomStream random(1);
  const Network network = BuildNetwork({}, random);
  base::ThreadPool pool(1);
  const base::CancelFlag never;
  const Evaluation evaluation = Evaluate(network, {}, 10, pool, never);
  EXPECT_EQ(evaluation.accuracy, 0);
  EXPECT_TRUE(evaluation.predicted.empty());
}

}  // namespace
}  // namespace sightglass::demo
