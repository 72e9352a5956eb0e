#include "kinds/graphs/tensorboard_graphs.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/buffered_output.h"
#include "base/json_writer.h"
#include "format/modern.h"
#include "graph/function_graphs.h"
#include "graph/graph_text.h"
#include "graph/keras_model.h"
#include "graph/logged_graph.h"
#include "graph/proto_schema.h"
#include "graph/proto_text_writer.h"
#include "kind/tensorboard_series.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;
using graph::GraphBlob;
using graph::GraphSource;
using kind::Request;
using kind::RequestContext;
using kind::Response;

constexpr std::string_view kTextType = "text/x-protobuf; charset=utf-8";
// Beyond this an answer is made while it is sent.
constexpr std::size_t kWholeAnswerBytes = std::size_t{4} << 20;

Response Refused(std::string_view parameter) {
  return kind::TextResponse(400, fmt::format("query parameter \"{}\" is required", parameter));
}

Error NothingFor(std::string_view what, std::string_view run, std::optional<std::string_view> tag) {
  return Error{ErrorCode::kNotFound,
               fmt::format("No {} for run={}, tag={}", what, kind::QuotedParameter(run),
                           kind::QuotedParameter(tag))};
}

base::Result<Response> Info(const Request&, const RequestContext& context) {
  base::BufferedOutput out;
  base::JsonWriter json(out);
  json.BeginObject();
  for (const auto& run : context.snapshot->runs) {
    bool open = false;
    bool has_run_graph = false;
    const auto begin = [&] {
      if (open) return;
      open = true;
      json.NameKey(run->name);
      json.BeginObject();
      json.Key("run");
      json.String(run->name);
      json.Key("tags");
      json.BeginObject();
    };
    for (const auto& series : run->series) {
      const auto source = graph::GraphSourceOf(*series);
      if (!source) continue;
      begin();
      if (*source == GraphSource::kRunGraph) {
        has_run_graph = has_run_graph || series->tag_name == format::kRunGraphTag;
        continue;
      }
      json.NameKey(series->tag_name);
      json.BeginObject();
      json.Key("tag");
      json.String(series->tag_name);
      json.Key("conceptual_graph");
      json.Bool(*source == GraphSource::kKerasModel);
      json.Key("op_graph");
      json.Bool(graph::HasOpGraph(*source));
      json.Key("profile");
      json.Bool(graph::HasProfile(*source));
      json.EndObject();
    }
    if (!open) continue;
    json.EndObject();
    json.Key("run_graph");
    json.Bool(has_run_graph);
    json.EndObject();
  }
  json.EndObject();
  return kind::JsonResponse(out.TakeText());
}

// The blob of the first of these sources that the run has under the tag; nullopt: none has.
base::Result<std::optional<GraphBlob>> FindBlob(const store::Snapshot& snapshot,
                                                std::string_view run, std::string_view tag,
                                                std::initializer_list<GraphSource> sources) {
  for (const GraphSource source : sources) {
    const auto found = kind::FindTensorboardSeries(snapshot, graph::PluginOf(source), run, tag);
    if (!found || graph::GraphSourceOf(*found->series) != source) continue;
    ASSIGN_OR_RETURN(GraphBlob blob, graph::ReadGraphBlob(*found->run, *found->series,
                                                          graph::LatestPoint(*found->series)));
    return std::optional(std::move(blob));
  }
  return std::optional<GraphBlob>();
}

base::Result<std::optional<graph::AttributeLimit>> LimitOf(const Request& request) {
  const auto text = request.query.First("limit_attr_size");
  if (!text) return std::optional<graph::AttributeLimit>();
  std::int64_t bytes = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), bytes);
  if (error != std::errc() || end != text->data() + text->size()) {
    return Error{ErrorCode::kInvalidArgument,
                 "query parameter `limit_attr_size` must be an integer"};
  }
  if (bytes <= 0) {
    return Error{ErrorCode::kInvalidArgument, "`limit_attr_size` must be a positive integer"};
  }
  const auto key = request.query.First("large_attrs_key");
  if (!key || key->empty()) {
    return Error{ErrorCode::kInvalidArgument,
                 "`large_attrs_key` must be given with `limit_attr_size`"};
  }
  return std::optional(
      graph::AttributeLimit{.bytes = static_cast<std::uint64_t>(bytes), .key = std::string(*key)});
}

