#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace sightglass::io {

enum class EntryType : std::uint8_t { kFile, kDirectory, kOther };

// What the file behind a path is now; symbolic links are followed.
struct FileInfo {
  EntryType type = EntryType::kOther;
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size_bytes = 0;
  std::int64_t modified_nanos = 0;  // since the Unix epoch
  std::int64_t changed_nanos =
      0;  // status change: also moves when contents are put back with their old mtime
};

struct DirectoryEntry {
  std::string name;                    // no slash; any bytes
  EntryType type = EntryType::kOther;  // after following links; kOther for a dangling one
  bool is_symlink = false;
};

// An open file, for reading.
//
// Threads: ReadAt() may be called from several threads.
class File {
 public:
  virtual ~File() = default;

  // Fills `into` from `offset`; fewer bytes only at the end of the file, 0 at or past it.
  virtual base::Result<std::size_t> ReadAt(std::uint64_t offset, std::span<std::byte> into) = 0;
  virtual base::Result<FileInfo> Stat() = 0;
};

// Where log directories live.
//
// Threads: any thread may call anything.
class FileSystem {
 public:
  virtual ~FileSystem() = default;

  // kNotFound when there is nothing, kFailedPrecondition for anything but a regular file: a pipe or
  // device that bears an event file's name must not make us wait.
  virtual base::Result<std::unique_ptr<File>> Open(const std::string& path) = 0;
  // kNotFound when there is nothing.
  virtual base::Result<FileInfo> Stat(const std::string& path) = 0;
  // Sorted by name (bytes); without "." and "..".
  virtual base::Result<std::vector<DirectoryEntry>> List(const std::string& path) = 0;
};

// The machine's own files. Lives as long as the process.
FileSystem& LocalFileSystem();

}  // namespace sightglass::io
