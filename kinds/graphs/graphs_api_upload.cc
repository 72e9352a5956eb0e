#include "kinds/graphs/graphs_api_upload.h"

#include <fmt/format.h>

#include <string>

#include "base/buffered_output.h"
#include "base/bytes.h"
#include "kind/json_reader.h"
#include "kind/typed_parameters.h"
#include "kinds/graphs/graphs_api_choice.h"
#include "kinds/graphs/graphs_api_request.h"

namespace sightglass::kinds {

using base::Error;
using base::ErrorCode;
using base::Result;

void WriteOpenedGraph(const OpenedGraph& opened, base::JsonWriter& json) {
  json.BeginObject();
  json.Key("file");
  json.String(opened.id);
  json.Key("name");
  json.String(opened.name);
  json.Key("format");
  json.String(opened.format);
  json.Key("type");
  json.String(GraphTypeName(opened.is_conceptual ? GraphType::kConceptual : GraphType::kOp));
  json.Key("bytes");
  json.UInt(opened.bytes);
  json.Key("version");
  json.String(fmt::format("{:016x}", opened.version));
  json.Key("uploaded");
  json.Bool(opened.is_upload);
  json.EndObject();
}

Result<kind::Response> HandleGraphUpload(const kind::Request& request,
                                         const kind::RequestContext& /*context*/,
                                         GraphCache& cache) {
  RETURN_IF_ERROR(kind::AllowOnlyParameters(request.query, {"name"}));
  const auto name = request.query.First("name");
  if (!name || name->empty()) {
    return Error{ErrorCode::kInvalidArgument, "name: the file's name is needed"};
  }
  const auto added = cache.opened().AddUpload(*name, base::AsBytes(request.body));
  if (!added.ok()) {
    // As with what was logged: the request is in order, its bytes are no graph.
    const Error& error = added.error();
    return Error{error.code == ErrorCode::kInvalidArgument || error.code == ErrorCode::kNotFound
                     ? ErrorCode::kFailedPrecondition
                     : error.code,
                 error.message};
  }
  base::BufferedOutput out;
  base::JsonWriter json(out);
  WriteOpenedGraph(*added, json);
  return kind::JsonResponse(out.TakeText());
}

Result<kind::Response> HandleGraphRemove(const kind::Request& request,
                                         const kind::RequestContext& /*context*/,
                                         GraphCache& cache) {
  ASSIGN_OR_RETURN(const auto document, kind::JsonDocument::Parse(request.body));
  RETURN_IF_ERROR(document.root().AllowOnly({"file"}));
  ASSIGN_OR_RETURN(const std::string id, NeededString(document.root(), "file"));
  RETURN_IF_ERROR(cache.opened().Remove(id));
  return kind::JsonResponse("{}");
}

}  // namespace sightglass::kinds
