#include "serve/profile_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <cmath>
#include <span>
#include <utility>

#include "base/text.h"

namespace sightglass::serve {
namespace {

namespace json = boost::json;
using base::Error;
using base::ErrorCode;
using base::OkStatus;
using base::Result;
using base::Status;

constexpr std::size_t kMaxDepth = 32;
constexpr std::int64_t kVersion = 1;

constexpr std::array<std::string_view, 3> kMembers = {"runs", "views", "default_view"};
constexpr std::array<std::string_view, 6> kRunMembers = {"name",  "note",   "tags",
                                                         "color", "hidden", "pinned"};
constexpr std::array<std::string_view, 2> kViewMembers = {"state", "saved"};

std::string_view View(json::string_view text) { return {text.data(), text.size()}; }
std::string Shown(std::string_view text) { return base::EscapeForDisplay(text, 100); }

Error Wrong(std::string_view place, std::string_view what) {
  return {ErrorCode::kInvalidArgument, fmt::format("{}: {}", place, what)};
}

Error TooMuch(std::string_view place, std::size_t count, std::string_view unit, std::size_t limit) {
  return {ErrorCode::kOutOfRange, fmt::format("{}: {} {}, limit {}", place, count, unit, limit)};
}

std::string Place(std::string_view list, json::string_view name) {
  return fmt::format("{}.{}", list, Shown(View(name)));
}

Status CheckText(const json::value& value, std::string_view place, std::size_t max_bytes) {
  if (!value.is_string()) return Wrong(place, "not a string");
  const std::size_t bytes = value.get_string().size();
  return bytes <= max_bytes ? OkStatus() : TooMuch(place, bytes, "bytes", max_bytes);
}

Status CheckColor(const json::value& value, std::string_view place) {
  constexpr std::size_t kColorBytes = 7;
  constexpr std::string_view kDigits = "0123456789abcdefABCDEF";
  const std::string_view text = value.is_string() ? View(value.get_string()) : std::string_view();
  if (text.size() == kColorBytes && text.starts_with('#') &&
      text.find_first_not_of(kDigits, 1) == std::string_view::npos) {
    return OkStatus();
  }
  return Wrong(place, fmt::format("'{}' is not a color as #12ab9f is one", Shown(text)));
}

Status CheckTags(const json::value& value, const std::string& place) {
  if (!value.is_array()) return Wrong(place, "not a list");
  const json::array& tags = value.get_array();
  if (tags.size() > kMaxProfileTags) return TooMuch(place, tags.size(), "tags", kMaxProfileTags);
  for (const json::value& tag : tags) {
    RETURN_IF_ERROR(CheckText(tag, place, kMaxProfileTagBytes));
  }
  return OkStatus();
}

Status CheckRunMember(json::string_view key, const json::value& value, const std::string& place) {
  if (key == "name") return CheckText(value, place, kMaxProfileNameBytes);
  if (key == "note") return CheckText(value, place, kMaxProfileNoteBytes);
  if (key == "tags") return CheckTags(value, place);
  if (key == "color") return CheckColor(value, place);
  if ((key == "hidden" || key == "pinned") && !value.is_bool()) {
    return Wrong(place, "neither true nor false");
  }
  return OkStatus();
}

Status CheckRun(const json::value& run, const std::string& place) {
  if (!run.is_object()) return Wrong(place, "not an object");
  for (const auto& [key, value] : run.get_object()) {
    RETURN_IF_ERROR(CheckRunMember(key, value, fmt::format("{}.{}", place, Shown(View(key)))));
  }
  return OkStatus();
}

Status CheckView(const json::value& view, const std::string& place) {
  if (!view.is_object()) return Wrong(place, "not an object");
  const json::value* const state = view.get_object().if_contains("state");
  if (state == nullptr) return Wrong(place, "without a state");
  RETURN_IF_ERROR(CheckText(*state, place + ".state", kMaxProfileStateBytes));
  const json::value* const saved = view.get_object().if_contains("saved");
  if (saved != nullptr && !saved->is_number()) return Wrong(place + ".saved", "not a number");
  return OkStatus();
}

// A member that is an object of named ones; absent is fine.
template <class Check>
Status CheckList(const json::object& document, std::string_view list, std::size_t max_items,
                 std::size_t max_name_bytes, Check check) {
  const json::value* const found = document.if_contains(list);
  if (found == nullptr) return OkStatus();
  if (!found->is_object()) return Wrong(list, "not an object");
  const json::object& items = found->get_object();
  if (items.size() > max_items) return TooMuch(list, items.size(), "items", max_items);
  for (const auto& [name, item] : items) {
    const std::string place = Place(list, name);
    if (name.size() > max_name_bytes) {
      return TooMuch(place, name.size(), "bytes of name", max_name_bytes);
    }
    RETURN_IF_ERROR(check(item, place));
  }
  return OkStatus();
}

Status Check(const json::object& document) {
  RETURN_IF_ERROR(CheckList(document, "runs", kMaxProfileRuns, kMaxProfileRunNameBytes, &CheckRun));
  RETURN_IF_ERROR(CheckList(document, "views", kMaxProfileViews, kMaxProfileNameBytes, &CheckView));
  const json::value* const view = document.if_contains("default_view");
  return view == nullptr ? OkStatus() : CheckText(*view, "default_view", kMaxProfileNameBytes);
}

const json::object* FindObject(const json::object& document, std::string_view name) {
  const json::value* const found = document.if_contains(name);
  return found == nullptr ? nullptr : found->if_object();
}

bool HasDefaultView(const json::object& document) {
  const json::value* const name = document.if_contains("default_view");
  const json::object* const views = FindObject(document, "views");
  return name != nullptr && views != nullptr && views->contains(name->get_string());
}

// Makes invariants 2 to 4 hold. REQUIRES: Check() was ok.
void Tidy(json::object& document) {
  document.emplace("version", kVersion);
  document.emplace("runs", json::object());
  document.emplace("views", json::object());
  json::object& runs = document.at("runs").get_object();
  for (auto at = runs.begin(); at != runs.end();) {
    at = at->value().get_object().empty() ? runs.erase(at) : at + 1;
  }
  if (!HasDefaultView(document)) document.erase("default_view");
}

// What is read as infinite could not be written again.
bool AreNumbersFinite(const json::value& value) {
  if (const double* const number = value.if_double()) return std::isfinite(*number);
  if (const json::array* const items = value.if_array()) {
    return std::ranges::all_of(*items, AreNumbersFinite);
  }
  const json::object* const members = value.if_object();
  return members == nullptr || std::ranges::all_of(*members, [](const auto& member) {
           return AreNumbersFinite(member.value());
         });
}

Result<json::object> ParseObject(std::string_view text, ErrorCode code) {
  json::parse_options options;
  options.max_depth = kMaxDepth;
  json::error_code error;
  json::value value = json::parse(json::string_view(text.data(), text.size()), error, {}, options);
  if (error) return Error{code, fmt::format("not JSON: {}", error.message())};
  if (!value.is_object()) return Error{code, "not a JSON object"};
  if (!AreNumbersFinite(value)) return Error{code, "a number beyond 1.8e308"};
  return std::move(value.get_object());
}

// Names that are wrong in a patch would otherwise be kept forever.
Status AllowOnly(const json::object& object, std::span<const std::string_view> known,
                 std::string_view place) {
  for (const auto& member : object) {
    if (std::ranges::find(known, View(member.key())) != known.end()) continue;
    return Wrong(place.empty() ? "profile" : place,
                 fmt::format("no member is named '{}'", Shown(View(member.key()))));
  }
  return OkStatus();
}

Status CheckPatch(const json::object& patch) {
  RETURN_IF_ERROR(AllowOnly(patch, kMembers, ""));
  for (const std::string_view list : {"runs", "views"}) {
    const json::object* const items = FindObject(patch, list);
    if (items == nullptr) continue;
    for (const auto& [name, item] : *items) {
      if (!item.is_object()) continue;  // null, or what Check() refuses
      const std::span<const std::string_view> known =
          list == "runs" ? std::span<const std::string_view>(kRunMembers) : kViewMembers;
      RETURN_IF_ERROR(AllowOnly(item.get_object(), known, Place(list, name)));
    }
  }
  return OkStatus();
}

void StampViews(json::object& patch, std::int64_t now_seconds) {
  json::value* const views = patch.if_contains("views");
  if (views == nullptr || !views->is_object()) return;
  for (auto& member : views->get_object()) {
    json::object* const view = member.value().if_object();
    if (view != nullptr && view->contains("state")) view->emplace("saved", now_seconds);
  }
}

// RFC 7396, section 2. As deep as a patch may be.
void MergePatch(json::value& target, json::value&& patch) {  // NOLINT(misc-no-recursion)
  if (!patch.is_object()) {
    target = std::move(patch);
    return;
  }
  if (!target.is_object()) target.emplace_object();
  json::object& into = target.get_object();
  for (auto& member : patch.get_object()) {
    if (member.value().is_null()) {
      into.erase(member.key());
    } else {
      MergePatch(into[member.key()], std::move(member.value()));
    }
  }
}

}  // namespace

struct ProfileDocument::Impl {
  json::object members;
};

ProfileDocument::ProfileDocument() : impl_(std::make_unique<Impl>()) { Tidy(impl_->members); }
ProfileDocument::~ProfileDocument() = default;
ProfileDocument::ProfileDocument(const ProfileDocument& other)
    : impl_(std::make_unique<Impl>(*other.impl_)) {}
ProfileDocument& ProfileDocument::operator=(const ProfileDocument& other) {
  *this = ProfileDocument(other);
  return *this;
}
ProfileDocument::ProfileDocument(ProfileDocument&&) noexcept = default;
ProfileDocument& ProfileDocument::operator=(ProfileDocument&&) noexcept = default;

Result<ProfileDocument> ProfileDocument::Parse(std::string_view text) {
  ProfileDocument document;
  if (text.empty()) return document;
  ASSIGN_OR_RETURN(document.impl_->members, ParseObject(text, ErrorCode::kDataLoss));
  if (const Status status = Check(document.impl_->members); !status.ok()) {
    return Error{ErrorCode::kDataLoss, status.error().message};
  }
  Tidy(document.impl_->members);
  return document;
}

Status ProfileDocument::Merge(std::string_view patch_text, std::int64_t now_seconds) {
  ASSIGN_OR_RETURN(json::object patch, ParseObject(patch_text, ErrorCode::kInvalidArgument));
  RETURN_IF_ERROR(CheckPatch(patch));
  StampViews(patch, now_seconds);
  const json::value* const view = patch.if_contains("default_view");
  const bool chooses_view = view != nullptr && !view->is_null();

  json::value merged = impl_->members;
  MergePatch(merged, std::move(patch));
  RETURN_IF_ERROR(Check(merged.get_object()));
  if (chooses_view && !HasDefaultView(merged.get_object())) {
    return Error{ErrorCode::kNotFound, "default_view: no view has this name"};
  }
  Tidy(merged.get_object());
  ProfileDocument result;
  result.impl_->members = std::move(merged.get_object());
  if (const std::size_t bytes = result.Text().size(); bytes > kMaxProfileBytes) {
    return TooMuch("profile", bytes, "bytes", kMaxProfileBytes);
  }
  *this = std::move(result);
  return OkStatus();
}

std::string ProfileDocument::Text() const {
  base::BufferedOutput out;
  base::JsonWriter writer(out);
  writer.BeginObject();
  for (const auto& [key, value] : impl_->members) {
    writer.BreakLine();
    writer.NameKey(View(key));
    if (key != "runs" && key != "views") {
      writer.Raw(json::serialize(value));
      continue;
    }
    writer.BeginObject();
    for (const auto& [name, item] : value.get_object()) {
      writer.BreakLine();
      writer.NameKey(View(name));
      writer.Raw(json::serialize(item));
    }
    writer.EndObject();
  }
  writer.EndObject();
  out.Put('\n');
  return out.TakeText();
}

void ProfileDocument::WriteMembers(base::JsonWriter& writer) const {
  for (const std::string_view name : kMembers) {
    const json::value* const value = impl_->members.if_contains(name);
    writer.Key(name);
    writer.Raw(value == nullptr ? "null" : json::serialize(*value));
  }
}

bool ProfileDocument::operator==(const ProfileDocument& other) const {
  return impl_->members == other.impl_->members;
}

}  // namespace sightglass::serve
