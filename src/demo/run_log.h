#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/thread_pool.h"
#include "demo/canvas.h"
#include "demo/digit_images.h"
#include "demo/evaluation.h"
#include "demo/trainer.h"
#include "demo/training_plan.h"
#include "sightglass/summary_writer.h"

namespace sightglass::demo {

struct DigitSets {
  DigitSet training;
  DigitSet validation;
  DigitSet test;
};

// What one network's training leaves in the log: runs <name>/train, /validation and /test that have
// tags in common, so that their curves lie over each other, and <name> with the hyperparameters.
// Steps are batches everywhere.
//
// Threads: one at a time.
class RunLog {
 public:
  // All must outlive it; `sets` may be filled later. `root` is the writer of the log directory.
  RunLog(const SummaryWriter& root, const TrainingPlan& plan, const DigitSets& sets,
         std::uint64_t seed);

  // At once: notes, the network's graph, hyperparameters.
  void Begin(const Network& network);
  // When the digits are drawn.
  void AddSamples();

  // After each batch.
  void AddBatch(const Trainer& trainer, const BatchResult& result);
  // A few times an epoch: histograms, gradients' norms, filters.
  void AddDetails(const Trainer& trainer);
  // As often, on the validation set.
  void AddValidation(std::size_t step, const Evaluation& validation);
  // At the end of an epoch.
  void AddEpoch(const Trainer& trainer, const Evaluation& validation);
  // What the epoch's batches came to: of the last AddEpoch().
  [[nodiscard]] double epoch_loss() const { return epoch_loss_; }

  // At the end: how it does on the digits nobody saw before.
  void AddTest(const Trainer& trainer, const Evaluation& test);
  // The valley that it ended in. Moves the network's parameters and puts them back.
  void AddLossSurface(Network& network, std::size_t step, std::size_t side, base::ThreadPool& pool,
                      const base::CancelFlag& cancel);
  // Nothing comes after it.
  void End(SessionOutcome outcome);

  // Where the first batches are timed.
  [[nodiscard]] SummaryWriter& train() { return train_; }

 private:
  void AddEvaluation(SummaryWriter& writer, const DigitSet& digits, const Evaluation& evaluation,
                     std::int64_t step);
  void AddEmbedding(const Evaluation& test, std::int64_t step);

  const TrainingPlan& plan_;
  const DigitSets& sets_;
  const std::uint64_t seed_;
  SummaryWriter session_;
  SummaryWriter train_;
  SummaryWriter validation_;
  SummaryWriter test_;
  ScalarSeries batch_loss_;
  ScalarSeries batch_accuracy_;
  ScalarSeries learning_rate_;
  ScalarSeries gradient_norm_;
  std::vector<double> losses_;      // of all batches
  std::vector<double> accuracies_;  // of this epoch's
  TextTable epochs_;
  std::vector<std::uint8_t> filter_frames_;  // pictures of the filters, one after the other
  PixelShape filter_shape_{.count = 0};
  double epoch_loss_ = 0;
};

// Once for a log directory: what the runs of a demo vary and measure, and charts that put it side
// by side.
void AddExperiment(SummaryWriter& root);

}  // namespace sightglass::demo
