#include "histograms/histogram_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/bytes.h"
#include "base/check.h"
#include "base/mutex.h"
#include "format/wire.h"

namespace sightglass::histograms {
namespace {

using base::Error;
using base::ErrorCode;
using values::ScanSeries;
using values::ValuePoint;

// Small enough to stay in a processor's own cache while it is decoded.
constexpr std::size_t kSpanBytes = std::size_t{256} << 10;
// A hole of so many bytes that nobody wants is not read.
constexpr std::uint64_t kMaxGapBytes = std::uint64_t{64} << 10;

struct PlannedPoint {
  std::uint32_t series = 0;
  ValuePoint value{};
};

// Only the few fields that matter are looked at: this runs for every value.
base::Result<format::ValueView> ParseValue(base::Bytes bytes, std::string_view tag_name) {
  using format::FieldTag;
  using format::WireType;
  format::WireReader reader(bytes, 2);
  format::ValueView value;
  value.whole = bytes;
  while (reader.Next()) {
    switch (reader.tag()) {
      case FieldTag(1, WireType::kBytes):
        value.tag = reader.Bytes();
        break;
      case FieldTag(5, WireType::kBytes):
        value.form = format::ValueForm::kHistogram;
        value.body = reader.Bytes();
        break;
      case FieldTag(7, WireType::kBytes):
        value.node_name = reader.Bytes();
        break;
      case FieldTag(8, WireType::kBytes):
        value.form = format::ValueForm::kTensor;
        value.body = reader.Bytes();
        break;
      default:
        reader.Skip();
    }
  }
  const bool by_node = value.tag.empty() && value.form == format::ValueForm::kTensor;
  if (reader.error() != format::WireError::kOk ||
      base::AsText(by_node ? value.node_name : value.tag) != tag_name) {
    return Error{ErrorCode::kDataLoss, "the file changed since it was read"};
  }
  return value;
}

// Of which nothing is read yet.
ReadStep StepOf(const ValuePoint& value) {
  ReadStep step;
  step.index = value.index;
  step.step = value.point.step;
  step.wall_time = value.point.wall_time;
  return step;
}

// Fills in the histogram and, if wanted, the buckets as they were logged.
base::Status DecodeInto(base::Bytes bytes, std::string_view tag_name, bool keep_logged,
                        ReadStep& step) {
  ASSIGN_OR_RETURN(const format::ValueView value, ParseValue(bytes, tag_name));
  ASSIGN_OR_RETURN(auto buckets, ReadBuckets(value));
  if (keep_logged) step.logged = buckets;
  step.histogram = MakeSane(std::move(buckets));
  return base::OkStatus();
}

// Buffers of threads, to be used again.
class Buffers {
 public:
  using Buffer = std::vector<std::byte>;

  std::unique_ptr<Buffer> Take() EXCLUDES(mutex_) {
    const base::MutexLock lock(mutex_);
    if (free_.empty()) return std::make_unique<Buffer>();
    std::unique_ptr<Buffer> buffer = std::move(free_.back());
    free_.pop_back();
    return buffer;
  }
  void GiveBack(std::unique_ptr<Buffer> buffer) EXCLUDES(mutex_) {
    const base::MutexLock lock(mutex_);
    free_.push_back(std::move(buffer));
  }

 private:
  base::Mutex mutex_;
  std::vector<std::unique_ptr<Buffer>> free_ GUARDED_BY(mutex_);
};

// Reads what was planned of one call, file by file.
class FileReader {
 public:
  FileReader(const std::vector<ScanSeries>& series, const ReadOptions& options,
             base::ThreadPool& pool, const base::CancelFlag& cancel, const TakeStep& take)
      : series_(series), options_(options), pool_(pool), cancel_(cancel), take_(take) {}

  // `points` lie in the file at `path`, in any order.
  base::Status Read(const std::string& path, std::span<PlannedPoint> points) {
    std::ranges::sort(points, {}, [](const PlannedPoint& p) { return p.value.point.offset; });
    points_ = points;
    window_.file = nullptr;  // the one before is closed first: one at a time
    if (auto opened = options_.files->Open(path); opened.ok()) {
      window_.file = std::move(opened).value();
    } else {
      window_.error = opened.error();
    }
    const std::vector<values::ValueSpan> spans = CutSpans();
    for (std::size_t begin = 0; begin < spans.size();) {
      std::size_t end = begin;
      std::size_t bytes = 0;
      while (end < spans.size() && (end == begin || bytes < options_.batch_bytes)) {
        bytes += spans[end++].bytes;
      }
      RETURN_IF_ERROR(ReadBatch(std::span(spans).subspan(begin, end - begin)));
      begin = end;
    }
    return base::OkStatus();
  }

