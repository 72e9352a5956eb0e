// Any text as a Keras model: layers become a graph with as many nodes.

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/bytes.h"
#include "base/check.h"
#include "graph/keras_model.h"

namespace sightglass::graph {
namespace {

void Run(std::string_view json) {
  for (const bool as_tensorboard : {false, true}) {
    const auto layers = ReadKerasModel(json, {.as_tensorboard = as_tensorboard});
    if (!layers.ok()) continue;
    CHECK(MakeKerasGraph(*layers)->size() == layers->size());
    KerasGraphDef(*layers);
  }
}

}  // namespace
}  // namespace sightglass::graph

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sightglass::graph::Run(sightglass::base::AsText(std::as_bytes(std::span(data, size))));
  return 0;
}
