#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sightglass::testing {

struct LoggedScalar {
  std::string tag;
  std::int64_t step = 0;
  double wall_time = 0;
  double value = 0;
};

// An event that is no summary.
struct LoggedEvent {
  std::string what;  // as in event.proto: "file_version", "session_log", ...
  std::int64_t step = 0;
  std::string body;
};

// One event file as it lies on disk, read record by record.
struct LoggedFile {
  std::string path;
  std::size_t records = 0;  // sound ones
  std::size_t torn_bytes = 0;
  bool damaged = false;                    // something else than a torn tail is wrong with it
  std::vector<LoggedScalar> scalars = {};  // in the order of the file
  std::vector<LoggedEvent> others = {};
};

// A file that is in memory; it has no path.
LoggedFile ReadEventBytes(std::string_view bytes);

// The event files of one folder, sorted by path. A folder that does not exist has none.
std::vector<LoggedFile> ReadEventFiles(const std::string& directory);

// All scalars of a folder by tag, file after file. Damaged files fail the test.
std::map<std::string, std::vector<LoggedScalar>> ReadScalars(const std::string& directory);

}  // namespace sightglass::testing
