#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace sightglass::testing {

// The bytes of a file. A file that cannot be read fails the test and reads as empty.
std::string ReadFileBytes(const std::filesystem::path& path);

// A directory of a test's own, removed with everything below it at the end. Whatever cannot be done
// fails the test.
//
// Paths given to members are relative to it; directories in between are made.
class TempDir {
 public:
  TempDir();
  ~TempDir();
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  [[nodiscard]] std::string path() const { return root_.string(); }
  // The full path of `relative`.
  [[nodiscard]] std::string Join(std::string_view relative) const;

  // Overwrites in place: an existing file keeps its identity.
  void Write(std::string_view relative, std::string_view bytes) const;
  void Append(std::string_view relative, std::string_view bytes) const;
  // Moves a new file over the name, as rsync does: the name then stands for another inode.
  void Replace(std::string_view relative, std::string_view bytes) const;
  void Truncate(std::string_view relative, std::uintmax_t size) const;
  // A file, or a directory with all that is below.
  void Remove(std::string_view relative) const;
  void MakeDirectory(std::string_view relative) const;
  // A symbolic link at `relative` that reads `target` as it is written.
  void Symlink(std::string_view relative, std::string_view target) const;
  // A copy of a file or tree from anywhere.
  void CopyFrom(const std::filesystem::path& source, std::string_view relative) const;

 private:
  std::filesystem::path root_;
};

}  // namespace sightglass::testing
