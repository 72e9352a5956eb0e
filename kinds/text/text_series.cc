#include "kinds/text/text_series.h"

#include <algorithm>
#include <utility>

#include "base/bytes.h"
#include "base/utf8_text.h"
#include "format/wire.h"

namespace sightglass::kinds {
namespace {

// Of TextPluginData; 0 if the content is something else.
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

// The item whose name is `name`, or is shown as `name`; nullptr if there is none.
template <class Items, class NameOf>
auto FindByName(const Items& items, std::string_view name, NameOf name_of)
    -> decltype(items.front().get()) {
  const auto found = std::ranges::lower_bound(items, name, {}, name_of);
  if (found != items.end() && name_of(*found) == name) return found->get();
  // Only names that look escaped can be meant, and those are few.
  if (name.find("\\x") == std::string_view::npos) return nullptr;
  const auto shown = std::ranges::find_if(
      items, [&](const auto& item) { return base::EscapeInvalidUtf8(name_of(item)) == name; });
  return shown == items.end() ? nullptr : shown->get();
}

}  // namespace

bool IsTextSeries(const store::Series& series) {
  return series.refs() != nullptr && series.size() > 0 && series.info->plugin == kTextPlugin &&
         !series.info->plugin_assumed;
}

bool IsListedTextSeries(const store::Series& series) {
  return IsTextSeries(series) && PluginVersion(series.info->plugin_content) == 0;
}

TextSeries FindTextSeries(const store::Snapshot& snapshot, std::string_view run,
                          std::string_view tag) {
  TextSeries found;
  found.run =
      FindByName(snapshot.runs, run, [](const auto& item) { return std::string_view(item->name); });
  if (found.run == nullptr) return {};
  found.series =
      FindByName(found.run->series, tag, [](const auto& item) { return item->tag_name; });
  if (found.series != nullptr && !IsTextSeries(*found.series)) found.series = nullptr;
  return found;
}

base::Result<StoredText> ReadStoredText(const TextSeries& series, const values::ValuePoint& point) {
  ASSIGN_OR_RETURN(values::StoredValue value,
                   values::ReadStoredValue(*series.run, *series.series, point));
  ASSIGN_OR_RETURN(TextTensor tensor, ReadTextTensor(value.view()));
  return StoredText{.value = std::move(value), .tensor = std::move(tensor)};
}

}  // namespace sightglass::kinds
