#include "ingest/run_state.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace sightglass::ingest {
namespace {

using store::RefPoint;
using store::ScalarPoint;

bool SamePlugin(const store::SeriesInfo& a, const store::SeriesInfo& b) {
  return a.plugin == b.plugin && a.data_class == b.data_class;
}

// Do the kinds in `part` agree with what came before it? `adopted_are_known`: a kind that it took
// over must be among those.
bool AgreesWith(const PartData& part, const KnownTags& known, bool adopted_are_known) {
  return std::ranges::all_of(part.tags, [&](const TagPoints& tag) {
    const auto it = known.find(tag.tag);
    if (it == known.end()) return !(tag.adopted && adopted_are_known);
    return SamePlugin(*it->second, *tag.info);
  });
}

void AddKnown(const PartData& part, KnownTags& known) {
  for (const TagPoints& tag : part.tags) known.try_emplace(tag.tag, tag.info);
}

std::optional<double> LastWallTime(const std::vector<PartData>& parts) {
  for (auto it = parts.rbegin(); it != parts.rend(); ++it) {
    if (it->last_wall_time) return it->last_wall_time;
  }
  return std::nullopt;
}

// Reads `piece` again from where the part before it ended, with all that the parts before know.
void ReadAgain(const EventFile& file, Piece& piece, std::uint64_t begin, const KnownTags& known,
               const ReadPieceContext& context) {
  Piece again;
  again.begin = begin;
  again.end = piece.end;
  again.data.begin = begin;
  ReadPieceContext told{.files = context.files,
                        .tables = context.tables,
                        .buffer = context.buffer,
                        .known = &known,
                        .earlier_wall_time = LastWallTime(file.parts),
                        .on_progress = [&](std::uint64_t) { return context.on_progress(0); }};
  ReadPiece(file.path, file.info.size_bytes, again, told);
  piece = std::move(again);
}

}  // namespace

void Stitch(EventFile& file, const ReadPieceContext& context) {
  while (file.stitched < file.pieces.size() && file.pieces[file.stitched].is_done) {
    Piece& piece = file.pieces[file.stitched];
    bool may_disagree = file.stitched > 0;
    std::uint64_t begin = piece.begin;
    if (file.stitched == 0) {
      file.known.clear();
      if (!file.parts.empty()) {
        // It went on with the last part, and takes its place.
        may_disagree =
            file.parts.size() > 1 && piece.data.tags.size() > file.parts.back().tags.size();
        begin = file.parts.back().begin;
        file.parts.pop_back();
        if (may_disagree || file.pieces.size() > 1) {
          for (const PartData& part : file.parts) AddKnown(part, file.known);
        }
      }
    } else {
      const PartData& before = file.parts.back();
      begin = before.end.offset;
      if (before.end.tail || !before.end.status.ok()) {
        // Nothing sound follows the part before, or it could not be read: what later pieces found
        // is not there.
        file.stitched = file.pieces.size();
        break;
      }
    }
    if ((file.stitched > 0 &&
         (piece.first_offset != begin || piece.data.needs_earlier_wall_time)) ||
        (may_disagree && !AgreesWith(piece.data, file.known, /*adopted_are_known=*/false))) {
      ReadAgain(file, piece, begin, file.known, context);
    }
    file.must_retry = !piece.data.end.status.ok();
    file.fingerprint = piece.fingerprint;
    PartLoader::ReportOddTags(context.tables, file.path, file.known, piece.data);
    if (file.pieces.size() > 1) AddKnown(piece.data, file.known);
    file.parts.push_back(std::move(piece.data));
    ++file.stitched;
  }
  if (file.pieces_left == 0) {
    file.pieces.clear();
    file.stitched = 0;
    file.known.clear();
  }
}

void SettleKinds(RunState& run, const ReadPieceContext& context) {
  const auto has_adopted = [](const auto& entry) {
    const std::vector<PartData>& parts = entry.second->parts;
    return !parts.empty() && std::ranges::any_of(parts.front().tags, &TagPoints::adopted);
  };
  // One file decides for itself, unless a file that is gone now had decided for it.
  if (run.files.size() < 2 && std::ranges::none_of(run.files, has_adopted)) return;
  KnownTags known;
  for (auto& [path, file] : run.files) {
    // Parts of one file agree with each other since Stitch(). Only the first can have adopted a
    // kind from another file.
    const std::vector<PartData>& parts = file->parts;
    const bool agrees = std::ranges::all_of(parts, [&](const PartData& part) {
      return AgreesWith(part, known, /*adopted_are_known=*/&part == &parts.front());
    });
    if (!agrees) {
      file->parts.clear();
      Piece piece;
      piece.end = std::numeric_limits<std::uint64_t>::max();
      ReadAgain(*file, piece, 0, known, context);
      file->fingerprint = piece.fingerprint;
      file->must_retry = !piece.data.end.status.ok();
      PartLoader::ReportOddTags(context.tables, file->path, {}, piece.data);
      file->parts.push_back(std::move(piece.data));
    }
    for (const PartData& part : file->parts) AddKnown(part, known);
  }
}

