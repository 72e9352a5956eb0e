#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/hash.h"

namespace sightglass::graph {

// Numbers keys of 64 bits from 0 in the order in which they first come: a few nanoseconds each,
// where std::unordered_map allocates.
class KeyTable {
 public:
  explicit KeyTable(std::size_t expected = 0) {
    std::size_t slots = 16;
    while (slots < expected * 2) slots *= 2;
    slots_.assign(slots, kFree);
  }

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(keys_.size()); }
  [[nodiscard]] std::uint64_t key(std::uint32_t number) const { return keys_[number]; }

  // The number of `key`; size() before the call if it is new.
  std::uint32_t Number(std::uint64_t key) {
    std::size_t slot = SlotOf(key);
    if (slots_[slot] != kFree) return slots_[slot];
    if ((keys_.size() + 1) * 2 > slots_.size()) {
      Grow();
      slot = SlotOf(key);
    }
    const std::uint32_t number = size();
    slots_[slot] = number;
    keys_.push_back(key);
    return number;
  }

  [[nodiscard]] bool Has(std::uint64_t key) const { return slots_[SlotOf(key)] != kFree; }

 private:
  static constexpr std::uint32_t kFree = ~0U;

  [[nodiscard]] std::size_t SlotOf(std::uint64_t key) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = base::MultiplyFold(key ^ 0x9E3779B97F4A7C15U, 0xD1B54A32D192ED03U) & mask;
    while (slots_[slot] != kFree && keys_[slots_[slot]] != key) slot = (slot + 1) & mask;
    return slot;
  }
  void Grow() {
    slots_.assign(slots_.size() * 2, kFree);
    for (std::uint32_t number = 0; number < size(); ++number)
      slots_[SlotOf(keys_[number])] = number;
  }

  std::vector<std::uint64_t> keys_;
  std::vector<std::uint32_t> slots_;
};

// Two numbers as one key.
inline std::uint64_t PairKey(std::uint32_t first, std::uint32_t second) {
  return std::uint64_t{first} << 32 | second;
}

}  // namespace sightglass::graph
