#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "demo/activation_layer.h"
#include "demo/conv_layer.h"
#include "demo/dense_layer.h"
#include "demo/network.h"
#include "demo/network_plan.h"
#include "demo/pool_layer.h"
#include "demo/random_stream.h"

// Gradients are compared with what small steps to both sides do to the result.
namespace sightglass::demo {
namespace {

constexpr std::size_t kExamples = 3;

void FillNormal(std::span<float> values, double scale, RandomStream& random) {
  for (float& value : values) value = static_cast<float>(scale * random.Normal());
}

// Numbers far enough from 0 and from each other that no small step changes which is larger.
void FillApart(std::span<float> values, RandomStream& random) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = (static_cast<float>(i) + 0.5F) * 0.1F * (i % 2 == 0 ? 1 : -1);
  }
  for (std::size_t i = values.size(); i > 1; --i) {
    std::swap(values[i - 1], values[random.Below(i)]);
  }
}

// Moves `value` a little to both sides of where it is.
double Slope(float& value, const std::function<double()>& result) {
  constexpr float kStep = 1e-2F;
  const float middle = value;
  value = middle + kStep;
  const float above = value;
  const double high = result();
  value = middle - kStep;
  const double low = result();
  const double width = static_cast<double>(above) - static_cast<double>(value);
  value = middle;
  return (high - low) / width;
}

void ExpectSlopes(std::span<float> values, std::span<const float> gradient,
                  const std::function<double()>& result) {
  ASSERT_EQ(values.size(), gradient.size());
  double largest = 0;
  for (const float value : gradient)
    largest = std::max(largest, std::abs(static_cast<double>(value)));
  EXPECT_GT(largest, 0);
  for (std::size_t i = 0; i < values.size(); ++i) {
    ASSERT_NEAR(static_cast<double>(gradient[i]), Slope(values[i], result), 0.01 * largest + 1e-4)
        << "at " << i;
  }
}

// A layer's outputs, weighted at random and summed up.
void CheckLayer(Layer& layer, Matrix input, RandomStream& random) {
  FillNormal(layer.parameters().weights, 0.5, random);
  FillNormal(layer.parameters().biases, 0.5, random);
  LayerWork work;
  layer.Forward(input, work);
  ASSERT_EQ(work.output.rows(), layer.output().size());
  ASSERT_EQ(work.output.columns(), input.columns());
  work.output_gradient.Resize(work.output.rows(), work.output.columns());
  FillNormal(work.output_gradient.values(), 1, random);
  work.gradients.weights.assign(layer.parameters().weights.size(), 0);
  work.gradients.biases.assign(layer.parameters().biases.size(), 0);
  Matrix input_gradient;
  layer.Backward(input, work, &input_gradient);

  const auto result = [&] {
    LayerWork other;
    layer.Forward(input, other);
    double sum = 0;
    for (std::size_t i = 0; i < other.output.values().size(); ++i) {
      sum += static_cast<double>(other.output.values()[i]) *
             static_cast<double>(work.output_gradient.values()[i]);
    }
    return sum;
  };
  ExpectSlopes(input.values(), input_gradient.values(), result);
  if (!layer.learns()) return;
  ExpectSlopes(layer.parameters().weights, work.gradients.weights, result);
  ExpectSlopes(layer.parameters().biases, work.gradients.biases, result);
}

TEST(LayerGradients, OfAConvolution) {
  RandomStream random(1);
  ConvLayer layer("conv", {.height = 6, .width = 7, .channels = 2}, 3, 4);
  EXPECT_EQ(layer.output().height, 4U);
  EXPECT_EQ(layer.output().width, 5U);
  EXPECT_EQ(layer.fan_in(), 18U);
  Matrix input(layer.input().size(), kExamples);
  FillNormal(input.values(), 1, random);
  CheckLayer(layer, std::move(input), random);
}

TEST(LayerGradients, OfADenseLayer) {
  RandomStream random(2);
  DenseLayer layer("dense", {.height = 2, .width = 3, .channels = 2}, 5);
  Matrix input(layer.input().size(), kExamples);
  FillNormal(input.values(), 1, random);
  CheckLayer(layer, std::move(input), random);
}

TEST(LayerGradients, OfAPool) {
  RandomStream random(3);
  PoolLayer layer("pool", {.height = 5, .width = 4, .channels = 3});
  EXPECT_EQ(layer.output().height, 2U);
  EXPECT_EQ(layer.output().width, 2U);
  Matrix input(layer.input().size(), kExamples);
  FillApart(input.values(), random);
  CheckLayer(layer, std::move(input), random);
}

