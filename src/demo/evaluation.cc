#include "demo/evaluation.h"

#include <algorithm>

namespace sightglass::demo {

Evaluation Evaluate(const Network& network, const DigitSet& digits, std::size_t count,
                    base::ThreadPool& pool, const base::CancelFlag& cancel) {
  constexpr std::size_t kTogether = 16;
  count = std::min(count, digits.size());
  const std::size_t parts = (count + kTogether - 1) / kTogether;
  const std::size_t last = network.layer_count() - 1;
  Evaluation result;
  result.predicted.resize(count);
  result.probabilities.Resize(kClasses, count);
  result.features.Resize(network.layer(last).input().size(), count);
  std::vector<LossSum> sums(parts);
  pool.ForEach(parts, [&](std::size_t part) {
    if (cancel.cancelled()) return;
    const std::size_t begin = part * kTogether;
    const std::size_t size = std::min(kTogether, count - begin);
    NetworkPass pass;
    pass.input.Resize(kDigitPixels, size);
    const auto pixels = std::span(digits.pixels).subspan(begin * kDigitPixels, size * kDigitPixels);
    std::ranges::copy(pixels, pass.input.values().begin());
    Forward(network, pass);
    sums[part] = SoftmaxLoss(std::span(digits.labels).subspan(begin, size), 1, pass);
    Matrix probabilities;
    Softmax(pass.scores(), probabilities);
    const Matrix& features = last == 0 ? pass.input : pass.works[last - 1].output;
    for (std::size_t i = 0; i < size; ++i) {
      std::ranges::copy(probabilities.column(i), result.probabilities.column(begin + i).begin());
      std::ranges::copy(features.column(i), result.features.column(begin + i).begin());
      result.predicted[begin + i] =
          static_cast<std::uint8_t>(LargestScore(pass.scores().column(i)));
    }
  });
  LossSum all;
  for (const LossSum& sum : sums) {
    all.loss += sum.loss;
    all.correct += sum.correct;
  }
  if (count == 0) return result;
  result.loss = all.loss / static_cast<double>(count);
  result.accuracy = static_cast<double>(all.correct) / static_cast<double>(count);
  return result;
}

}  // namespace sightglass::demo
