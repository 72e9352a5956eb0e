#include "graph/logged_graph.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>

#include "base/check.h"
#include "format/tensor.h"
#include "graph/function_graphs.h"
#include "graph/graph_def_reader.h"
#include "graph/keras_model.h"
#include "kind/tensorboard_series.h"
#include "values/stored_event.h"
#include "values/stored_value.h"

namespace sightglass::graph {
namespace {

using base::Error;
using base::ErrorCode;

// In the order of GraphSource.
constexpr std::array<std::string_view, 5> kPlugins = {
    "graphs", "graph_run_metadata_graph", "graph_run_metadata", "graph_tagged_run_metadata",
    "graph_keras_model"};

format::ValueForm FormOf(GraphSource source) {
  if (source == GraphSource::kRunGraph) return format::ValueForm::kGraphDef;
  if (source == GraphSource::kProfile) return format::ValueForm::kTaggedRunMetadata;
  return format::ValueForm::kTensor;
}

}  // namespace

std::optional<GraphSource> GraphSourceOf(const store::Series& series) {
  for (std::size_t i = 0; i < kPlugins.size(); ++i) {
    if (series.info->plugin != kPlugins[i]) continue;
    const auto source = static_cast<GraphSource>(i);
    if (!kind::IsTensorboardSeries(series, kPlugins[i])) return std::nullopt;
    // Summaries say the version of what they hold; there is one only.
    if (FormOf(source) == format::ValueForm::kTensor && series.info->plugin_content != "1") {
      return std::nullopt;
    }
    return source;
  }
  return std::nullopt;
}

std::string_view PluginOf(GraphSource source) { return kPlugins[static_cast<std::size_t>(source)]; }

values::ValuePoint LatestPoint(const store::Series& series) {
  const auto point = values::PointAt(*series.refs(), series.size() - 1);
  CHECK(point.has_value());
  return *point;
}

base::Result<GraphBlob> ReadGraphBlob(const store::Run& run, const store::Series& series,
                                      const values::ValuePoint& point) {
  const auto source = GraphSourceOf(series);
  CHECK(source.has_value());
  const format::ValueForm form = FormOf(*source);
  if (form != format::ValueForm::kTensor) {
    ASSIGN_OR_RETURN(const values::StoredEvent event, values::FindStoredEvent(run, point, form));
    ASSIGN_OR_RETURN(auto bytes, values::ReadStoredEvent(event));
    std::shared_ptr<const std::byte[]> owner(std::move(bytes));
    const base::Bytes view(owner.get(), static_cast<std::size_t>(event.bytes));
    return GraphBlob(std::move(owner), view);
  }
  ASSIGN_OR_RETURN(values::StoredValue value, values::ReadStoredValue(run, series, point));
  const auto owner = std::make_shared<const values::StoredValue>(std::move(value));
  ASSIGN_OR_RETURN(const auto strings, format::DecodeStrings(owner->view().body));
  if (strings.empty()) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("the value of tag '{}' is empty", series.tag_name)};
  }
  return GraphBlob(owner, strings.front());
}

base::Result<std::shared_ptr<const Graph>> ReadLoggedGraph(const store::Run& run,
                                                           const store::Series& series,
                                                           const values::ValuePoint& point,
                                                           const GraphLimits& limits) {
  const auto source = GraphSourceOf(series);
  CHECK(source.has_value() && *source != GraphSource::kProfile);
  if (*source == GraphSource::kRunGraph) {
    ASSIGN_OR_RETURN(const values::StoredEvent event,
                     values::FindStoredEvent(run, point, FormOf(*source)));
    MessageCursor cursor(event.file, event.offset, event.bytes);
    return ReadGraphDef(cursor, limits);
  }
  ASSIGN_OR_RETURN(const GraphBlob blob, ReadGraphBlob(run, series, point));
  if (*source == GraphSource::kKerasModel) {
    ASSIGN_OR_RETURN(const auto layers, ReadKerasModel(base::AsText(blob.bytes())));
    return MakeKerasGraph(layers, limits);
  }
  ASSIGN_OR_RETURN(const std::string merged, MergeFunctionGraphs(blob.bytes()));
  return ReadGraphDef(base::AsBytes(merged), limits);
}

}  // namespace sightglass::graph
