#include "ingest/part_loader.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "base/text.h"
#include "format/modern.h"
#include "format/tensor.h"
#include "ingest/scalar_shape.h"

namespace sightglass::ingest {
namespace {

using base::IssueKind;
using format::EventWhat;
using format::ValueForm;
using store::RefPoint;
using store::ScalarPoint;
using store::SegmentBuilder;

// Longer ones are kept whole, but no page or table shows them whole.
constexpr std::size_t kLongTagBytes = 16 << 10;
constexpr std::size_t kTagBytesInMessages = 80;
// Learning a shape costs a few parses. It pays if the shape then holds for a while; a tag whose
// events keep changing shape is parsed in full from then on.
constexpr std::uint32_t kMaxShapesLearned = 64;
// Ten times what the largest users have. Every tag costs about a kilobyte, so a hostile file could
// otherwise ask for many times its size.
constexpr std::size_t kMaxTagsOfPart = 1'000'000;

store::SeriesInfo ToInfo(format::SeriesMetadata metadata) {
  return {.plugin = std::move(metadata.plugin_name),
          .plugin_content = std::move(metadata.plugin_content),
          .display_name = std::move(metadata.display_name),
          .description = std::move(metadata.description),
          .data_class = static_cast<std::uint8_t>(metadata.data_class),
          .plugin_assumed = metadata.plugin_assumed,
          .boolean = metadata.boolean};
}

bool HoldsScalars(const store::SeriesInfo& info) {
  return info.plugin == "scalars" ||
         info.data_class == static_cast<std::uint8_t>(format::DataClass::kScalar);
}

store::RefHeader ToHeader(ValueForm form, const format::ValueFacts& facts) {
  return {.form = static_cast<std::uint8_t>(form),
          .dtype = facts.dtype,
          .rank = facts.rank,
          .dims = facts.dims,
          .detail = facts.detail};
}

std::optional<double> NumberOf(const format::ValueView& value) {
  if (value.form == ValueForm::kSimpleValue) return static_cast<double>(value.simple_value);
  if (value.form == ValueForm::kTensor) return format::ReadSingleNumber(value.body);
  return std::nullopt;
}

// The plugin a value says it belongs to, whatever its series is; empty if it does not say.
std::string PluginOf(const format::ValueView& value) {
  switch (value.form) {
    case ValueForm::kSimpleValue:
      return "scalars";
    case ValueForm::kImage:
      return "images";
    case ValueForm::kHistogram:
      return "histograms";
    case ValueForm::kAudio:
      return "audio";
    default:
      break;
  }
  format::MetadataView metadata;
  if (!value.has_metadata ||
      format::ParseMetadata(value.metadata, metadata) != format::WireError::kOk) {
    return {};
  }
  return std::string(base::AsText(metadata.plugin_name));
}

}  // namespace

struct PartLoader::Entry {
  std::string_view name;  // in the tag pool
  TagPoints points;
  bool decided = false;
  bool is_scalar = false;
  Entry* next = nullptr;  // the entry that came after this one last time
  std::uint32_t shapes_left = kMaxShapesLearned;
  ScalarShape shape;
  SegmentBuilder<ScalarPoint> scalars;
  SegmentBuilder<RefPoint> refs;
};

PartLoader::PartLoader(Tables& tables, const std::string& path, const KnownTags* known,
                       PartData start)
    : tables_(tables), path_(path), known_(known), data_(std::move(start)) {}

PartLoader::~PartLoader() = default;

void PartLoader::Report(IssueKind kind, const Record& record, std::string message) {
  data_.issues.Add({.kind = kind,
                    .path = path_,
                    .offset = record.offset,
                    .bytes = record.frame_bytes(),
                    .message = std::move(message)});
}

void PartLoader::TakeDamage(const Damage& damage) {
  data_.issues.Add({.kind = damage.kind,
                    .path = path_,
                    .offset = damage.begin,
                    .bytes = damage.end - damage.begin,
                    .message = damage.message});
}

double PartLoader::UsableWallTime(double wall_time, const Record& record) {
  if (std::isfinite(wall_time)) [[likely]] {
    if (!data_.first_wall_time && data_.records == 1) data_.first_wall_time = wall_time;
    if (!data_.min_wall_time || wall_time < *data_.min_wall_time) data_.min_wall_time = wall_time;
    data_.last_wall_time = wall_time;
    return wall_time;
  }
  Report(IssueKind::kBadWallTime, record,
         fmt::format("wall time {}; the latest earlier one stands in", wall_time));
  if (data_.last_wall_time) return *data_.last_wall_time;
  data_.needs_earlier_wall_time = true;
  return earlier_wall_time_.value_or(0);
}

void PartLoader::Take(const Record& record) {
  ++data_.records;
  if (guess_ != nullptr) [[likely]] {
    ScalarReading reading;
    if (guess_->shape.Match(record.payload, reading)) [[likely]] {
      const double wall_time = UsableWallTime(reading.wall_time, record);
      guess_->scalars.Append(
          {.step = reading.step, .wall_time = wall_time, .value = reading.value});
      latest_ = guess_;
      guess_ = guess_->next;
      return;
    }
  }
  TakeInFull(record);
}

void PartLoader::TakeInFull(const Record& record) {
  format::EventView event;
  const format::WireError error = format::ParseEvent(record.payload, event);
  if (error != format::WireError::kOk) [[unlikely]] {
    Report(IssueKind::kBadEvent, record,
           fmt::format("not an event: {}", format::WireErrorText(error)));
    --data_.records;
    return;
  }
  if (event.what == EventWhat::kSummary) [[likely]] {
    // All values or none: an event that turns out to be no protobuf half way gives no points.
    values_.clear();
    format::ValueWalker walker(event.body);
    values_.emplace_back();
    while (walker.Next(values_.back())) values_.emplace_back();
    values_.pop_back();
    if (walker.error() != format::WireError::kOk) [[unlikely]] {
      Report(IssueKind::kBadEvent, record,
             fmt::format("not a summary: {}", format::WireErrorText(walker.error())));
      --data_.records;
      return;
    }
    const double wall_time = UsableWallTime(event.wall_time, record);
    for (const format::ValueView& value : values_) {
      TakeValue(value, event.step, wall_time, record);
    }
    return;
  }
  const double wall_time = UsableWallTime(event.wall_time, record);
  TakeWholeEvent(event, wall_time, record);
}

PartLoader::Entry* PartLoader::Find(base::Bytes tag, const Record& record) {
  const std::string_view name = base::AsText(tag);
  Entry* found = nullptr;
  if (guess_ != nullptr && guess_->name == name) [[likely]] {
    found = guess_;
  } else if (const auto it = by_name_.find(name); it != by_name_.end()) {
    found = it->second;
  } else if (entries_.size() < kMaxTagsOfPart) {
    found = &Add(name);
  } else {
    Report(IssueKind::kTooManyTags, record,
           fmt::format("more than {} tags in one file; left out: \"{}\"", kMaxTagsOfPart,
                       base::EscapeForDisplay(name, kTagBytesInMessages)));
    return nullptr;
  }
  if (latest_ != nullptr) latest_->next = found;
  latest_ = found;
  guess_ = found->next;
  return found;
}

PartLoader::Entry& PartLoader::Add(std::string_view name) {
  const base::TagId id{tables_.tags.Intern(name)};
  auto entry = std::make_unique<Entry>();
  entry->name = tables_.tags.Text(id.value);
  entry->points.tag = id;
  const auto before = std::ranges::lower_bound(data_.tags, id, {}, &TagPoints::tag);
  if (before != data_.tags.end() && before->tag == id) {
    entry->points = *before;
    entry->decided = true;
    entry->is_scalar = HoldsScalars(*before->info);
    if (entry->is_scalar) {
      entry->scalars = SegmentBuilder<ScalarPoint>(std::get<0>(before->segment));
    } else {
      entry->refs = SegmentBuilder<RefPoint>(std::get<1>(before->segment));
    }
  }
  by_name_.emplace(entry->name, entry.get());
  entries_.push_back(std::move(entry));
  return *entries_.back();
}

void PartLoader::Decide(Entry& entry, std::shared_ptr<const store::SeriesInfo> own) {
  entry.decided = true;
  entry.points.info = std::move(own);
  if (known_ != nullptr) {
    if (const auto it = known_->find(entry.points.tag); it != known_->end()) {
      entry.points.info = it->second;
      entry.points.adopted = true;
    }
  }
  entry.is_scalar = HoldsScalars(*entry.points.info);
}

void PartLoader::TakeValue(const format::ValueView& value, base::Step step, double wall_time,
                           const Record& record) {
  const bool by_node = value.tag.empty() && value.form == ValueForm::kTensor;
  Entry* const found = Find(by_node ? value.node_name : value.tag, record);
  if (found == nullptr) return;
  Entry& entry = *found;
  if (!entry.decided) [[unlikely]] {
    auto metadata = format::MetadataOf(value);
    if (!metadata.ok()) {
      Report(IssueKind::kBadValue, record, metadata.error().message);
      metadata = format::SeriesMetadata{};
    }
    Decide(entry, tables_.infos.Intern(ToInfo(std::move(metadata).value())));
    const auto note = [&](IssueKind kind) {
      data_.odd_tags.push_back({entry.points.tag, kind, record.offset, record.frame_bytes()});
    };
    if (!base::IsUtf8(entry.name)) note(IssueKind::kBadUtf8);
    if (entry.name.size() > kLongTagBytes) note(IssueKind::kTagTooLong);
  }
  if (entry.is_scalar) [[likely]] {
    if (const std::optional<double> number = NumberOf(value)) [[likely]] {
      entry.scalars.Append({.step = step, .wall_time = wall_time, .value = *number});
      LearnShape(entry, *number, record);
      return;
    }
    ReportValue(entry, value, record, "not exactly one number");
    ++entry.points.mismatched;
    return;
  }
  TakeReference(entry, value, step, wall_time, record);
}

void PartLoader::LearnShape(Entry& entry, double number, const Record& record) {
  if (values_.size() != 1 || entry.shapes_left == 0) return;
  const auto value = static_cast<float>(number);
  // A NaN has many bit patterns, and a double may have no float: the next ordinary number will do.
  if (static_cast<double>(value) != number) return;
  --entry.shapes_left;
  entry.shape.Learn(record.payload, value);
}

bool PartLoader::ReportValue(const Entry& entry, const format::ValueView& value,
                             const Record& record, std::string_view why) {
  const std::string plugin = PluginOf(value);
  const std::string shown = base::EscapeForDisplay(entry.name, kTagBytesInMessages);
  const bool is_other_kind = !plugin.empty() && plugin != entry.points.info->plugin;
  if (is_other_kind) {
    Report(IssueKind::kKindChanged, record,
           fmt::format("tag \"{}\" is of {}, this value of {}", shown, entry.points.info->plugin,
                       base::EscapeForDisplay(plugin, kTagBytesInMessages)));
  } else {
    Report(IssueKind::kBadValue, record, fmt::format("tag \"{}\": {}", shown, why));
  }
  return is_other_kind;
}

void PartLoader::TakeReference(Entry& entry, const format::ValueView& value, base::Step step,
                               double wall_time, const Record& record) {
  auto facts = format::FactsOf(value, entry.points.info->plugin);
  if (!facts.ok()) {
    if (ReportValue(entry, value, record, facts.error().message)) {
      ++entry.points.mismatched;
      return;
    }
    facts = format::ValueFacts{};
  }
  const auto inside = static_cast<std::uint64_t>(value.whole.data() - record.payload.data());
  entry.refs.Append({.step = step,
                     .wall_time = wall_time,
                     .offset = record.payload_offset() + inside,
                     .bytes = static_cast<std::uint32_t>(value.whole.size()),
                     .header = tables_.headers.Intern(ToHeader(value.form, *facts))});
}

void PartLoader::TakeWholeEvent(const format::EventView& event, double wall_time,
                                const Record& record) {
  ValueForm form = ValueForm::kNone;
  base::Bytes tag;
  base::Bytes body = event.body;
  switch (event.what) {
    case EventWhat::kGraphDef:
      form = ValueForm::kGraphDef;
      tag = base::AsBytes(format::kRunGraphTag);
      break;
    case EventWhat::kMetaGraphDef:
      form = ValueForm::kMetaGraphDef;
      tag = base::AsBytes(format::kMetaGraphTag);
      break;
    case EventWhat::kSessionLog:
      form = ValueForm::kSessionLog;
      tag = base::AsBytes(format::kSessionLogTag);
      break;
    case EventWhat::kTaggedRunMetadata: {
      form = ValueForm::kTaggedRunMetadata;
      format::TaggedRunMetadataView view;
      const format::WireError error = format::ParseTaggedRunMetadata(event.body, view);
      if (error != format::WireError::kOk) {
        Report(IssueKind::kBadEvent, record,
               fmt::format("not run metadata: {}", format::WireErrorText(error)));
        return;
      }
      tag = view.tag;
      body = view.run_metadata;
      break;
    }
    default:
      return;  // file version, log message, nothing: counted as a record, and that is all
  }
  Entry* const found = Find(tag, record);
  if (found == nullptr) return;
  Entry& entry = *found;
  const format::SeriesMetadata metadata = format::MetadataOfEvent(form);
  if (!entry.decided) Decide(entry, tables_.infos.Intern(ToInfo(metadata)));
  if (entry.is_scalar || entry.points.info->plugin != metadata.plugin_name) {
    Report(IssueKind::kKindChanged, record,
           fmt::format("tag \"{}\" is of {}, this event of {}",
                       base::EscapeForDisplay(entry.name, kTagBytesInMessages),
                       entry.points.info->plugin, metadata.plugin_name));
    ++entry.points.mismatched;
    return;
  }
  // An empty body points nowhere in the payload.
  const std::uint64_t inside =
      body.empty() ? 0 : static_cast<std::uint64_t>(body.data() - record.payload.data());
  entry.refs.Append({.step = event.step,
                     .wall_time = wall_time,
                     .offset = record.payload_offset() + inside,
                     .bytes = static_cast<std::uint32_t>(body.size()),
                     .header = tables_.headers.Intern(ToHeader(form, {}))});
}

void PartLoader::ReportOddTags(const Tables& tables, const std::string& path,
                               const KnownTags& known, PartData& part) {
  for (const OddTag& odd : part.odd_tags) {
    if (known.contains(odd.tag)) continue;
    const std::string_view name = tables.tags.Text(odd.tag.value);
    const std::string shown = base::EscapeForDisplay(name, kTagBytesInMessages);
    part.issues.Add({.kind = odd.kind,
                     .path = path,
                     .offset = odd.offset,
                     .bytes = odd.bytes,
                     .message = odd.kind == IssueKind::kBadUtf8
                                    ? fmt::format("tag \"{}\" is not UTF-8", shown)
                                    : fmt::format("tag of {} bytes, more than {}: \"{}\"",
                                                  name.size(), kLongTagBytes, shown)});
  }
  part.odd_tags = {};
}

PartData PartLoader::Finish(StreamEnd end) {
  data_.end = std::move(end);
  std::vector<TagPoints> fresh;
  for (const std::unique_ptr<Entry>& entry : entries_) {
    if (!entry->decided) continue;
    if (entry->is_scalar) {
      entry->points.segment = entry->scalars.Publish();
    } else {
      entry->points.segment = entry->refs.Publish();
    }
    const auto before =
        std::ranges::lower_bound(data_.tags, entry->points.tag, {}, &TagPoints::tag);
    if (before != data_.tags.end() && before->tag == entry->points.tag) {
      *before = std::move(entry->points);
    } else {
      fresh.push_back(std::move(entry->points));
    }
  }
  entries_.clear();
  if (!fresh.empty()) {
    // Exact size: a finished part is kept for as long as its file, and there are many.
    std::vector<TagPoints> all;
    all.reserve(data_.tags.size() + fresh.size());
    std::ranges::move(data_.tags, std::back_inserter(all));
    std::ranges::move(fresh, std::back_inserter(all));
    std::ranges::sort(all, {}, &TagPoints::tag);
    data_.tags = std::move(all);
  }
  return std::move(data_);
}

}  // namespace sightglass::ingest
