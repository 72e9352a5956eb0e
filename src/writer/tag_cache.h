#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace sightglass::writer {

class RunFile;

// One thread's memory of the numbers of tags, so that AddScalar() by name needs no lock.
//
// Threads: one.
// Cost: one hash and one comparison where the tag is known. At most kMaxSlots tags are remembered.
class TagCache {
 public:
  static constexpr std::uint32_t kUnknown = 0xFFFF'FFFFU;

  std::uint32_t Find(const RunFile* file, std::string_view tag) const {
    if (slots_.empty()) return kUnknown;
    const std::size_t hash = Hash(file, tag);
    for (std::size_t at = hash & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[at];
      if (slot.tag == nullptr) return kUnknown;
      if (slot.hash == hash && slot.file == file && *slot.tag == tag) return slot.number;
    }
  }
  // `tag` must stay where it is. REQUIRES: Find() does not know it.
  void Remember(const RunFile* file, const std::string& tag, std::uint32_t number);

 private:
  static constexpr std::size_t kMaxSlots = std::size_t{1} << 16;

  struct Slot {
    std::size_t hash = 0;
    const RunFile* file = nullptr;
    const std::string* tag = nullptr;  // null: free
    std::uint32_t number = 0;
  };

  static std::size_t Hash(const RunFile* file, std::string_view tag) {
    return std::hash<std::string_view>()(tag) ^
           (reinterpret_cast<std::uintptr_t>(file) * 0x9E37'79B9'7F4A'7C15ULL >> 16);
  }
  void Insert(const Slot& slot);

  std::vector<Slot> slots_;  // a power of two, at most half full
  std::size_t used_ = 0;
};

}  // namespace sightglass::writer
