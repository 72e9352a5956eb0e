#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "base/check.h"

namespace sightglass::base {

// Memory that is given out piece by piece and freed all at once. Pieces never move.
//
// Threads: none of its own; use one arena from one thread at a time.
// Cost: a few instructions a piece. Blocks double from kFirstBlockBytes to kLastBlockBytes, so a
// small arena stays small; a piece too large to share a block gets one of its own size.
class Arena {
 public:
  static constexpr std::size_t kFirstBlockBytes = std::size_t{1} << 12;
  static constexpr std::size_t kLastBlockBytes = std::size_t{1} << 18;

  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // `bytes` bytes, not initialised. No bytes: a pointer that is not null and not to be read.
  // REQUIRES: `align` is a power of two, at most alignof(std::max_align_t).
  void* Allocate(std::size_t bytes, std::size_t align = alignof(std::max_align_t)) {
    DCHECK(std::has_single_bit(align) && align <= alignof(std::max_align_t));
    const std::size_t skip = (align - (used_ & (align - 1))) & (align - 1);
    if (skip <= free_bytes() && bytes <= free_bytes() - skip) [[likely]] {
      std::byte* const piece = block_ + used_ + skip;
      used_ += skip + bytes;
      return piece;
    }
    return AllocateFromNewBlock(bytes);
  }

  // A copy of `text` that lives as long as the arena.
  std::string_view CopyString(std::string_view text) {
    if (text.empty()) return {};
    char* const copy = static_cast<char*>(Allocate(text.size(), 1));
    std::memcpy(copy, text.data(), text.size());
    return {copy, text.size()};
  }

  // Bytes held from the system, used or not.
  [[nodiscard]] std::uint64_t memory_bytes() const { return memory_bytes_; }

 private:
  [[nodiscard]] std::size_t free_bytes() const { return block_bytes_ - used_; }

  void* AllocateFromNewBlock(std::size_t bytes) {
    const std::size_t wanted =
        block_bytes_ == 0 ? kFirstBlockBytes : std::min(block_bytes_ * 2, kLastBlockBytes);
    // Past a quarter of a block, what is left of the present one is worth keeping.
    if (bytes > wanted / 4) return NewBlock(std::max<std::size_t>(bytes, 1));
    block_ = NewBlock(wanted);
    block_bytes_ = wanted;
    used_ = bytes;
    return block_;
  }

  // operator new[] aligns for every type, so the start of a block suits every piece.
  std::byte* NewBlock(std::size_t bytes) {
    blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(bytes));
    memory_bytes_ += bytes;
    return blocks_.back().get();
  }

  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::byte* block_ = nullptr;   // the block that pieces come from, one of blocks_
  std::size_t block_bytes_ = 0;  // its size
  std::size_t used_ = 0;         // its bytes given out, from the start
  std::uint64_t memory_bytes_ = 0;
};

}  // namespace sightglass::base
