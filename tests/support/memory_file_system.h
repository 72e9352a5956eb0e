#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.h"
#include "io/file_system.h"

namespace sightglass::testing {

// A file in memory that grows, shrinks and breaks as told: for readers that need no directory.
//
// Threads: any thread may call anything.
class ScriptedFile : public io::File {
 public:
  ScriptedFile() = default;
  explicit ScriptedFile(std::string_view bytes) : bytes_(bytes) {}

  void Append(std::string_view bytes);
  void Assign(std::string_view bytes);
  // Every read from now on fails so; nullopt: reads work again.
  void FailReads(std::optional<base::Error> error);

  base::Result<std::size_t> ReadAt(std::uint64_t offset, std::span<std::byte> into) override;
  base::Result<io::FileInfo> Stat() override;
  [[nodiscard]] std::uint64_t reads() const;

 private:
  mutable base::Mutex mutex_;
  std::string bytes_ GUARDED_BY(mutex_);
  std::optional<base::Error> error_ GUARDED_BY(mutex_);
  std::uint64_t reads_ GUARDED_BY(mutex_) = 0;
};

// A file system in memory that behaves as a local one does: names stand for inodes, an open file
// lives on after its name is gone, and every change moves the inode's times forward by a
// millisecond. Paths are absolute, with '/' between names. Changes make missing directories; what
// cannot be done is a broken test and aborts.
//
// Threads: any thread may call anything.
class MemoryFileSystem : public io::FileSystem {
 public:
  MemoryFileSystem();
  ~MemoryFileSystem() override;

  // Overwrites in place: an existing file keeps its inode.
  void Write(std::string_view path, std::string_view bytes);
  void Append(std::string_view path, std::string_view bytes);
  void Truncate(std::string_view path, std::size_t size);
  // Another inode under the same name, as a rename leaves it.
  void Replace(std::string_view path, std::string_view bytes);
  // A file, or a directory with all below it.
  void Remove(std::string_view path);
  void MakeDirectory(std::string_view path);
  // A symbolic link to an absolute path.
  void Symlink(std::string_view path, std::string_view target);
  // Opening or listing `path` fails so from now on; nullopt: works again.
  void Fail(std::string_view path, std::optional<base::Error> error);

  base::Result<std::unique_ptr<io::File>> Open(const std::string& path) override;
  base::Result<io::FileInfo> Stat(const std::string& path) override;
  base::Result<std::vector<io::DirectoryEntry>> List(const std::string& path) override;

  // Files open now, and the most that were open at one time.
  [[nodiscard]] std::size_t open_files() const;
  [[nodiscard]] std::size_t most_open_files() const;
  [[nodiscard]] std::uint64_t bytes_read() const;

 private:
  struct Inode;
  struct State;
  class OpenFile;

  // Shared with open files, which may outlive the file system.
  std::shared_ptr<State> state_;
};

}  // namespace sightglass::testing
