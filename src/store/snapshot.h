#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "store/point.h"
#include "store/ref_header_table.h"
#include "store/series.h"

namespace sightglass::store {

struct FileRecord {
  base::FileId id;
  std::string path;
  std::uint64_t bytes_total = 0;  // size when last looked at
  std::uint64_t bytes_done = 0;   // read so far
};

// One run: its series and files, immutable.
struct Run {
  std::string name;       // relative to its log directory; "." for the directory itself
  std::string directory;  // where its files are
  std::vector<std::shared_ptr<const Series>> series;  // sorted by tag
  // Sorted by path: the order in which later supersedes earlier.
  std::vector<std::shared_ptr<const FileRecord>> files;
  std::optional<double> first_wall_time;  // of the first event of the first file, whatever it held
  std::optional<double> min_wall_time;    // over all events
  std::uint64_t records = 0;              // sound records read, of any sort
  std::uint64_t bytes_total = 0;
  std::uint64_t bytes_done = 0;

  // nullptr if there is none.
  [[nodiscard]] const Series* Find(std::string_view tag) const;
};

// Everything that is loaded, at one moment. Never changes once published; whoever holds it may read
// it without a lock.
struct Snapshot {
  std::uint64_t version = 0;                     // grows with every publication
  std::vector<std::shared_ptr<const Run>> runs;  // sorted by name
  // Resolves RefPoint::header of every run. It grows while loading goes on, and any thread may read
  // it without a lock; null only in a snapshot that has no RefPoints.
  std::shared_ptr<const RefHeaderTable> ref_headers;
  bool loading = false;  // more of what is on disk is still being read
  std::uint64_t bytes_total = 0;
  std::uint64_t bytes_done = 0;

  [[nodiscard]] const Run* Find(std::string_view run_name) const;
};

}  // namespace sightglass::store
