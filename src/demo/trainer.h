#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/thread_pool.h"
#include "demo/digit_images.h"
#include "demo/network.h"
#include "demo/optimizer.h"
#include "demo/training_plan.h"
#include "sightglass/summary_writer.h"

namespace sightglass::demo {

struct BatchResult {
  double loss = 0;      // mean
  double accuracy = 0;  // from 0 to 1
  double learning_rate = 0;
};

// The network as it is before its first batch.
Network MakeInitialNetwork(const TrainingPlan& plan, std::uint64_t seed);

// Trains one network, batch by batch. The same seed gives the same numbers, however many threads
// there are: a batch is always cut in the same slices, and their gradients are added in order.
//
// Threads: one at a time.
class Trainer {
 public:
  // `digits` and `pool` must outlive it.
  Trainer(const TrainingPlan& plan, const DigitSet& digits, std::uint64_t seed,
          base::ThreadPool& pool);

  [[nodiscard]] Network& network() { return network_; }
  [[nodiscard]] const Network& network() const { return network_; }
  // Batches done; of an epoch; of all.
  [[nodiscard]] std::size_t step() const { return step_; }
  [[nodiscard]] std::size_t steps_per_epoch() const { return steps_per_epoch_; }
  [[nodiscard]] std::size_t steps() const { return steps_per_epoch_ * plan_.epochs; }

  // The next batch. An epoch takes each example once, in an order of its own; what does not fill a
  // batch at its end is left out. Times its parts in `trace` unless it is null.
  // REQUIRES: step() < steps().
  BatchResult TrainBatch(sightglass::SummaryWriter* trace = nullptr);

  // Of the last batch: the mean gradient of a layer, and what the layer gave for some examples.
  [[nodiscard]] const Parameters& gradients(std::size_t layer) const { return gradients_[layer]; }
  [[nodiscard]] const Matrix& activations(std::size_t layer) const {
    return slices_.front().pass.works[layer].output;
  }

 private:
  struct Slice {
    NetworkPass pass;
    std::vector<std::uint8_t> labels;
    LossSum sum;
  };

  void Shuffle();
  void FillSlice(std::size_t index, std::size_t first);
  void AddUpGradients();
  void Update(double learning_rate);

  const TrainingPlan plan_;
  const DigitSet& digits_;
  base::ThreadPool& pool_;
  RandomStream random_;
  Network network_;
  Optimizer optimizer_;
  std::size_t steps_per_epoch_;
  std::size_t step_ = 0;
  std::vector<std::uint32_t> order_;
  std::vector<Slice> slices_;
  std::vector<Parameters> gradients_;
};

}  // namespace sightglass::demo
