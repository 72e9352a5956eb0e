#include "demo/loss_surface.h"

#include <algorithm>
#include <cmath>

#include "demo/canvas.h"
#include "demo/evaluation.h"

namespace sightglass::demo {
namespace {

// One number for each weight; biases stay.
using Direction = std::vector<std::vector<float>>;

double Norm(std::span<const float> values) {
  double sum = 0;
  for (const float value : values) sum += static_cast<double>(value) * static_cast<double>(value);
  return std::sqrt(sum);
}

Direction MakeDirection(const Network& network, RandomStream& random) {
  Direction direction(network.layer_count());
  for (std::size_t layer = 0; layer < network.layer_count(); ++layer) {
    const std::vector<float>& weights = network.layer(layer).parameters().weights;
    std::vector<float>& moves = direction[layer];
    moves.resize(weights.size());
    for (float& move : moves) move = static_cast<float>(random.Normal());
    if (moves.empty()) continue;
    const auto scale = static_cast<float>(Norm(weights) / Norm(moves));
    for (float& move : moves) move *= scale;
  }
  return direction;
}

Color HeightColor(double height) {
  constexpr Color kValley{30, 60, 140};
  constexpr Color kSlope{60, 170, 150};
  constexpr Color kPeak{250, 220, 60};
  return height < 0.5 ? Mix(kValley, kSlope, 2 * height) : Mix(kSlope, kPeak, 2 * height - 1);
}

void AddFaces(std::size_t side, std::vector<std::int32_t>& faces) {
  for (std::size_t row = 0; row + 1 < side; ++row) {
    for (std::size_t column = 0; column + 1 < side; ++column) {
      const auto corner = static_cast<std::int32_t>(row * side + column);
      const auto below = corner + static_cast<std::int32_t>(side);
      faces.insert(faces.end(), {corner, corner + 1, below, below, corner + 1, below + 1});
    }
  }
}

// Logarithms of the losses on the grid, row by row.
std::vector<double> Heights(Network& network, const DigitSet& digits, std::size_t examples,
                            std::size_t side, RandomStream& random, base::ThreadPool& pool,
                            const base::CancelFlag& cancel) {
  constexpr double kLeastLoss = 1e-3;
  const Direction along = MakeDirection(network, random);
  const Direction across = MakeDirection(network, random);
  Direction start(network.layer_count());
  for (std::size_t layer = 0; layer < network.layer_count(); ++layer) {
    start[layer] = network.layer(layer).parameters().weights;
  }
  std::vector<double> heights;
  const double step = 2 / static_cast<double>(side - 1);
  for (std::size_t point = 0; point < side * side && !cancel.cancelled(); ++point) {
    const std::size_t column = point % side;
    const std::size_t row = point / side;
    const auto x = static_cast<float>(static_cast<double>(column) * step - 1);
    const auto y = static_cast<float>(static_cast<double>(row) * step - 1);
    for (std::size_t layer = 0; layer < network.layer_count(); ++layer) {
      std::vector<float>& weights = network.layer(layer).parameters().weights;
      for (std::size_t i = 0; i < weights.size(); ++i) {
        weights[i] = start[layer][i] + x * along[layer][i] + y * across[layer][i];
      }
    }
    const double loss = Evaluate(network, digits, examples, pool, cancel).loss;
    heights.push_back(std::log(std::isfinite(loss) ? loss + kLeastLoss : kLeastLoss));
  }
  for (std::size_t layer = 0; layer < network.layer_count(); ++layer) {
    network.layer(layer).parameters().weights = start[layer];
  }
  return heights;
}

}  // namespace

LossSurface MakeLossSurface(Network& network, const DigitSet& digits, std::size_t examples,
                            std::size_t side, RandomStream& random, base::ThreadPool& pool,
                            const base::CancelFlag& cancel) {
  CHECK(side >= 2);
  LossSurface surface;
  const std::vector<double> heights =
      Heights(network, digits, examples, side, random, pool, cancel);
  if (cancel.cancelled()) return surface;
  const auto [lowest, highest] = std::ranges::minmax(heights);
  const double scale = highest > lowest ? 1 / (highest - lowest) : 0;
  const double step = 2 / static_cast<double>(side - 1);
  for (std::size_t point = 0; point < heights.size(); ++point) {
    const double height = (heights[point] - lowest) * scale;
    const std::size_t column = point % side;
    const std::size_t row = point / side;
    surface.vertices.push_back(static_cast<float>(static_cast<double>(column) * step - 1));
    surface.vertices.push_back(static_cast<float>(static_cast<double>(row) * step - 1));
    surface.vertices.push_back(static_cast<float>(height));
    const Color color = HeightColor(height);
    surface.colors.insert(surface.colors.end(), {color.red, color.green, color.blue});
  }
  AddFaces(side, surface.faces);
  return surface;
}

}  // namespace sightglass::demo
