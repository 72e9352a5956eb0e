#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "graph/build_graph.h"

namespace sightglass::graph {

// A network of `nodes` operations in nested scopes: blocks of ten layers of ten operations, each
// taking the one before and a constant, with an update of each layer that takes from all over.
inline std::shared_ptr<const Graph> NestedGraph(std::uint32_t nodes) {
  GraphBuilder builder;
  builder.Reserve(nodes);
  const std::array<std::int64_t, 2> dims = {32, 128};
  const std::array outputs = {Shape{.dtype = 1, .known = true, .dims = dims}};
  constexpr std::array<std::string_view, 8> kOps = {"MatMul", "BiasAdd", "Relu",     "Mul",
                                                    "Add",    "Sub",     "Identity", "Reshape"};
  std::string before = "input";
  builder.AddNode("input", "Placeholder");
  for (std::uint32_t made = 1; made < nodes;) {
    const std::uint32_t layer = made / 10;
    const std::string scope = "model/stage_" + std::to_string(layer / 100) + "/block_" +
                              std::to_string(layer / 10 % 10) + "/layer_" +
                              std::to_string(layer % 10);
    const std::string weight = scope + "/weight";
    builder.AddNode({.name = weight, .op = "Const", .outputs = outputs});
    ++made;
    for (std::size_t k = 0; k < kOps.size() && made < nodes; ++k, ++made) {
      const std::string name = scope + "/" + std::string(kOps[k]);
      std::vector<std::string_view> inputs = {before};
      if (k == 0) inputs.push_back(weight);
      builder.AddNode(
          {.name = name, .op = kOps[k], .device = "/gpu:0", .inputs = inputs, .outputs = outputs});
      before = name;
    }
    if (made < nodes) {
      const std::string update = "train/" + scope + "/ApplyAdam";
      const std::array<std::string_view, 3> inputs = {weight, before, "^input"};
      builder.AddNode({.name = update, .op = "ApplyAdam", .inputs = inputs});
      ++made;
    }
  }
  return builder.Build();
}

// Anything: few names, so that there are scopes, series and nodes named as scopes; inputs of any
// node, itself included, and of none.
inline std::shared_ptr<const Graph> RandomGraph(std::uint32_t seed, std::uint32_t nodes) {
  std::mt19937 random(seed);
  const auto below = [&](std::size_t limit) {
    return static_cast<std::uint32_t>(random() % limit);
  };
  constexpr std::array<std::string_view, 6> kOps = {"Const", "Add",           "NoOp",
                                                    "Mul",   "ScalarSummary", "Assign"};
  constexpr std::array<std::string_view, 7> kParts = {"a", "b", "c", "", "x_1", "d/", "layer"};
  GraphBuilder builder;
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < nodes; ++i) {
    std::string name;
    for (std::uint32_t depth = below(4); depth > 0; --depth) {
      name += std::string(kParts[below(kParts.size())]) + "/";
    }
    name += below(3) == 0 ? std::string(kParts[below(kParts.size())])
                          : "op_" + std::to_string(below(nodes));
    names.push_back(std::move(name));
  }
  for (std::uint32_t i = 0; i < nodes; ++i) {
    std::vector<std::string> inputs;
    for (std::uint32_t count = below(4); count > 0; --count) {
      // Mostly one of those before, so that not all is one circle.
      const std::uint32_t from = below(8) == 0 || i == 0 ? below(nodes) : below(i);
      inputs.push_back((below(6) == 0 ? "^" : "") + names[from]);
    }
    if (below(30) == 0) inputs.push_back(names[0]);
    const std::vector<std::string_view> views(inputs.begin(), inputs.end());
    const std::array<std::int64_t, 2> dims = {std::int64_t{below(40)} - 1, 8};
    const std::array outputs = {Shape{.dtype = 1, .known = below(3) > 0, .dims = dims}};
    builder.AddNode({.name = names[i],
                     .op = kOps[below(kOps.size())],
                     .device = below(2) == 0 ? "" : "/cpu:0",
                     .inputs = views,
                     .outputs = outputs});
  }
  return builder.Build();
}

}  // namespace sightglass::graph
