#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "graph/build_graph.h"
#include "graph/graph.h"

namespace sightglass::graph {

// One layer of a Keras model; models inside models are scopes of names, not layers.
struct KerasLayer {
  std::string name;  // with the names of the models it is in
  std::string class_name;
  std::uint32_t dtype = 0;  // 0: not said, or none that we know
  std::vector<std::string> inputs;
  // Of its outputs, where the model says so; of an unknown one, what is not known.
  struct Output {
    bool known = false;
    std::uint32_t dtype = 0;
    std::vector<std::int64_t> dims{};
  };
  std::vector<Output> outputs;
};

struct KerasOptions {
  // Only what TensorBoard understands: not the lists of inbound nodes that Keras 2 writes, and not
  // that a model may take the output of another one.
  bool as_tensorboard = false;
};

// The layers of a model that was written by model.to_json(), in the order in which they stand.
// kInvalidArgument: not JSON, or not of a model.
base::Result<std::vector<KerasLayer>> ReadKerasModel(std::string_view json,
                                                     const KerasOptions& options = {});

// As TensorBoard shows them: a GraphDef whose nodes have no operation but an attribute keras_class.
std::string KerasGraphDef(const std::vector<KerasLayer>& layers);

// As we show them: the class is the operation, and shapes are known.
std::shared_ptr<const Graph> MakeKerasGraph(const std::vector<KerasLayer>& layers,
                                            const GraphLimits& limits = {});

}  // namespace sightglass::graph
