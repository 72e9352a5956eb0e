#include "writer/tag_cache.h"

#include <utility>

namespace sightglass::writer {

void TagCache::Remember(const RunFile* file, const std::string& tag, std::uint32_t number) {
  if (2 * (used_ + 1) > slots_.size()) {
    const std::size_t size = slots_.empty() ? 64 : 2 * slots_.size();
    // Beyond that it starts afresh: a program that makes up tags must not grow without limit.
    const std::vector<Slot> old =
        std::exchange(slots_, std::vector<Slot>(size <= kMaxSlots ? size : kMaxSlots));
    used_ = 0;
    if (size <= kMaxSlots) {
      for (const Slot& slot : old) {
        if (slot.tag != nullptr) Insert(slot);
      }
    }
  }
  Insert({Hash(file, tag), file, &tag, number});
}

void TagCache::Insert(const Slot& slot) {
  std::size_t at = slot.hash & (slots_.size() - 1);
  while (slots_[at].tag != nullptr) at = (at + 1) & (slots_.size() - 1);
  slots_[at] = slot;
  ++used_;
}

}  // namespace sightglass::writer
