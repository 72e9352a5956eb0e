#include "kinds/scalars/scalar_tags.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/bytes.h"
#include "base/utf8_text.h"
#include "format/markdown.h"
#include "format/wire.h"

namespace sightglass::kinds {
namespace {

// Of ScalarPluginData; 0 if the content is something else.
std::uint64_t PluginVersion(std::string_view content) {
  format::WireReader reader(base::AsBytes(content));
  std::uint64_t version = 0;
  while (reader.Next()) {
    if (reader.tag() == format::FieldTag(1, format::WireType::kVarint)) {
      version = reader.Varint();
    } else {
      reader.Skip();
    }
  }
  return reader.error() == format::WireError::kOk ? version : 0;
}

// The item whose name is `name`, or is shown as `name`.
template <class Items, class NameOf>
auto* FindByName(const Items& items, std::string_view name, NameOf name_of) {
  const auto found = std::ranges::lower_bound(items, name, {}, name_of);
  if (found != items.end() && name_of(*found) == name) return found->get();
  // Only names that look escaped can be meant, and those are few.
  if (name.find("\\x") != std::string_view::npos) {
    for (const auto& item : items) {
      if (base::EscapeInvalidUtf8(name_of(item)) == name) return item.get();
    }
  }
  return decltype(found->get()){nullptr};
}

// Calls fn(run, series) for all that is listed, sorted by run and tag, until it gives false.
template <class Fn>
void ForEachListed(const store::Snapshot& snapshot, Fn fn) {
  for (const auto& run : snapshot.runs) {
    for (const auto& series : run->series) {
      if (IsListedScalarSeries(*series) && !fn(*run, *series)) return;
    }
  }
}

}  // namespace

bool IsScalarSeries(const store::Series& series) {
  const auto* points = series.scalars();
  return points != nullptr && points->size() > 0 && series.info->plugin == "scalars" &&
         !series.info->plugin_assumed;
}

bool IsListedScalarSeries(const store::Series& series) {
  return IsScalarSeries(series) && PluginVersion(series.info->plugin_content) == 0;
}

const store::Series* FindScalarSeries(const store::Snapshot& snapshot, std::string_view run,
                                      std::string_view tag) {
  const store::Run* found_run =
      FindByName(snapshot.runs, run, [](const auto& item) { return std::string_view(item->name); });
  if (found_run == nullptr) return nullptr;
  const store::Series* series =
      FindByName(found_run->series, tag, [](const auto& item) { return item->tag_name; });
  return series != nullptr && IsScalarSeries(*series) ? series : nullptr;
}

void WriteScalarTags(const store::Snapshot& snapshot, const base::CancelFlag& cancel,
                     base::JsonWriter& json) {
  // Series that have the same metadata share it.
  std::unordered_map<const store::SeriesInfo*, std::string> descriptions;
  const store::Run* open_run = nullptr;
  json.BeginObject();
  ForEachListed(snapshot, [&](const store::Run& run, const store::Series& series) {
    if (&run != open_run) {
      if (open_run != nullptr) json.EndObject();
      json.NameKey(run.name);
      json.BeginObject();
      open_run = &run;
    }
    const store::SeriesInfo& info = *series.info;
    json.NameKey(series.tag_name);
    json.BeginObject();
    json.Key("displayName");
    json.String(info.display_name);
    json.Key("description");
    if (info.description.empty()) {
      json.String("");
    } else {
      const auto [found, is_new] = descriptions.try_emplace(&info);
      if (is_new) found->second = format::MarkdownToSafeHtml(info.description);
      json.String(found->second);
    }
    json.EndObject();
    return !cancel.cancelled();
  });
  if (open_run != nullptr) json.EndObject();
  json.EndObject();
}

void WriteTimeSeriesScalarTags(const store::Snapshot& snapshot, base::JsonWriter& json) {
  std::map<std::string_view, format::Descriptions> descriptions;
  const store::Run* open_run = nullptr;
  json.Key("runTagInfo");
  json.BeginObject();
  ForEachListed(snapshot, [&](const store::Run& run, const store::Series& series) {
    if (&run != open_run) {
      if (open_run != nullptr) json.EndArray();
      json.NameKey(run.name);
      json.BeginArray();
      open_run = &run;
    }
    json.String(series.tag_name);
    if (!series.info->description.empty()) {
      descriptions[series.tag_name][series.info->description].push_back(run.name);
    }
    return true;
  });
  if (open_run != nullptr) json.EndArray();
  json.EndObject();
  json.Key("tagDescriptions");
  json.BeginObject();
  for (const auto& [tag, of_tag] : descriptions) {
    json.NameKey(tag);
    json.String(format::DescriptionsToSafeHtml(of_tag));
  }
  json.EndObject();
}

}  // namespace sightglass::kinds
