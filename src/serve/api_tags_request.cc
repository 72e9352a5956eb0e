#include "serve/api_tags_request.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "kind/json_reader.h"

namespace sightglass::serve {
namespace {

using base::Result;
using kind::JsonValue;

Result<std::optional<std::string>> TextMember(const JsonValue& object, std::string_view name) {
  ASSIGN_OR_RETURN(const auto member, object.Member(name));
  if (!member) return std::optional<std::string>();
  ASSIGN_OR_RETURN(const std::string_view text, member->AsString());
  return std::optional<std::string>(text);
}

// Names, and ids as {"id":"..."}: a filter knows both by their text.
Result<std::vector<std::string>> Names(const JsonValue& list) {
  std::vector<std::string> names;
  ASSIGN_OR_RETURN(const std::vector<JsonValue> items, list.AsArray(kMaxTagsBodyNames));
  names.reserve(items.size());
  for (const JsonValue& item : items) {
    if (!item.IsObject()) {
      ASSIGN_OR_RETURN(const std::string_view text, item.AsString());
      names.emplace_back(text);
      continue;
    }
    RETURN_IF_ERROR(item.AllowOnly({"id"}));
    ASSIGN_OR_RETURN(const auto id, TextMember(item, "id"));
    if (!id) return item.Bad("neither a name nor an id");
    names.push_back(*id);
  }
  return names;
}

Result<NameFilter> FilterMember(const JsonValue& object, std::string_view list,
                                const std::string& pattern) {
  std::vector<std::string> names;
  ASSIGN_OR_RETURN(const auto listed, object.Member(list));
  if (listed) {
    ASSIGN_OR_RETURN(names, Names(*listed));
  }
  ASSIGN_OR_RETURN(const auto matching, TextMember(object, pattern));
  // A list of nothing names nothing; only without a list are all meant.
  if (listed && names.empty() && !matching) return NameFilter::None();
  const std::string place = object.place().empty() ? pattern : object.place() + "." + pattern;
  return NameFilter::Make({names.begin(), names.end()}, matching, place, NameRule::kEither);
}

Result<std::vector<std::string>> KindMember(const JsonValue& body) {
  ASSIGN_OR_RETURN(const auto kind, body.Member("kind"));
  if (!kind) return std::vector<std::string>();
  if (kind->IsArray()) return kind->AsStrings(100);
  ASSIGN_OR_RETURN(const std::string_view name, kind->AsString());
  return std::vector<std::string>{std::string(name)};
}

Result<TagsRequest> FromBody(const JsonValue& body) {
  RETURN_IF_ERROR(body.AllowOnly({"selection", "kind", "tags", "tags_matching", "limit", "after"}));
  ASSIGN_OR_RETURN(const auto selection, body.Member("selection"));
  ASSIGN_OR_RETURN(NameFilter runs, NameFilter::Make({}, std::nullopt, ""));
  if (selection) {
    RETURN_IF_ERROR(selection->AllowOnly({"runs", "runs_matching"}));
    ASSIGN_OR_RETURN(runs, FilterMember(*selection, "runs", "runs_matching"));
  }
  ASSIGN_OR_RETURN(NameFilter tags, FilterMember(body, "tags", "tags_matching"));
  TagsRequest request{.runs = std::move(runs), .tags = std::move(tags)};
  ASSIGN_OR_RETURN(request.kinds, KindMember(body));
  ASSIGN_OR_RETURN(request.page, ReadListPage(body));
  return request;
}

}  // namespace

Result<TagsRequest> TagsRequest::FromQuery(const kind::Parameters& query) {
  ASSIGN_OR_RETURN(NameFilter runs, NameFilter::FromQuery(query, "run", "run_matching"));
  ASSIGN_OR_RETURN(NameFilter tags, NameFilter::FromQuery(query, "tag", "tag_matching"));
  TagsRequest request{.runs = std::move(runs), .tags = std::move(tags)};
  for (const std::string_view kind : query.All("kind")) request.kinds.emplace_back(kind);
  ASSIGN_OR_RETURN(request.page, ReadListPage(query));
  return request;
}

Result<TagsRequest> TagsRequest::Read(const kind::Request& request) {
  if (request.method != kind::Method::kPost) return FromQuery(request.query);
  ASSIGN_OR_RETURN(const kind::JsonDocument document, kind::JsonDocument::Parse(request.body));
  return FromBody(document.root());
}

bool TagsRequest::WantsKind(std::string_view kind) const {
  return kinds.empty() || std::ranges::find(kinds, kind) != kinds.end();
}

}  // namespace sightglass::serve
