#include "serve/api_core_query.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <set>
#include <utility>

#include "base/text.h"
#include "base/utf8_text.h"
#include "kind/name_id.h"
#include "kind/name_pattern.h"

namespace sightglass::serve {

using base::Error;
using base::ErrorCode;

base::Result<ListPage> ReadListPage(const kind::Parameters& query) {
  ListPage page;
  if (const auto text = query.First("limit")) {
    const char* const end = text->data() + text->size();
    const auto [at, error] = std::from_chars(text->data(), end, page.limit);
    if (error != std::errc() || at != end || page.limit == 0 || page.limit > kMaxListItems) {
      return Error{ErrorCode::kOutOfRange,
                   fmt::format("limit: '{}' is not from 1 to {}",
                               base::EscapeForDisplay(*text, 100), kMaxListItems)};
    }
  }
  if (const auto after = query.First("after")) page.after = *after;
  return page;
}

base::Result<ListPage> ReadListPage(const kind::JsonValue& body) {
  ListPage page;
  ASSIGN_OR_RETURN(const auto limit, body.Member("limit"));
  if (limit) {
    ASSIGN_OR_RETURN(page.limit, limit->AsUInt());
    if (page.limit == 0 || page.limit > kMaxListItems) {
      return Error{ErrorCode::kOutOfRange,
                   fmt::format("limit: {} is not from 1 to {}", page.limit, kMaxListItems)};
    }
  }
  ASSIGN_OR_RETURN(const auto after, body.Member("after"));
  if (after) {
    ASSIGN_OR_RETURN(page.after, after->AsString());
  }
  return page;
}

base::Result<FieldChoice> FieldChoice::FromQuery(const kind::Parameters& query,
                                                 std::span<const std::string_view> known) {
  FieldChoice choice;
  const auto list = query.First("fields");
  if (!list) return choice;
  choice.wanted_ = 0;
  std::string_view rest = *list;
  while (!rest.empty()) {
    const std::string_view name = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(name.size() + 1, rest.size()));
    const auto found = std::ranges::find(known, name);
    if (found == known.end()) {
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("fields: '{}' is none of {}", base::EscapeForDisplay(name, 100),
                               fmt::join(known, ", "))};
    }
    choice.wanted_ |= std::uint32_t{1} << (found - known.begin());
  }
  return choice;
}

Error UnknownCursor(std::string_view after) {
  return {ErrorCode::kFailedPrecondition,
          fmt::format("after: nothing here is named '{}'; ask again from the start",
                      base::EscapeForDisplay(after, 100))};
}

struct NameFilter::Impl {
  bool any_name = true;
  std::set<std::string, std::less<>> names;  // as given: names, shown names, ids
  std::optional<kind::NamePattern> pattern;
  NameRule rule = NameRule::kBoth;
};

NameFilter::NameFilter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
NameFilter::~NameFilter() = default;
NameFilter::NameFilter(NameFilter&&) noexcept = default;
NameFilter& NameFilter::operator=(NameFilter&&) noexcept = default;

base::Result<NameFilter> NameFilter::Make(const std::vector<std::string_view>& names,
                                          std::optional<std::string_view> matching,
                                          std::string_view parameter, NameRule rule) {
  auto impl = std::make_unique<Impl>();
  impl->any_name = names.empty();
  impl->rule = rule;
  impl->names.insert(names.begin(), names.end());
  if (matching && !matching->empty()) {
    ASSIGN_OR_RETURN(impl->pattern, kind::NamePattern::Make(*matching, parameter));
  }
  return NameFilter(std::move(impl));
}

NameFilter NameFilter::None() {
  auto impl = std::make_unique<Impl>();
  impl->any_name = false;
  return NameFilter(std::move(impl));
}

base::Result<NameFilter> NameFilter::FromQuery(const kind::Parameters& query,
                                               std::string_view names_parameter,
                                               std::string_view matching_parameter) {
  return Make(query.All(names_parameter), query.First(matching_parameter), matching_parameter);
}

bool NameFilter::matches_all() const { return impl_->any_name && !impl_->pattern; }

bool NameFilter::Matches(std::string_view name) const {
  if (matches_all()) return true;
  const bool is_shown_as_it_is = base::IsUtf8(name);
  const std::string shown = is_shown_as_it_is ? std::string() : base::EscapeInvalidUtf8(name);
  const bool is_listed = impl_->names.contains(name) ||
                         (!is_shown_as_it_is && impl_->names.contains(shown)) ||
                         (!impl_->any_name && impl_->names.contains(kind::NameId(name)));
  if (is_listed && (impl_->rule == NameRule::kEither || !impl_->pattern)) return true;
  if (!is_listed && !impl_->any_name && (impl_->rule == NameRule::kBoth || !impl_->pattern)) {
    return false;
  }
  return impl_->pattern->Matches(is_shown_as_it_is ? name : shown);
}

void WriteState(const kind::RequestContext& context, base::JsonWriter& json) {
  json.Key("epoch");
  json.String(context.epoch);
  json.Key("revision");
  json.UInt(context.snapshot->version);
  json.Key("loading");
  json.Bool(context.snapshot->loading);
}

void WriteOptional(std::string_view key, std::optional<std::int64_t> value,
                   base::JsonWriter& json) {
  json.Key(key);
  if (value) {
    json.Int(*value);
  } else {
    json.Null();
  }
}

void WriteOptional(std::string_view key, std::optional<double> value, base::JsonWriter& json) {
  json.Key(key);
  if (value) {
    json.Double(*value);
  } else {
    json.Null();
  }
}

}  // namespace sightglass::serve