namespace {

struct TagOfRun {
  std::string_view name;
  const TagPoints* points = nullptr;
  base::FileId file;
  std::size_t order = 0;  // of the part among all parts of the run
};

template <class Point>
std::vector<store::Part<Point>> PartsOf(std::span<const TagOfRun> tags) {
  std::vector<store::Part<Point>> parts;
  parts.reserve(tags.size());
  for (const TagOfRun& tag : tags) {
    const auto* segment =
        std::get_if<std::shared_ptr<const store::Segment<Point>>>(&tag.points->segment);
    if (segment == nullptr || *segment == nullptr || (*segment)->size() == 0) continue;
    parts.push_back({.file = tag.file, .segment = *segment});
  }
  return parts;
}

template <class Point>
bool SameParts(const store::Points<Point>& before, const std::vector<store::Part<Point>>& parts) {
  return std::ranges::equal(before.parts(), parts, [](const auto& a, const auto& b) {
    return a.segment == b.segment && a.file == b.file;
  });
}

template <class Point>
std::shared_ptr<const store::Series> MakeSeries(
    std::span<const TagOfRun> tags, const std::shared_ptr<const store::Series>* before) {
  std::vector<store::Part<Point>> parts = PartsOf<Point>(tags);
  std::uint64_t mismatched = 0;
  for (const TagOfRun& tag : tags) mismatched += tag.points->mismatched;
  if (before != nullptr && (*before)->info == tags.front().points->info &&
      (*before)->mismatched == mismatched) {
    const auto* points = std::get_if<store::Points<Point>>(&(*before)->points);
    if (points != nullptr && SameParts(*points, parts)) return *before;
  }
  auto series = std::make_shared<store::Series>();
  series->tag = tags.front().points->tag;
  series->tag_name = tags.front().name;
  series->info = tags.front().points->info;
  series->points = store::Points<Point>(std::move(parts));
  series->mismatched = mismatched;
  return series;
}

void AddSeries(const RunState& run, const Tables& tables, const store::Run* before, store::Run& out)
    REQUIRES_LOCK(run.mutex) {
  std::vector<TagOfRun> tags;
  std::size_t order = 0;
  for (const auto& [path, file] : run.files) {
    for (const PartData& part : file->parts) {
      for (const TagPoints& points : part.tags) {
        tags.push_back({tables.tags.Text(points.tag.value), &points, file->id, order});
      }
      ++order;
    }
  }
  std::ranges::sort(tags, [](const TagOfRun& a, const TagOfRun& b) {
    if (a.points->tag == b.points->tag) return a.order < b.order;
    return a.name < b.name;
  });
  static const std::vector<std::shared_ptr<const store::Series>> kNone;
  const auto& old_series = before == nullptr ? kNone : before->series;
  auto old = old_series.begin();
  for (std::size_t begin = 0; begin < tags.size();) {
    std::size_t end = begin + 1;
    while (end < tags.size() && tags[end].points->tag == tags[begin].points->tag) ++end;
    const std::span<const TagOfRun> group(&tags[begin], end - begin);
    const std::shared_ptr<const store::Series>* previous = nullptr;
    while (old != old_series.end() && (*old)->tag_name < group.front().name) ++old;
    if (old != old_series.end() && (*old)->tag == group.front().points->tag) previous = &*old;
    const bool is_scalar =
        std::holds_alternative<std::shared_ptr<const store::Segment<ScalarPoint>>>(
            group.front().points->segment);
    out.series.push_back(is_scalar ? MakeSeries<ScalarPoint>(group, previous)
                                   : MakeSeries<RefPoint>(group, previous));
    begin = end;
  }
}

}  // namespace

std::shared_ptr<const store::Run> AssembleRun(const RunState& run, const Tables& tables,
                                              const store::Run* before) {
  auto out = std::make_shared<store::Run>();
  out->name = run.name;
  out->directory = run.directory;
  for (const auto& [path, file] : run.files) {
    auto record = std::make_shared<store::FileRecord>();
    record->id = file->id;
    record->path = path;
    record->bytes_total = file->info.size_bytes;
    record->bytes_done = std::min(file->bytes_done(), file->info.size_bytes);
    out->bytes_total += record->bytes_total;
    out->bytes_done += record->bytes_done;
    out->files.push_back(std::move(record));
    for (const PartData& part : file->parts) {
      out->records += part.records;
      if (!out->first_wall_time) out->first_wall_time = part.first_wall_time;
      if (part.min_wall_time &&
          (!out->min_wall_time || *part.min_wall_time < *out->min_wall_time)) {
        out->min_wall_time = part.min_wall_time;
      }
    }
  }
  AddSeries(run, tables, before, *out);
  out->series.shrink_to_fit();
  return out;
}

}  // namespace sightglass::ingest