TEST(LayerGradients, OfActivations) {
  RandomStream random(4);
  for (const Activation activation : {Activation::kRelu, Activation::kTanh, Activation::kSigmoid}) {
    SCOPED_TRACE(std::string(ActivationName(activation)));
    ActivationLayer layer("bend", {.channels = 10}, activation);
    Matrix input(10, kExamples);
    FillApart(input.values(), random);
    CheckLayer(layer, std::move(input), random);
  }
}

TEST(LayerGradients, OfAWholeNetwork) {
  RandomStream random(5);
  std::vector<std::unique_ptr<Layer>> layers;
  layers.push_back(std::make_unique<ConvLayer>(
      "conv", FeatureShape{.height = 6, .width = 6, .channels = 1}, 3, 2));
  layers.push_back(
      std::make_unique<ActivationLayer>("tanh1", layers.back()->output(), Activation::kTanh));
  layers.push_back(std::make_unique<DenseLayer>("dense", layers.back()->output(), 6));
  layers.push_back(
      std::make_unique<ActivationLayer>("tanh2", layers.back()->output(), Activation::kTanh));
  layers.push_back(std::make_unique<DenseLayer>("output", layers.back()->output(), 4));
  Network network(std::move(layers));
  for (std::size_t i = 0; i < network.layer_count(); ++i) {
    FillNormal(network.layer(i).parameters().weights, 0.5, random);
  }
  NetworkPass pass;
  pass.input.Resize(36, kExamples);
  FillNormal(pass.input.values(), 1, random);
  const std::vector<std::uint8_t> labels = {2, 0, 3};
  Forward(network, pass);
  SoftmaxLoss(labels, 1, pass);
  Backward(network, pass);
  const auto loss = [&] {
    NetworkPass other;
    other.input = pass.input;
    Forward(network, other);
    return SoftmaxLoss(labels, 1, other).loss;
  };
  for (std::size_t i = 0; i < network.layer_count(); ++i) {
    if (!network.layer(i).learns()) continue;
    SCOPED_TRACE(network.layer(i).name());
    ExpectSlopes(network.layer(i).parameters().weights, pass.works[i].gradients.weights, loss);
    ExpectSlopes(network.layer(i).parameters().biases, pass.works[i].gradients.biases, loss);
  }
}

TEST(SoftmaxLoss, IsThatOfGuessingWhereAllScoresAreEqual) {
  NetworkPass pass;
  pass.works.resize(1);
  pass.works[0].output.Resize(10, 2);
  const LossSum sum = SoftmaxLoss(std::vector<std::uint8_t>{0, 7}, 1, pass);
  EXPECT_NEAR(sum.loss, 2 * std::log(10.0), 1e-5);
  EXPECT_EQ(sum.correct, 1U);
}

TEST(SoftmaxLoss, TakesScoresThatAreVeryLargeOrNoNumbers) {
  NetworkPass pass;
  pass.works.resize(1);
  Matrix& scores = pass.works[0].output;
  scores.Resize(3, 1);
  scores.values()[0] = 1e30F;
  scores.values()[1] = -1e30F;
  EXPECT_NEAR(SoftmaxLoss(std::vector<std::uint8_t>{1}, 1, pass).loss / 2e30, 1, 1e-6);
  EXPECT_EQ(SoftmaxLoss(std::vector<std::uint8_t>{0}, 1, pass).loss, 0);
  std::ranges::fill(scores.values(), std::nanf(""));
  EXPECT_TRUE(std::isnan(SoftmaxLoss(std::vector<std::uint8_t>{1}, 1, pass).loss));
  EXPECT_EQ(LargestScore(scores.values()), 0U);
  scores.values()[2] = -5;
  EXPECT_EQ(LargestScore(scores.values()), 2U);
}

TEST(NetworkPlan, NamesItsLayersAndCountsWhatIsLearned) {
  RandomStream random(1);
  const Network network = BuildNetwork({}, random);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < network.layer_count(); ++i) names.push_back(network.layer(i).name());
  EXPECT_EQ(names, (std::vector<std::string>{"conv1", "pool1", "relu1", "conv2", "pool2", "relu2",
                                             "dense1", "relu3", "output"}));
  EXPECT_EQ(network.parameter_count(),
            (25U * 8 + 8) + (25 * 8 * 16 + 16) + (256 * 64 + 64) + (64 * 10 + 10));
}

}  // namespace
}  // namespace sightglass::demo
