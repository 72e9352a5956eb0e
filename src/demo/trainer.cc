#include "demo/trainer.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string_view>

namespace sightglass::demo {
namespace {

// Of what the seed decides, beside the digits.
constexpr std::uint64_t kNetworkStream = 11;
constexpr std::uint64_t kOrderStream = 13;

constexpr std::size_t kSliceSize = 16;

class OptionalScope {
 public:
  OptionalScope(sightglass::SummaryWriter* writer, std::string_view name) {
    if (writer != nullptr) scope_.emplace(writer->Trace(name));
  }

 private:
  std::optional<sightglass::TraceScope> scope_;
};

void Add(std::span<const float> from, std::vector<float>& to) {
  for (std::size_t i = 0; i < from.size(); ++i) to[i] += from[i];
}

}  // namespace

Network MakeInitialNetwork(const TrainingPlan& plan, std::uint64_t seed) {
  RandomStream random(seed, kNetworkStream);
  return BuildNetwork(plan.network, random);
}

Trainer::Trainer(const TrainingPlan& plan, const DigitSet& digits, std::uint64_t seed,
                 base::ThreadPool& pool)
    : plan_(plan),
      digits_(digits),
      pool_(pool),
      random_(seed, kOrderStream),
      network_(MakeInitialNetwork(plan, seed)),
      optimizer_(plan.optimizer),
      steps_per_epoch_(digits.size() / plan.batch_size),
      order_(digits.size()),
      slices_((plan.batch_size + kSliceSize - 1) / kSliceSize),
      gradients_(network_.layer_count()) {
  CHECK(steps_per_epoch_ > 0);
  std::iota(order_.begin(), order_.end(), 0U);
}

void Trainer::Shuffle() {
  for (std::size_t i = order_.size(); i > 1; --i)
    std::swap(order_[i - 1], order_[random_.Below(i)]);
}

void Trainer::FillSlice(std::size_t index, std::size_t first) {
  Slice& slice = slices_[index];
  const std::size_t begin = index * kSliceSize;
  const std::size_t count = std::min(kSliceSize, plan_.batch_size - begin);
  slice.pass.input.Resize(kDigitPixels, count);
  slice.labels.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t example = order_[first + begin + i];
    std::ranges::copy(digits_.picture(example), slice.pass.input.column(i).begin());
    slice.labels[i] = digits_.labels[example];
  }
}

void Trainer::AddUpGradients() {
  for (std::size_t layer = 0; layer < network_.layer_count(); ++layer) {
    gradients_[layer] = slices_.front().pass.works[layer].gradients;
    for (std::size_t slice = 1; slice < slices_.size(); ++slice) {
      const Parameters& part = slices_[slice].pass.works[layer].gradients;
      Add(part.weights, gradients_[layer].weights);
      Add(part.biases, gradients_[layer].biases);
    }
  }
}

void Trainer::Update(double learning_rate) {
  optimizer_.BeginStep(learning_rate);
  for (std::size_t layer = 0; layer < network_.layer_count(); ++layer) {
    Parameters& parameters = network_.layer(layer).parameters();
    optimizer_.Move(parameters.weights, gradients_[layer].weights);
    optimizer_.Move(parameters.biases, gradients_[layer].biases);
  }
}

BatchResult Trainer::TrainBatch(sightglass::SummaryWriter* trace) {
  CHECK(step_ < steps());
  const OptionalScope batch_scope(trace, "batch");
  if (step_ % steps_per_epoch_ == 0) Shuffle();
  const std::size_t first = (step_ % steps_per_epoch_) * plan_.batch_size;
  const float scale = 1 / static_cast<float>(plan_.batch_size);
  pool_.ForEach(slices_.size(), [&](std::size_t index) {
    Slice& slice = slices_[index];
    {
      const OptionalScope scope(trace, "load examples");
      FillSlice(index, first);
    }
    {
      const OptionalScope scope(trace, "forward");
      Forward(network_, slice.pass);
      slice.sum = SoftmaxLoss(slice.labels, scale, slice.pass);
    }
    const OptionalScope scope(trace, "backward");
    Backward(network_, slice.pass);
  });
  LossSum sum;
  for (const Slice& slice : slices_) {
    sum.loss += slice.sum.loss;
    sum.correct += slice.sum.correct;
  }
  const double rate = ScheduledRate(plan_.learning_rate, step_, steps());
  {
    const OptionalScope scope(trace, "update");
    AddUpGradients();
    Update(rate);
  }
  ++step_;
  const auto count = static_cast<double>(plan_.batch_size);
  return {.loss = sum.loss / count,
          .accuracy = static_cast<double>(sum.correct) / count,
          .learning_rate = rate};
}

}  // namespace sightglass::demo
