#include "demo/network_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "demo/conv_layer.h"
#include "demo/dense_layer.h"
#include "demo/digit_images.h"
#include "demo/pool_layer.h"

namespace sightglass::demo {
namespace {

double Deviation(const NetworkPlan& plan, const Layer& layer) {
  switch (plan.initial_weights) {
    case InitialWeights::kScaled:
      // ReLU halves the variance of what passes.
      return std::sqrt((plan.activation == Activation::kRelu ? 2.0 : 1.0) /
                       static_cast<double>(layer.fan_in()));
    case InitialWeights::kUnit:
      return 1;
    case InitialWeights::kZero:
      return 0;
  }
  return 0;
}

}  // namespace

Network BuildNetwork(const NetworkPlan& plan, RandomStream& random) {
  std::vector<std::unique_ptr<Layer>> layers;
  FeatureShape shape{.height = kDigitSide, .width = kDigitSide, .channels = 1};
  const auto add = [&](std::unique_ptr<Layer> layer) {
    shape = layer->output();
    layers.push_back(std::move(layer));
  };
  std::size_t bends = 0;
  const auto add_activation = [&] {
    add(std::make_unique<ActivationLayer>(
        fmt::format("{}{}", ActivationName(plan.activation), ++bends), shape, plan.activation));
  };
  for (std::size_t i = 0; i < plan.conv_channels.size(); ++i) {
    add(std::make_unique<ConvLayer>(fmt::format("conv{}", i + 1), shape, plan.conv_side,
                                    plan.conv_channels[i]));
    // The pool comes first: the largest stays the largest through every activation, and there is a
    // fourth to compute.
    add(std::make_unique<PoolLayer>(fmt::format("pool{}", i + 1), shape));
    add_activation();
  }
  for (std::size_t i = 0; i < plan.dense_sizes.size(); ++i) {
    add(std::make_unique<DenseLayer>(fmt::format("dense{}", i + 1), shape, plan.dense_sizes[i]));
    add_activation();
  }
  add(std::make_unique<DenseLayer>("output", shape, kClasses));

  for (const auto& layer : layers) {
    if (!layer->learns()) continue;
    const double deviation = Deviation(plan, *layer);
    for (float& weight : layer->parameters().weights) {
      weight = static_cast<float>(deviation * random.Normal());
    }
    const bool is_output = layer == layers.back();
    std::ranges::fill(layer->parameters().biases, is_output ? 0.0F : plan.initial_bias);
  }
  return Network(std::move(layers));
}

}  // namespace sightglass::demo
