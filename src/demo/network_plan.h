#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "demo/activation_layer.h"
#include "demo/network.h"
#include "demo/random_stream.h"

namespace sightglass::demo {

enum class InitialWeights : std::uint8_t {
  kScaled,  // normal, such that a layer neither grows nor shrinks what passes
  kUnit,    // normal with deviation 1, whatever the layer
  kZero,
};

// A network for digits: convolutions, each with a pool behind it; dense layers; the output.
struct NetworkPlan {
  std::vector<std::size_t> conv_channels = {8, 16};
  std::size_t conv_side = 5;
  std::vector<std::size_t> dense_sizes = {64};
  Activation activation = Activation::kRelu;
  InitialWeights initial_weights = InitialWeights::kScaled;
  float initial_bias = 0;  // of all layers but the output
};

// Layers are named conv1, pool1, relu1, ..., dense1, relu3, ..., output.
Network BuildNetwork(const NetworkPlan& plan, RandomStream& random);

}  // namespace sightglass::demo
