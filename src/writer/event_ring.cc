#include "writer/event_ring.h"

namespace sightglass::writer {

EventRing::EventRing(std::size_t capacity)
    : mask_(capacity - 1),
      // Not touched before it is used: most threads use little of it.
      slots_(std::make_unique_for_overwrite<QueuedEvent[]>(capacity)),
      wake_at_(capacity / 2) {}

EventRing::~EventRing() {
  if (!owns_events_) return;
  for (std::uint64_t at = tail(); at != head(); ++at) {
    if (slots_[at & mask_].tag == QueuedEvent::kLarge) delete slots_[at & mask_].large();
  }
}

bool EventRing::IsHalfFull(std::uint64_t head) {
  known_tail_ = tail_.load(std::memory_order_acquire);
  if (head - known_tail_ < capacity() / 2) {
    wake_at_ = known_tail_ + capacity() / 2;
    return false;
  }
  wake_at_ = head + capacity() / 4;
  return true;
}

bool EventRing::Spill(const QueuedEvent& event, const std::string& directory) {
  const std::lock_guard lock(spill_mutex_);
  // The consumer may have brought everything back before the lock was had. To spill even then is
  // right: it keeps the order.
  if (!spill_.Append(event, directory)) return false;
  AddObstacle(kSpilling);
  return true;
}

EventRing::Unspilled EventRing::Unspill() {
  const std::lock_guard lock(spill_mutex_);
  Unspilled back;
  const std::uint64_t lost_before = spill_.lost();
  std::uint64_t at = head_.load(std::memory_order_relaxed);
  QueuedEvent event;
  while (at - tail() < capacity() && spill_.TakeFirst(event)) {
    slots_[at & mask_] = event;
    ++at;
    ++back.events;
  }
  head_.store(at, std::memory_order_release);
  if (spill_.empty()) {
    RemoveObstacle(kSpilling);
  } else {
    back.left_from_order = spill_.first_order();
  }
  back.lost = spill_.lost() - lost_before;
  return back;
}

}  // namespace sightglass::writer
