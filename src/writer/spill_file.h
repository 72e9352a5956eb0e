#pragma once

#include <cstdint>
#include <string>

#include "writer/queued_event.h"

namespace sightglass::writer {

// Events on disk, first in, first out, in a file without a name: it goes when the process does.
//
// Threads: one at a time.
class SpillFile {
 public:
  SpillFile() = default;
  ~SpillFile();
  SpillFile(const SpillFile&) = delete;
  SpillFile& operator=(const SpillFile&) = delete;

  // Takes over a large event's body. False, and nothing changed, if it cannot be written. An empty
  // `directory` means $TMPDIR or /tmp.
  bool Append(const QueuedEvent& event, const std::string& directory);
  // False if there is none.
  bool TakeFirst(QueuedEvent& event);
  [[nodiscard]] bool empty() const { return count_ == 0; }
  // REQUIRES: !empty().
  [[nodiscard]] std::uint64_t first_order() const;
  // Events that the disk took and did not give back.
  [[nodiscard]] std::uint64_t lost() const { return lost_; }

 private:
  bool Open(const std::string& directory);
  bool ReadFirst(QueuedEvent& event);
  bool ReadAt(std::uint64_t at, void* to, std::size_t size) const;

  int fd_ = -1;
  std::uint64_t first_ = 0;
  std::uint64_t end_ = 0;
  std::uint64_t count_ = 0;
  std::uint64_t lost_ = 0;
};

}  // namespace sightglass::writer
