#include "kinds/skeleton/skeleton_kind.h"

#include <fmt/format.h>

#include <cstdint>

#include "base/json_writer.h"
#include "base/utf8_text.h"
#include "kind/name_id.h"

namespace sightglass::kinds {
namespace {

using kind::Request;
using kind::RequestContext;
using kind::Response;

base::Result<Response> Counts(const Request& request, const RequestContext& context) {
  const auto wanted = request.query.First("run");
  bool found = false;
  base::BufferedOutput out;
  base::JsonWriter json(out);
  json.BeginObject();
  json.Key("runs");
  json.BeginArray();
  for (const auto& run : context.snapshot->runs) {
    const std::string id = kind::NameId(run->name);
    if (wanted && *wanted != run->name && *wanted != id) continue;
    found = true;
    std::uint64_t points = 0;
    for (const auto& series : run->series) points += series->size();
    json.BeginObject();
    json.Key("id");
    json.String(id);
    json.Key("run");
    json.String(run->name);
    json.Key("series");
    json.UInt(run->series.size());
    json.Key("points");
    json.UInt(points);
    json.EndObject();
  }
  json.EndArray();
  json.EndObject();
  if (wanted && !found) {
    return base::Error{base::ErrorCode::kNotFound,
                       fmt::format("no run '{}'", base::EscapeInvalidUtf8(*wanted))};
  }
  return kind::JsonResponse(out.TakeText());
}

class SkeletonKind final : public kind::Kind {
 public:
  [[nodiscard]] std::string_view id() const override { return "skeleton"; }
  void AddRoutes(const kind::Kinds&, kind::Router& router) const override {
    router.Add({.path = "/api/skeleton", .handler = Counts, .methods = {kind::Method::kGet}});
  }
};

}  // namespace

std::unique_ptr<kind::Kind> MakeSkeletonKind(const kind::KindOptions&) {
  return std::make_unique<SkeletonKind>();
}

}  // namespace sightglass::kinds
