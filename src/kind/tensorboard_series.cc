#include "kind/tensorboard_series.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <unordered_map>

#include "base/bytes.h"
#include "base/utf8_text.h"
#include "format/markdown.h"
#include "format/wire.h"

namespace sightglass::kind {
namespace {

// The first field of every plugin's data; 0 if the content is something else.
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

}  // namespace

bool IsTensorboardSeries(const store::Series& series, std::string_view plugin) {
  // A writer may call numbers what it likes; only those of "scalars" are shown as such.
  const bool has_form = (series.scalars() != nullptr) == (plugin == "scalars");
  return has_form && series.size() > 0 && series.info->plugin == plugin &&
         !series.info->plugin_assumed;
}

bool IsListedTensorboardSeries(const store::Series& series, std::string_view plugin) {
  return IsTensorboardSeries(series, plugin) && PluginVersion(series.info->plugin_content) == 0;
}

std::optional<SelectedSeries> FindTensorboardSeries(const store::Snapshot& snapshot,
                                                    std::string_view plugin, std::string_view run,
                                                    std::string_view tag) {
  const store::Run* found_run =
      FindByName(snapshot.runs, run, [](const auto& item) { return std::string_view(item->name); });
  if (found_run == nullptr) return std::nullopt;
  const store::Series* series =
      FindByName(found_run->series, tag, [](const auto& item) { return item->tag_name; });
  if (series == nullptr || !IsTensorboardSeries(*series, plugin)) return std::nullopt;
  return SelectedSeries{.run = found_run, .series = series};
}

void ForEachListedSeries(
    const store::Snapshot& snapshot, std::string_view plugin,
    const std::function<bool(const store::Run&, const store::Series&)>& visit) {
  for (const auto& run : snapshot.runs) {
    for (const auto& series : run->series) {
      if (IsListedTensorboardSeries(*series, plugin) && !visit(*run, *series)) return;
    }
  }
}

void WriteTensorboardTags(
    const store::Snapshot& snapshot, std::string_view plugin, const base::CancelFlag& cancel,
    base::JsonWriter& json,
    const std::function<void(const store::Series&, base::JsonWriter&)>& more) {
  // Series that have the same metadata share it.
  std::unordered_map<const store::SeriesInfo*, std::string> descriptions;
  const store::Run* open_run = nullptr;
  json.BeginObject();
  ForEachListedSeries(snapshot, plugin, [&](const store::Run& run, const store::Series& series) {
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
    if (more) more(series, json);
    json.EndObject();
    return !cancel.cancelled();
  });
  if (open_run != nullptr) json.EndObject();
  json.EndObject();
}

void WriteTagDescriptions(const store::Snapshot& snapshot, std::string_view plugin,
                          base::JsonWriter& json) {
  std::map<std::string_view, format::Descriptions> descriptions;
  ForEachListedSeries(snapshot, plugin, [&](const store::Run& run, const store::Series& series) {
    if (!series.info->description.empty()) {
      descriptions[series.tag_name][series.info->description].push_back(run.name);
    }
    return true;
  });
  json.Key("tagDescriptions");
  json.BeginObject();
  for (const auto& [tag, of_tag] : descriptions) {
    json.NameKey(tag);
    json.String(format::DescriptionsToSafeHtml(of_tag));
  }
  json.EndObject();
}

std::optional<std::size_t> TensorboardMaxPoints(const KindOptions& options, std::string_view plugin,
                                                std::size_t otherwise) {
  if (!options.tensorboard_samples) return std::nullopt;
  const auto found = options.tensorboard_samples->find(plugin);
  if (found == options.tensorboard_samples->end()) return otherwise;
  if (found->second == 0) return std::nullopt;
  return found->second;
}

std::string QuotedParameter(std::optional<std::string_view> text) {
  return text ? fmt::format("'{}'", base::EscapeInvalidUtf8(*text)) : "None";
}

}  // namespace sightglass::kind