// A graph's text, made while it is sent.
class GraphTextSource final : public kind::BodySource {
 public:
  GraphTextSource(std::shared_ptr<const void> owner, graph::GraphText text)
      : owner_(std::move(owner)), text_(std::move(text)) {}

  State Next(std::string& out) override {
    constexpr std::size_t kPieceBytes = std::size_t{32} << 10;
    while (out.size() < kPieceBytes) {
      if (!text_.Next(out)) return State::kEnd;
    }
    return State::kMore;
  }

 private:
  std::shared_ptr<const void> owner_;  // of the bytes
  graph::GraphText text_;
};

// The text of a GraphDef that `owner` keeps.
Response GraphResponse(std::shared_ptr<const void> owner, base::Bytes bytes,
                       const std::optional<graph::AttributeLimit>& limit) {
  Response response{.content_type = std::string(kTextType)};
  graph::GraphText text(bytes, limit);
  if (bytes.size() > kWholeAnswerBytes) {
    response.source = std::make_unique<GraphTextSource>(std::move(owner), std::move(text));
    return response;
  }
  while (text.Next(response.body)) {
  }
  return response;
}

base::Result<Response> TextOfGraph(const Request& request, const RequestContext& context) {
  const auto run = request.query.First("run");
  if (!run) return Refused("run");
  const auto limit = LimitOf(request);
  if (!limit.ok()) return kind::TextResponse(400, limit.error().message);
  const auto tag = request.query.First("tag");
  const bool has_tag = tag && !tag->empty();
  const store::Snapshot& snapshot = *context.snapshot;

  if (request.query.First("conceptual") == "true") {
    ASSIGN_OR_RETURN(const auto blob,
                     FindBlob(snapshot, *run, tag.value_or(""), {GraphSource::kKerasModel}));
    if (!blob) return NothingFor("conceptual graph", *run, tag);
    ASSIGN_OR_RETURN(const auto layers,
                     graph::ReadKerasModel(base::AsText(blob->bytes()), {.as_tensorboard = true}));
    const auto made = std::make_shared<const std::string>(graph::KerasGraphDef(layers));
    return GraphResponse(made, base::AsBytes(*made), *limit);
  }
  if (!has_tag) {
    ASSIGN_OR_RETURN(const auto blob,
                     FindBlob(snapshot, *run, format::kRunGraphTag, {GraphSource::kRunGraph}));
    if (!blob) return NothingFor("graph", *run, tag);
    return GraphResponse(std::make_shared<const GraphBlob>(*blob), blob->bytes(), *limit);
  }
  ASSIGN_OR_RETURN(const auto blob,
                   FindBlob(snapshot, *run, *tag,
                            {GraphSource::kProfiledFunctions, GraphSource::kFunctionGraphs}));
  if (!blob) return NothingFor("graph", *run, tag);
  ASSIGN_OR_RETURN(std::string merged, graph::MergeFunctionGraphs(blob->bytes()));
  const auto kept = std::make_shared<const std::string>(std::move(merged));
  return GraphResponse(kept, base::AsBytes(*kept), *limit);
}

base::Result<Response> TextOfRunMetadata(const Request& request, const RequestContext& context) {
  const auto tag = request.query.First("tag");
  if (!tag) return Refused("tag");
  const auto run = request.query.First("run");
  if (!run) return Refused("run");
  ASSIGN_OR_RETURN(const auto blob,
                   FindBlob(*context.snapshot, *run, *tag,
                            {GraphSource::kProfile, GraphSource::kProfiledFunctions}));
  if (!blob) return NothingFor("run metadata", *run, tag);
  Response response{.content_type = std::string(kTextType)};
  graph::AppendMessageText(graph::RunMetadataSchema(), blob->bytes(), response.body);
  return response;
}

}  // namespace

void AddTensorboardGraphRoutes(kind::Router& router) {
  router.Add({.path = "/data/plugin/graphs/info",
              .handler = Info,
              .errors = kind::ErrorStyle::kTensorboard});
  // What files hold may change without the snapshot changing.
  router.Add({.path = "/data/plugin/graphs/graph",
              .handler = TextOfGraph,
              .errors = kind::ErrorStyle::kTensorboard,
              .freshness = kind::Freshness::kNever});
  router.Add({.path = "/data/plugin/graphs/run_metadata",
              .handler = TextOfRunMetadata,
              .errors = kind::ErrorStyle::kTensorboard,
              .freshness = kind::Freshness::kNever});
}

}  // namespace sightglass::kinds
