#pragma once

#include <memory>
#include <string>

#include "base/buffered_output.h"
#include "base/result.h"

namespace sightglass::app {

// Where a command's result goes: standard output, or a file that appears complete or not at all.
//
// A file is written under a temporary name beside its final one and renamed by Commit(); until
// then an older file of that name stays as it is. Links are followed, an older file's permissions
// kept. What is no regular file (a pipe, /dev/null) is written directly.
class OutputFile {
 public:
  // `path` empty or "-": standard output.
  static base::Result<std::unique_ptr<OutputFile>> Open(const std::string& path);
  // Removes what was not committed.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  [[nodiscard]] base::BufferedOutput& out() { return *out_; }

  // Flushes, and puts the file in its place. Any error since Open() comes out here.
  base::Status Commit();

 private:
  OutputFile() = default;

  std::string path_;            // final name, links resolved
  std::string temporary_path_;  // empty: written directly
  int fd_ = -1;
  bool owns_fd_ = false;
  std::unique_ptr<base::BufferedOutput> out_;
};

}  // namespace sightglass::app
