#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/buffered_output.h"
#include "base/result.h"
#include "kind/router.h"
#include "kind/series_selection.h"
#include "query/walk.h"

namespace sightglass::kinds {

enum class ScalarFormat : std::uint8_t { kCsv, kJson, kJsonLines };

struct ScalarExportOptions {
  ScalarFormat format = ScalarFormat::kCsv;
  bool superseded = false;
  std::size_t slice_points = 8192;  // at least 1
};

struct ScalarExportCounts {
  std::uint64_t series = 0;
  std::uint64_t points = 0;
};

// Reads a series in slices: all visible points in order, then, if asked for, all superseded ones
// part by part.
class SliceReader {
 public:
  // `points` must outlive the reader.
  SliceReader(const query::ScalarPoints& points, const ScalarExportOptions& options);

  // The next slice into `slice`, in place of what was there; false at the end. A slice has at most
  // options.slice_points points, but up to a block of superseded ones, and is of one sort.
  bool Next(std::vector<store::ScalarPoint>& slice);
  // Whether the last slice was of superseded points.
  [[nodiscard]] bool superseded() const { return superseded_; }

 private:
  bool NextSuperseded(std::vector<store::ScalarPoint>& slice);

  const query::ScalarPoints& points_;
  const std::uint64_t slice_points_;
  const bool with_superseded_;
  bool superseded_ = false;
  std::uint64_t visible_ = 0;  // read so far
  // Of superseded points: the part, its blocks of those it superseded itself, and what later parts
  // took from its end.
  std::size_t part_ = 0;
  std::size_t block_ = 0;
  std::uint64_t taken_ = 0;
};

// Writes scalar points, by run, tag and step, piece by piece: the same bytes for `sightglass
// export` and for /api/scalars/export. The formats are in src/app/README.md.
//
// Memory: one slice of points. Threads: one at a time.
class ScalarExporter {
 public:
  // What `series` refers to and `out` must outlive the exporter.
  ScalarExporter(std::vector<kind::SelectedSeries> series, const ScalarExportOptions& options,
                 base::BufferedOutput& out);
  ~ScalarExporter();
  ScalarExporter(const ScalarExporter&) = delete;
  ScalarExporter& operator=(const ScalarExporter&) = delete;

  // Writes the next slice; false when everything is written.
  bool Next();
  [[nodiscard]] const ScalarExportCounts& counts() const { return counts_; }

 private:
  class PointWriter;
  class CsvWriter;
  class JsonWriter;
  class JsonLinesWriter;

  const std::vector<kind::SelectedSeries> series_;
  const ScalarExportOptions options_;
  std::unique_ptr<PointWriter> writer_;
  std::size_t at_ = 0;  // the series being written
  std::unique_ptr<SliceReader> reader_;
  std::vector<store::ScalarPoint> slice_;
  ScalarExportCounts counts_;
};

// GET and POST /api/scalars/export.
base::Result<kind::Response> HandleScalarsExport(const kind::Request& request,
                                                 const kind::RequestContext& context);

}  // namespace sightglass::kinds
