#include "demo/training_plan.h"

#include <fmt/format.h>

#include <array>

#include "base/check.h"

namespace sightglass::demo {
namespace {

constexpr std::size_t kDefaultEpochs = 10;
constexpr std::size_t kSweepEpochs = 4;
constexpr std::size_t kBrokenEpochs = 6;

constexpr std::string_view kDefaultNote = R"(# A network learns to read digits

Two convolutions and two dense layers look at pictures of 28 by 28 pixels that this program draws itself: crooked, noisy,
each a little different. Nothing is loaded and nothing is remembered from the last time.

| where | what to see |
|---|---|
| **scalars** | `loss` falls within the first hundred batches; `epoch_accuracy` of *train* and *validation* rise together, and part where the network begins to know its examples by heart |
| **histograms** | `weights/*` widen slowly; `gradients/*` narrow as there is less to learn; `activations/*` have a peak at 0, the closed ReLUs |
| **images** | `filters` turn from noise into edges; `confusion` gets its blue diagonal; `mistakes` shows digits that people misread, too |
| **embeddings** | the last hidden layer of 1,000 digits it never saw: ten islands |
| **pr curves** | one for each digit |
| **audio** | `loss_tone`: the loss as a pitch; it falls |
| **mesh** | the valley of the loss around where training ended |
)";

constexpr std::string_view kHealthyNote = R"(# The healthy one

Beside it stands a network that does not learn. Look at both under the same tags.
)";

std::string SweepNote(const TrainingPlan& plan) {
  return fmt::format(
      "# One of a sweep\n\nLearning rate **{}**, activation **{}**. Compare `epoch_accuracy` of "
      "the "
      "*validation* runs, or see all of them under **hparams**.\n\nA rate of 0.01 learns steadily "
      "and late; 0.3 takes steps so large that nothing is learned at all.\n",
      plan.learning_rate, ActivationName(plan.network.activation));
}

TrainingPlan MakeBroken(Breakage breakage) {
  TrainingPlan plan;
  plan.name = fmt::format("broken-{}", BreakageName(breakage));
  plan.epochs = kBrokenEpochs;
  switch (breakage) {
    case Breakage::kSigmoid:
      plan.network.conv_channels = {};
      plan.network.dense_sizes = {64, 64, 64, 64, 64, 64, 64, 64};
      plan.network.activation = Activation::kSigmoid;
      plan.note = R"(# Broken: gradients vanish

Eight dense layers of sigmoids. A sigmoid is never steeper than 1/4, so each layer passes on a quarter of the gradient at best.

- **histograms** `gradients/dense8` down to `gradients/dense1`: each about four times narrower than the one before.
- **scalars** `gradient_norm/dense1` is some ten thousand times smaller than `gradient_norm/output`.
- **histograms** `weights/dense1`: the same at the end as at the beginning. The first layers never learn.
- **scalars** `loss` stays at 2.3 = ln 10: guessing among ten classes.

What helps: ReLU, fewer layers, normalisation, or connections that skip layers.
)";
      break;
    case Breakage::kLr:
      plan.learning_rate = 30;
      plan.note = R"(# Broken: the learning rate is a thousand times too large

- **scalars** `loss` leaps up while the rate still rises (take the logarithmic axis), many times above where it began.
- **histograms** `weights/*`: thrown apart within a few steps, and never back.
- **histograms** `activations/*`: everything at 0. The leap has put all inputs on the closed side of the ReLUs, where there is no gradient.
- **scalars** `accuracy` stays at 0.1, whatever the schedule does to the rate afterwards.

What helps: a smaller rate; a warm-up; clipping gradients.
)";
      break;
    case Breakage::kDeadRelu:
      plan.network.initial_bias = -8;
      plan.note = R"(# Broken: dead ReLUs

All biases begin at -8, so that no unit ever gets an input above 0.

- **histograms** `activations/*`: one bar at 0, from the first step to the last.
- **histograms** `gradients/*` of all layers but the output: one bar at 0. A closed ReLU passes nothing back, so nothing can open it again.
- **histograms** `biases/conv1`: still at -8.
- **scalars** `loss` stays at 2.3 = ln 10: guessing among ten classes. Only the output's biases move.

What helps: biases that begin at 0, a smaller rate (large steps kill ReLUs, too), or leaky ones.
)";
      break;
    case Breakage::kInit:
      plan.network.initial_weights = InitialWeights::kZero;
      plan.note = R"(# Broken: all weights begin at 0

- **images** `filters`: blank, and they stay so.
- **histograms** `weights/*`: one bar at 0 from the first step to the last. All units of a layer are alike, and nothing ever makes them differ.
- **histograms** `gradients/*`: 0 but for the output's biases, which learn how frequent each digit is.
- **scalars** `loss` is 2.3 = ln 10 from the start.

What helps: random weights with a variance of 2 / inputs (ReLU) or 1 / inputs (tanh, sigmoid).
)";
      break;
  }
  return plan;
}

}  // namespace

std::string_view BreakageName(Breakage breakage) {
  switch (breakage) {
    case Breakage::kSigmoid:
      return "sigmoid";
    case Breakage::kLr:
      return "lr";
    case Breakage::kDeadRelu:
      return "dead-relu";
    case Breakage::kInit:
      return "init";
  }
  return "";
}

TrainingPlan MakeDefaultPlan() {
  TrainingPlan plan;
  plan.name = "digits";
  plan.note = kDefaultNote;
  plan.epochs = kDefaultEpochs;
  return plan;
}

std::vector<TrainingPlan> MakeSweep(std::size_t count) {
  constexpr std::array kRates = {0.03, 0.1, 0.01, 0.3};
  constexpr std::array kActivations = {Activation::kRelu, Activation::kTanh, Activation::kSigmoid};
  static_assert(kRates.size() * kActivations.size() == kMostRuns);
  CHECK(count >= 1 && count <= kMostRuns);
  std::vector<TrainingPlan> plans;
  for (std::size_t i = 0; i < count; ++i) {
    // Rates and activations in turn: the first four are two of each.
    constexpr std::array<std::array<std::size_t, 2>, kMostRuns> kOrder = {{{0, 0},
                                                                           {0, 1},
                                                                           {1, 0},
                                                                           {1, 1},
                                                                           {2, 0},
                                                                           {2, 1},
                                                                           {0, 2},
                                                                           {1, 2},
                                                                           {3, 0},
                                                                           {3, 1},
                                                                           {2, 2},
                                                                           {3, 2}}};
    TrainingPlan plan;
    plan.learning_rate = kRates[kOrder[i][0]];
    plan.network.activation = kActivations[kOrder[i][1]];
    plan.name =
        fmt::format("lr{:.2f}_{}", plan.learning_rate, ActivationName(plan.network.activation));
    plan.note = SweepNote(plan);
    plan.epochs = kSweepEpochs;
    plans.push_back(std::move(plan));
  }
  return plans;
}

std::vector<TrainingPlan> MakeBrokenPair(Breakage breakage) {
  TrainingPlan healthy;
  healthy.name = "healthy";
  healthy.note = kHealthyNote;
  healthy.epochs = kBrokenEpochs;
  return {std::move(healthy), MakeBroken(breakage)};
}

}  // namespace sightglass::demo
