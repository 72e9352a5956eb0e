#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/issue_log.h"
#include "base/thread_pool.h"
#include "ingest/log_root.h"
#include "io/file_system.h"

namespace sightglass::ingest {

// What checking one file found.
struct FileReport {
  std::string run;
  std::string path;
  std::uint64_t bytes = 0;
  std::uint64_t records = 0;     // sound ones
  std::uint64_t lost_bytes = 0;  // in damaged places
  std::uint64_t tail_bytes = 0;  // an incomplete record at the end: more may come
  std::uint64_t places = 0;      // all that `issues` would hold without its limit
  // By offset; the first 100,000 of a file that is nothing but damage.
  std::vector<base::Issue> issues{};
};

// Checks every record of every event file below `roots`: framing, both checksums, and that the
// payload is an event. `on_file` is called once per file, in the order of run and path, from one
// thread at a time; `on_progress(done, total)` in bytes, now and then. What concerns no single file
// (unreadable directories) goes to `issues`.
void VerifyRoots(const std::vector<LogRoot>& roots, io::FileSystem& files, base::ThreadPool& pool,
                 base::IssueLog& issues, const std::function<void(const FileReport&)>& on_file,
                 const std::function<void(std::uint64_t, std::uint64_t)>& on_progress);

}  // namespace sightglass::ingest
