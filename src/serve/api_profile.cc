#include "serve/api_profile.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "base/json_writer.h"
#include "kind/header_value.h"

namespace sightglass::serve {
namespace {

using base::Error;
using base::ErrorCode;

kind::Response Answer(const ProfileState& state) {
  base::BufferedOutput out;
  base::JsonWriter json(out);
  const auto text_or_null = [&json](std::string_view key, std::string_view value) {
    json.Key(key);
    if (value.empty()) {
      json.Null();
    } else {
      json.String(value);
    }
  };
  json.BeginObject();
  json.Key("revision");
  json.UInt(state.revision);
  text_or_null("kept_in", state.kept_in);
  json.Key("writable");
  json.Bool(state.writable);
  text_or_null("problem", state.problem);
  state.document.WriteMembers(json);
  json.EndObject();
  kind::Response response = kind::JsonResponse(out.TakeText());
  response.headers.emplace_back("ETag",
                                fmt::format("W/\"{:016x}\"", base::HashBytes(response.body)));
  return response;
}

// A form of another site's page can be sent as text or as a form, but never as JSON.
base::Status CheckType(std::string_view content_type) {
  const std::string_view type = kind::MediaType(content_type);
  for (const std::string_view known : {"application/json", "application/merge-patch+json"}) {
    if (kind::EqualIgnoringCase(type, known)) return base::OkStatus();
  }
  return Error{ErrorCode::kInvalidArgument,
               "send a JSON merge patch as application/merge-patch+json or application/json"};
}

}  // namespace

void AddProfileRoutes(ProfileStore& store, kind::Router& router) {
  router.Add({.path = "/api/profile",
              .handler = [&store](const kind::Request& request,
                                  const kind::RequestContext&) -> base::Result<kind::Response> {
                if (request.method != kind::Method::kPost) return Answer(store.Get());
                RETURN_IF_ERROR(CheckType(request.Header("content-type")));
                ASSIGN_OR_RETURN(const ProfileState state, store.Merge(request.body));
                return Answer(state);
              },
              .methods = {kind::Method::kGet, kind::Method::kPost},
              .freshness = kind::Freshness::kNever,
              .max_body_bytes = kMaxProfileBytes});
}

}  // namespace sightglass::serve
