#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "io/file_system.h"
#include "store/series.h"
#include "store/snapshot.h"

namespace sightglass::values {

struct ScanSeries {
  const store::Run* run = nullptr;
  const store::Series* series = nullptr;
};

// One visible point; `series` is the number of its series in the list that was given.
struct ScannedPoint {
  std::uint32_t series = 0;
  store::RefPoint point{};
};

// Values that lie near each other in a file, to be read in one go.
struct ValueSpan {
  std::uint64_t offset = 0;
  std::size_t bytes = 0;
  // Of the window's points, in the order of their offsets.
  std::size_t begin = 0;
  std::size_t end = 0;
};

// A stretch of one file.
//
// Threads: any may read its spans, at the same time.
struct ScanWindow {
  std::vector<ScannedPoint> points{};
  std::vector<ValueSpan> spans{};
  std::shared_ptr<io::File> file{};  // null if it could not be opened: `error` says why
  base::Error error{};

  // The bytes of a span, in `buffer`, which grows as needed: use one again and again. kDataLoss:
  // the file has become shorter; other codes as io::File gives them.
  base::Result<base::Bytes> Read(const ValueSpan& span, std::vector<std::byte>& buffer) const;
};

// The bytes of one point out of those of its span.
// REQUIRES: `point` belongs to `span`, of which `bytes` were read.
base::Bytes PointBytes(const ValueSpan& span, base::Bytes bytes, const store::RefPoint& point);

struct ValueScanOptions {
  std::uint64_t first_window_bytes = std::uint64_t{1} << 20;  // so that first results come soon
  std::uint64_t window_bytes = std::uint64_t{16} << 20;  // later ones: twice the last up to this
  // Small enough to stay in a processor's own cache while it is searched.
  std::size_t span_bytes = std::size_t{256} << 10;
  // A hole of so many bytes that nobody wants is not read.
  std::uint64_t max_gap_bytes = std::uint64_t{64} << 10;
};

// Goes through all visible values of many series in the order in which they lie in their files,
// which is many times faster than by series: neighbours in a file are read at once. Runs come in
// the order of the list, their files in the order in which later ones supersede earlier ones.
//
// Threads: one at a time. Memory: the points of one window, about 40 bytes each, and 40 bytes for
// each part of a series in the file at hand.
class ValueScan {
 public:
  // Series of scalars are left out. `files` and what `series` refers to must outlive the scan.
  // REQUIRES: series of one run stand together.
  explicit ValueScan(std::vector<ScanSeries> series, io::FileSystem& files = io::LocalFileSystem(),
                     const ValueScanOptions& options = {});

  // The next stretch, in place of what was in `window`; false when all is done.
  bool Next(ScanWindow& window);

  // Bytes of files that hold any of the values, and how many of them are behind us.
  [[nodiscard]] std::uint64_t bytes_total() const { return bytes_total_; }
  [[nodiscard]] std::uint64_t bytes_done() const { return bytes_before_file_ + bytes_in_file_; }

 private:
  // Points of a part that are still to come. Within a part they are in the order of their offsets.
  struct Cursor {
    const store::Part<store::RefPoint>* part = nullptr;
    std::uint32_t series = 0;
    std::uint64_t next = 0;
    std::uint64_t next_offset = 0;
  };
  // A file with the parts that have visible points in it.
  struct FileParts {
    const store::FileRecord* file = nullptr;
    std::vector<Cursor> cursors{};
  };

  [[nodiscard]] std::vector<FileParts> PartsOfRun(std::size_t begin, std::size_t end) const;
  bool OpenNextFile();
  void TakePoints(Cursor& cursor, std::uint64_t end_offset, std::vector<ScannedPoint>& points);
  void CutSpans(ScanWindow& window) const;

  const std::vector<ScanSeries> series_;
  io::FileSystem& files_;
  const ValueScanOptions options_;
  std::uint64_t window_bytes_;
  std::uint64_t bytes_total_ = 0;
  std::uint64_t bytes_before_file_ = 0;
  std::uint64_t bytes_in_file_ = 0;
  std::size_t next_run_ = 0;      // the first series of the run after the one at hand
  std::vector<FileParts> parts_;  // of the run at hand, in file order
  std::size_t next_file_ = 0;     // in parts_
  FileParts current_;
  std::shared_ptr<io::File> file_;
  base::Error error_;
  std::vector<store::RefPoint> block_;
};

}  // namespace sightglass::values
