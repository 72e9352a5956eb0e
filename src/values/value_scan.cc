#include "values/value_scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/check.h"

namespace sightglass::values {
namespace {

using store::RefPoint;

// Calls fn(part) for each part of a series by reference that has visible points.
template <class Fn>
void ForEachPart(const store::Series& series, Fn fn) {
  if (series.refs() == nullptr) return;
  for (const store::Part<RefPoint>& part : series.refs()->parts()) {
    if (part.visible > 0) fn(part);
  }
}

}  // namespace

base::Result<base::Bytes> ScanWindow::Read(const ValueSpan& span,
                                           std::vector<std::byte>& buffer) const {
  if (file == nullptr) return error;
  if (buffer.size() < span.bytes) buffer.resize(span.bytes);
  const std::span<std::byte> into(buffer.data(), span.bytes);
  ASSIGN_OR_RETURN(const std::size_t read, file->ReadAt(span.offset, into));
  if (read < span.bytes) {
    return base::Error{base::ErrorCode::kDataLoss,
                       fmt::format("the file ends at {}, a value at {}", span.offset + read,
                                   span.offset + span.bytes)};
  }
  return base::Bytes(into);
}

base::Bytes PointBytes(const ValueSpan& span, base::Bytes bytes, const RefPoint& point) {
  CHECK(point.offset >= span.offset);
  return bytes.subspan(static_cast<std::size_t>(point.offset - span.offset), point.bytes);
}

ValueScan::ValueScan(std::vector<ScanSeries> series, io::FileSystem& files,
                     const ValueScanOptions& options)
    : series_(std::move(series)),
      files_(files),
      options_(options),
      window_bytes_(options.first_window_bytes) {
  const store::Run* run = nullptr;
  std::unordered_set<base::FileId> seen;
  for (const ScanSeries& each : series_) {
    if (each.run != run) seen.clear();
    run = each.run;
    ForEachPart(*each.series, [&](const store::Part<RefPoint>& part) {
      if (!seen.insert(part.file).second) return;
      const auto file = std::ranges::find(run->files, part.file, &store::FileRecord::id);
      if (file != run->files.end()) bytes_total_ += (*file)->bytes_done;
    });
  }
}

std::vector<ValueScan::FileParts> ValueScan::PartsOfRun(std::size_t begin, std::size_t end) const {
  std::vector<FileParts> parts;
  std::unordered_map<base::FileId, std::size_t> numbers;
  for (const auto& file : series_[begin].run->files) {
    numbers.emplace(file->id, parts.size());
    parts.push_back({.file = file.get()});
  }
  for (std::size_t i = begin; i < end; ++i) {
    ForEachPart(*series_[i].series, [&](const store::Part<RefPoint>& part) {
      const auto number = numbers.find(part.file);
      if (number == numbers.end()) return;
      parts[number->second].cursors.push_back(
          {.part = &part, .series = static_cast<std::uint32_t>(i)});
    });
  }
  std::erase_if(parts, [](const FileParts& file) { return file.cursors.empty(); });
  return parts;
}

bool ValueScan::OpenNextFile() {
  bytes_before_file_ += current_.file == nullptr ? 0 : current_.file->bytes_done;
  bytes_in_file_ = 0;
  current_ = {};
  while (next_file_ == parts_.size()) {
    if (next_run_ == series_.size()) return false;
    std::size_t end = next_run_;
    while (end < series_.size() && series_[end].run == series_[next_run_].run) ++end;
    parts_ = PartsOfRun(next_run_, end);
    next_file_ = 0;
    next_run_ = end;
  }
  current_ = std::move(parts_[next_file_++]);
  file_ = nullptr;
  if (auto opened = files_.Open(current_.file->path); opened.ok()) {
    file_ = std::move(opened).value();
  } else {
    error_ = opened.error();
  }
  return true;
}

void ValueScan::TakePoints(Cursor& cursor, std::uint64_t end_offset,
                           std::vector<ScannedPoint>& points) {
  // The first point is looked at once more in the next window: cheaper than to keep a block of
  // points for each of many series.
  constexpr std::uint64_t kBlock = 512;
  while (cursor.next < cursor.part->visible) {
    block_.clear();
    const std::uint64_t block_end = cursor.next - cursor.next % kBlock + kBlock;
    cursor.part->segment->Read(cursor.next, std::min(block_end, cursor.part->visible), block_);
    for (const RefPoint& point : block_) {
      if (point.offset >= end_offset) {
        cursor.next_offset = point.offset;
        return;
      }
      points.push_back({.series = cursor.series, .point = point});
      ++cursor.next;
    }
  }
  cursor.next_offset = std::numeric_limits<std::uint64_t>::max();
}

void ValueScan::CutSpans(ScanWindow& window) const {
  const auto& points = window.points;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const RefPoint& point = points[i].point;
    const std::uint64_t point_end = point.offset + point.bytes;
    if (!window.spans.empty()) {
      ValueSpan& span = window.spans.back();
      const std::uint64_t span_end = span.offset + span.bytes;
      if (point.offset <= span_end + options_.max_gap_bytes &&
          point_end - span.offset <= options_.span_bytes) {
        span.bytes = static_cast<std::size_t>(std::max(span_end, point_end) - span.offset);
        span.end = i + 1;
        continue;
      }
    }
    window.spans.push_back(
        {.offset = point.offset, .bytes = point.bytes, .begin = i, .end = i + 1});
  }
}

bool ValueScan::Next(ScanWindow& window) {
  window = {};
  while (window.points.empty()) {
    std::uint64_t begin = std::numeric_limits<std::uint64_t>::max();
    for (const Cursor& cursor : current_.cursors) begin = std::min(begin, cursor.next_offset);
    if (begin == std::numeric_limits<std::uint64_t>::max()) {
      if (!OpenNextFile()) return false;
      continue;
    }
    const std::uint64_t end = begin + window_bytes_;
    window_bytes_ = std::min(window_bytes_ * 2, options_.window_bytes);
    for (Cursor& cursor : current_.cursors) {
      if (cursor.next_offset < end) TakePoints(cursor, end, window.points);
    }
    bytes_in_file_ = std::min(end, current_.file->bytes_done);
  }
  std::ranges::sort(window.points, {}, [](const ScannedPoint& p) { return p.point.offset; });
  CutSpans(window);
  window.file = file_;
  window.error = error_;
  return true;
}

}  // namespace sightglass::values