 private:
  [[nodiscard]] std::vector<values::ValueSpan> CutSpans() const {
    std::vector<values::ValueSpan> spans;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const store::RefPoint& point = points_[i].value.point;
      const std::uint64_t point_end = point.offset + point.bytes;
      if (!spans.empty()) {
        values::ValueSpan& span = spans.back();
        const std::uint64_t span_end = span.offset + span.bytes;
        if (point.offset <= span_end + kMaxGapBytes && point_end - span.offset <= kSpanBytes) {
          span.bytes = static_cast<std::size_t>(std::max(span_end, point_end) - span.offset);
          span.end = i + 1;
          continue;
        }
      }
      spans.push_back({.offset = point.offset, .bytes = point.bytes, .begin = i, .end = i + 1});
    }
    return spans;
  }

  base::Status ReadBatch(std::span<const values::ValueSpan> spans) {
    results_.resize(spans.size());
    pool_.ForEach(spans.size(), [&](std::size_t i) {
      results_[i].clear();
      if (!cancel_.cancelled()) ReadSpan(spans[i], results_[i]);
    });
    if (cancel_.cancelled()) return Error{ErrorCode::kCancelled, "nobody waits for histograms"};
    for (std::size_t i = 0; i < spans.size(); ++i) {
      for (std::size_t p = 0; p < results_[i].size(); ++p) {
        take_(points_[spans[i].begin + p].series, std::move(results_[i][p]));
      }
    }
    return base::OkStatus();
  }

  void ReadSpan(const values::ValueSpan& span, std::vector<ReadStep>& steps) {
    std::unique_ptr<Buffers::Buffer> buffer = buffers_.Take();
    steps.reserve(span.end - span.begin);
    const bool too_long = span.bytes > kMaxHistogramBytes;
    const auto bytes =
        too_long ? base::Result<base::Bytes>(TooLong(span.bytes)) : window_.Read(span, *buffer);
    for (std::size_t p = span.begin; p < span.end; ++p) {
      ReadStep& step = steps.emplace_back(StepOf(points_[p].value));
      base::Status status = bytes.status();
      if (status.ok()) {
        status = Decode(span, *bytes, points_[p], step);
      } else if (span.end - span.begin > 1) {
        status = ReadAlone(points_[p], *buffer, step);
      }
      if (!status.ok()) step.error = status.error().message;
    }
    // One long value should not keep its memory for the rest of the call.
    if (buffer->size() > 4 * kSpanBytes) *buffer = {};
    buffers_.GiveBack(std::move(buffer));
  }

  // A span of which a part cannot be read, as where a file was cut off, may hold sound values.
  base::Status ReadAlone(const PlannedPoint& planned, Buffers::Buffer& buffer,
                         ReadStep& step) const {
    const store::RefPoint& point = planned.value.point;
    const values::ValueSpan span{.offset = point.offset, .bytes = point.bytes};
    ASSIGN_OR_RETURN(const base::Bytes bytes, window_.Read(span, buffer));
    return Decode(span, bytes, planned, step);
  }

  base::Status Decode(const values::ValueSpan& span, base::Bytes bytes, const PlannedPoint& planned,
                      ReadStep& step) const {
    return DecodeInto(values::PointBytes(span, bytes, planned.value.point),
                      series_[planned.series].series->tag_name, options_.logged_buckets, step);
  }

  static Error TooLong(std::size_t bytes) {
    return {ErrorCode::kOutOfRange,
            fmt::format("value of {} bytes, limit {}", bytes, kMaxHistogramBytes)};
  }

