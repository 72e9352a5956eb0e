#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "base/mutex.h"
#include "store/point.h"

namespace sightglass::store {

// Equal headers become the same small number, for good: RefPoint::header is one.
//
// Threads: any thread may call anything. At() takes no lock.
// Cost: an Intern() is one hash look-up under a lock; remember the last header of a series to save
// most of them. About 200 bytes a header that differs from all others.
class RefHeaderTable {
 public:
  RefHeaderTable() = default;
  ~RefHeaderTable();
  RefHeaderTable(const RefHeaderTable&) = delete;
  RefHeaderTable& operator=(const RefHeaderTable&) = delete;

  std::uint32_t Intern(const RefHeader& header);
  // The reference stays good as long as the table.
  // REQUIRES: `number` came from Intern() of this table.
  [[nodiscard]] const RefHeader& At(std::uint32_t number) const;
  [[nodiscard]] std::uint32_t size() const;
  [[nodiscard]] std::uint64_t memory_bytes() const;

 private:
  struct Hash {
    std::size_t operator()(const RefHeader& header) const noexcept;
  };

  // Chunk k holds kFirstChunk << k headers, so that none ever moves and 27 of them hold 2^32.
  static constexpr std::uint32_t kFirstChunk = 32;
  static constexpr std::size_t kChunks = 28;

  mutable base::Mutex mutex_;
  std::unordered_map<RefHeader, std::uint32_t, Hash> numbers_ GUARDED_BY(mutex_);
  // Owned. Written under the lock, and whole before the number of any header in it is known.
  std::array<std::atomic<RefHeader*>, kChunks> chunks_{};
};

}  // namespace sightglass::store
