#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "base/bytes.h"
#include "base/result.h"
#include "graph/build_graph.h"
#include "graph/graph.h"
#include "store/snapshot.h"
#include "values/value_points.h"

namespace sightglass::graph {

// What a series of a run holds, as far as graphs go.
enum class GraphSource : std::uint8_t {
  kRunGraph,           // plugin "graphs": a GraphDef of the run
  kFunctionGraphs,     // "graph_run_metadata_graph": RunMetadata with graphs of functions
  kProfiledFunctions,  // "graph_run_metadata": the same with times and memory
  kProfile,            // "graph_tagged_run_metadata": times and memory of the run's graph
  kKerasModel,         // "graph_keras_model": JSON of a model
};

// nullopt: nothing of graphs, of a later version, or without a value.
std::optional<GraphSource> GraphSourceOf(const store::Series& series);

// The plugin that a series of this source has.
std::string_view PluginOf(GraphSource source);

// Is there an op graph, a conceptual graph, a profile in it?
inline bool HasOpGraph(GraphSource source) {
  return source == GraphSource::kRunGraph || source == GraphSource::kFunctionGraphs ||
         source == GraphSource::kProfiledFunctions;
}
inline bool HasProfile(GraphSource source) {
  return source == GraphSource::kProfile || source == GraphSource::kProfiledFunctions;
}

// The bytes that were logged, read back from their file: a GraphDef, RunMetadata or JSON.
class GraphBlob {
 public:
  GraphBlob(std::shared_ptr<const void> owner, base::Bytes bytes)
      : owner_(std::move(owner)), bytes_(bytes) {}
  // Good as long as this or a copy of it.
  [[nodiscard]] base::Bytes bytes() const { return bytes_; }

 private:
  std::shared_ptr<const void> owner_;
  base::Bytes bytes_;
};

// `point` is one of `series`, whose source is known, in `run`. kNotFound, kDataLoss and kOutOfRange
// as values::ReadStoredValue gives them; kInvalidArgument: the value holds no bytes.
base::Result<GraphBlob> ReadGraphBlob(const store::Run& run, const store::Series& series,
                                      const values::ValuePoint& point);

// The graph of `series`, which has an op graph or is a Keras model. Of a run's graph only a window
// is in memory while it is read. Other errors as ReadGraphDef() and its like give them.
base::Result<std::shared_ptr<const Graph>> ReadLoggedGraph(const store::Run& run,
                                                           const store::Series& series,
                                                           const values::ValuePoint& point,
                                                           const GraphLimits& limits = {});

// The last point, which is the one that TensorBoard shows. REQUIRES: GraphSourceOf(series).
values::ValuePoint LatestPoint(const store::Series& series);

}  // namespace sightglass::graph