  const std::vector<ScanSeries>& series_;
  const ReadOptions& options_;
  base::ThreadPool& pool_;
  const base::CancelFlag& cancel_;
  const TakeStep& take_;
  std::span<const PlannedPoint> points_;  // of the file at hand
  values::ScanWindow window_;             // nothing but the file and its error
  std::vector<std::vector<ReadStep>> results_;
  Buffers buffers_;
};

// The numbers of the series of each run, runs in the order in which they come first.
std::vector<std::vector<std::uint32_t>> SeriesByRun(const std::vector<ScanSeries>& series) {
  std::vector<std::vector<std::uint32_t>> runs;
  std::unordered_map<const store::Run*, std::size_t> numbers;
  for (std::uint32_t i = 0; i < series.size(); ++i) {
    const std::size_t number = numbers.emplace(series[i].run, runs.size()).first->second;
    if (number == runs.size()) runs.emplace_back();
    runs[number].push_back(i);
  }
  return runs;
}

// Calls points_of(number) for the chosen points of a series, for one run after the other.
template <class PointsOf>
base::Status ReadByRun(const std::vector<ScanSeries>& series, FileReader& reader,
                       const TakeStep& take, PointsOf points_of) {
  std::vector<std::vector<PlannedPoint>> files;  // as many as the run has, and those it has lost
  for (const std::vector<std::uint32_t>& numbers : SeriesByRun(series)) {
    const store::Run& run = *series[numbers.front()].run;
    std::unordered_map<base::FileId, std::size_t> file_numbers;
    for (const auto& file : run.files) file_numbers.emplace(file->id, file_numbers.size());
    files.assign(run.files.size(), {});
    for (const std::uint32_t number : numbers) {
      for (const ValuePoint& value : points_of(number)) {
        const auto file = file_numbers.find(value.file);
        if (file == file_numbers.end()) {
          ReadStep step = StepOf(value);
          step.error = "its file is gone";
          take(number, std::move(step));
        } else {
          files[file->second].push_back({.series = number, .value = value});
        }
      }
    }
    for (std::size_t i = 0; i < files.size(); ++i) {
      if (!files[i].empty()) RETURN_IF_ERROR(reader.Read(run.files[i]->path, files[i]));
    }
  }
  return base::OkStatus();
}

// Appends every visible point of [begin, end) whose index is a multiple of `stride`.
void ReadStrided(const store::Points<store::RefPoint>& points, std::uint64_t begin,
                 std::uint64_t end, std::uint64_t stride, std::vector<ValuePoint>& out) {
  constexpr std::uint64_t kAtOnce = 512;
  std::vector<ValuePoint> read;
  std::uint64_t next = (begin + stride - 1) / stride * stride;
  while (next < end) {
    const std::uint64_t read_end = stride >= kAtOnce ? next + 1 : std::min(end, next + kAtOnce);
    read.clear();
    values::ReadPoints(points, next, read_end, read);
    for (std::size_t i = 0; i < read.size(); i += stride) out.push_back(read[i]);
    next += (read_end - next + stride - 1) / stride * stride;
  }
}

}  // namespace

ChosenPoints ChoosePoints(const store::Points<store::RefPoint>& points, const StepRange& range) {
  ChosenPoints chosen;
  const std::uint64_t begin = range.begin_step ? points.CountBelow(*range.begin_step) : 0;
  const std::uint64_t end = range.end_step ? points.CountBelow(*range.end_step) : points.size();
  if (begin >= end) return chosen;
  chosen.in_range = end - begin;
  const std::uint64_t limit = range.max_points;
  if (limit == 0 || chosen.in_range <= limit) {
    values::ReadPoints(points, begin, end, chosen.points);
    return chosen;
  }
  if (limit > 1) values::ReadPoints(points, begin, begin + 1, chosen.points);
  // Without the first and the last, which are there anyway.
  const std::uint64_t inner_begin = begin + 1;
  const std::uint64_t inner_end = end - 1;
  const std::uint64_t inner_limit = limit > 2 ? limit - 2 : 0;
  const auto multiples = [&](std::uint64_t stride) {
    return (inner_end - 1) / stride - (inner_begin - 1) / stride;
  };
  std::uint64_t stride = 1;
  while (multiples(stride) > inner_limit) stride *= 2;
  if (inner_limit > 0) ReadStrided(points, inner_begin, inner_end, stride, chosen.points);
  values::ReadPoints(points, end - 1, end, chosen.points);
  return chosen;
}

base::Status ReadHistograms(const std::vector<ScanSeries>& series, const ReadOptions& options,
                            base::ThreadPool& pool, const base::CancelFlag& cancel,
                            const TakeStep& take) {
  FileReader reader(series, options, pool, cancel, take);
  return ReadByRun(series, reader, take, [&](std::uint32_t number) {
    const store::Points<store::RefPoint>* points = series[number].series->refs();
    return points == nullptr ? std::vector<ValuePoint>()
                             : ChoosePoints(*points, options.range).points;
  });
}

base::Status ReadChosen(const std::vector<ScanSeries>& series,
                        const std::vector<std::vector<ValuePoint>>& points,
                        const ReadOptions& options, base::ThreadPool& pool,
                        const base::CancelFlag& cancel, const TakeStep& take) {
  CHECK(points.size() == series.size());
  FileReader reader(series, options, pool, cancel, take);
  return ReadByRun(
      series, reader, take,
      [&](std::uint32_t number) -> const std::vector<ValuePoint>& { return points[number]; });
}

}  // namespace sightglass::histograms
