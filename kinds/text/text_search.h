#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/cancel.h"
#include "base/mutex.h"
#include "base/thread_pool.h"
#include "kinds/text/text_finder.h"
#include "kinds/text/text_snippet.h"
#include "values/value_scan.h"

namespace sightglass::kinds {

// A cell of a text in which something was found; the first match.
struct TextHit {
  std::uint32_t series = 0;  // in the list that was given
  store::RefPoint point{};
  // Where the cell is: row and column; of a text of more than two axes, its place on each.
  std::vector<std::int64_t> cell{};
  TextSnippet snippet{};
};

struct TextSearchCounts {
  std::uint64_t hits = 0;
  std::uint64_t values = 0;      // searched
  std::uint64_t bytes = 0;       // of these values
  std::uint64_t unreadable = 0;  // values that are no longer in their files, or no texts
  bool truncated = false;        // there may be more hits than were wanted
};

// Searches logged texts where they lie, in the event files. Only visible values are searched, and
// all cells of them, shown or not.
//
// Hits come by run, and within a run in the order in which they lie in its files, which is the
// order in which they were logged; the same for the same files, whatever the threads.
//
// Threads: one at a time calls Next(), which uses those of the pool.
// Memory: a stretch of references (ValueScan), and a buffer for each thread.
// Cost: a sought text is looked for in whole stretches of the file, and single values are parsed
// only where it is found; for a regular expression every value is.
class TextSearch {
 public:
  // At most `limit` hits. What `series` refers to must outlive the search.
  // REQUIRES: series of one run stand together.
  TextSearch(std::vector<values::ScanSeries> series, TextFinder finder, std::size_t limit);

  // Searches the next stretch and appends what it finds; false when there is nothing more to do.
  // After `cancel` was set the result is of no use.
  bool Next(base::ThreadPool& pool, const base::CancelFlag& cancel, std::vector<TextHit>& hits);

  [[nodiscard]] const std::vector<values::ScanSeries>& series() const { return series_; }
  [[nodiscard]] const TextSearchCounts& counts() const { return counts_; }
  // Bytes of the files with texts: all, and those that are done.
  [[nodiscard]] std::uint64_t bytes_total() const { return scan_.bytes_total(); }
  [[nodiscard]] std::uint64_t bytes_done() const { return scan_.bytes_done(); }

 private:
  using Buffer = std::vector<std::byte>;
  struct SpanResult {
    std::vector<TextHit> hits{};
    std::uint64_t unreadable = 0;
  };

  [[nodiscard]] SpanResult SearchSpan(const values::ValueSpan& span);
  void SearchByLiteral(const values::ValueSpan& span, base::Bytes bytes, SpanResult& result) const;
  void SearchPoint(const values::ScannedPoint& point, base::Bytes bytes, SpanResult& result) const;
  std::unique_ptr<Buffer> TakeBuffer();
  void GiveBack(std::unique_ptr<Buffer> buffer);

  const std::vector<values::ScanSeries> series_;
  const TextFinder finder_;
  const std::size_t limit_;
  values::ValueScan scan_;
  values::ScanWindow window_;
  TextSearchCounts counts_;
  base::Mutex mutex_;
  std::vector<std::unique_ptr<Buffer>> buffers_ GUARDED_BY(mutex_);
};

}  // namespace sightglass::kinds
