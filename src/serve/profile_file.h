#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace sightglass::serve {

// Tells whether a file is still the one it was, with the same contents.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t bytes = 0;
  std::int64_t changed_nanos = 0;

  bool operator==(const FileIdentity&) const = default;
};

// A small file of ours that several programs may change, each replacing it as a whole.
//
// A change is made under a lock on the file itself: whoever got it looks whether the name still
// stands for the locked file, since the one before replaced it. So no further file is left beside
// it, and it works where locks need a file that is open for writing.
//
// Threads: any thread may call anything; the system does the rest.
class ProfileFile {
 public:
  // Links in `path` are followed once, here: what is replaced is the file, not the link.
  explicit ProfileFile(const std::string& path);

  [[nodiscard]] const std::string& path() const { return path_; }
  // nullopt if there is none.
  [[nodiscard]] std::optional<FileIdentity> Identity() const;
  // As well as can be told without trying.
  [[nodiscard]] bool IsWritable() const;
  // Empty if there is none. kOutOfRange for more than `max_bytes`, else as the system says.
  [[nodiscard]] base::Result<std::string> Read(std::size_t max_bytes) const;

  // Held while a change is made. Makes the file (empty, mode 0600) and its folders (0700) where
  // they are missing. Waits two seconds for others at most: kUnavailable then.
  class Lock {
   public:
    ~Lock();
    Lock(Lock&& other) noexcept;
    Lock& operator=(Lock&&) = delete;
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

    // Puts a file with this text in the place of the old one, at once and for good.
    base::Status Replace(std::string_view text);
    // Gives the file a second name, `path`.bad-1 or the first that is free, under which it stays
    // when it is replaced. It keeps the first until then: another program would make a new file
    // there.
    base::Status KeepAside();

   private:
    friend class ProfileFile;
    Lock(const std::string& path, int descriptor) : path_(path), descriptor_(descriptor) {}
    const std::string& path_;
    int descriptor_;
  };
  // The lock must not outlive this.
  [[nodiscard]] base::Result<Lock> MakeLock() const;

 private:
  std::string path_;
};

}  // namespace sightglass::serve
