#include "writer/event_merger.h"

#include <algorithm>
#include <limits>

namespace sightglass::writer {
namespace {

// Slots are given back in such portions: a thread that waits for one should not wait for all.
constexpr std::uint64_t kPortion = 1'024;

}  // namespace

void EventMerger::Drain(EventTaker& taker) {
  // What is spilled comes back in portions, as slots become free.
  while (Merge(taker)) continue;
  // Queues and threads that end should not find their rings held here.
  rings_.clear();
}

// Why this is right. Let E be in a ring when that ring's head is read first, and P an event that
// happened before E, in another ring. P was put there before E was, and reading the head that
// covers E makes P visible: a second look at all heads finds it. (P's ring may be newer than the
// first list of rings, so there is a second list, too.) So with `newest` the highest number found
// at the first look, the second look finds everything that happened before any event up to
// `newest`. That holds for events up to `newest` that only the second look found, too: the event
// numbered `newest` took its number after they did, from the same counter, and so came after them.
// P may also have been spilled. Then the second look brings it back, or nothing is taken that may
// come after it.
bool EventMerger::Merge(EventTaker& taker) {
  std::uint64_t end = 0;  // one beyond `newest`
  taker.ListRings(rings_);
  for (const auto& ring : rings_) {
    const std::uint64_t head = ring->head();
    if (head == ring->tail()) continue;
    end = std::max(end, ring->at(head - 1).order + 1);
  }
  taker.ListRings(rings_);
  bool spilling = false;
  for (const auto& ring : rings_) {
    if ((ring->obstacles() & EventRing::kSpilling) == 0) continue;
    const EventRing::Unspilled back = ring->Unspill();
    if (back.lost > 0) taker.OnLost(back.lost);
    end = std::min(end, back.left_from_order);
    spilling = true;
  }
  sources_.clear();
  for (const auto& ring : rings_) {
    const std::uint64_t head = ring->head();
    if (head == ring->tail()) continue;
    const std::uint64_t first = ring->at(ring->tail()).order;
    if (first < end) sources_.push_back({ring.get(), ring->tail(), head, first});
  }
  // A heap with the lowest number on top. From the top one, everything below the next is taken.
  const auto later = [](const Source& a, const Source& b) { return a.order > b.order; };
  std::make_heap(sources_.begin(), sources_.end(), later);
  while (!sources_.empty()) {
    std::pop_heap(sources_.begin(), sources_.end(), later);
    Source& first = sources_.back();
    TakeBefore(first, sources_.size() == 1 ? end : std::min(end, sources_.front().order), taker);
    if (first.at == first.end || first.order >= end) {
      Release(first, taker);
      sources_.pop_back();
    } else {
      std::push_heap(sources_.begin(), sources_.end(), later);
    }
  }
  return spilling;
}

void EventMerger::TakeBefore(Source& source, std::uint64_t order, EventTaker& taker) {
  while (source.at != source.end) {
    const QueuedEvent& event = source.ring->at(source.at);
    source.order = event.order;
    if (event.order >= order) break;
    taker.Take(event);
    ++source.at;
    if (source.at - source.ring->tail() == kPortion) Release(source, taker);
  }
}

void EventMerger::Release(const Source& source, EventTaker& taker) {
  source.ring->Release(source.at);
  taker.OnRoom();
}

}  // namespace sightglass::writer
