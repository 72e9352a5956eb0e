#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "writer/event_ring.h"

namespace sightglass::writer {

// Hears of events in their order.
class EventTaker {
 public:
  virtual ~EventTaker() = default;
  // All rings there are now: a thread's first event makes one.
  virtual void ListRings(std::vector<std::shared_ptr<EventRing>>& rings) = 0;
  // A large event belongs to the taker from then on.
  virtual void Take(const QueuedEvent& event) = 0;
  // Slots were given back; somebody may be waiting for them.
  virtual void OnRoom() = 0;
  // So many events that were spilled are gone.
  virtual void OnLost(std::uint64_t events) = 0;
};

// Takes events out of rings so that what happened after something else comes after it.
//
// Threads: the consumer of all the rings.
class EventMerger {
 public:
  // Takes at least the events that are in the rings of `taker` now. Those that are spilled are
  // among them.
  void Drain(EventTaker& taker);

 private:
  struct Source {
    EventRing* ring = nullptr;
    std::uint64_t at = 0;
    std::uint64_t end = 0;
    std::uint64_t order = 0;  // of the event at `at`
  };

  // True if some events were spilled: there may be more to take.
  bool Merge(EventTaker& taker);
  static void TakeBefore(Source& source, std::uint64_t order, EventTaker& taker);
  static void Release(const Source& source, EventTaker& taker);

  // Both are kept for their memory.
  std::vector<std::shared_ptr<EventRing>> rings_;
  std::vector<Source> sources_;
};

}  // namespace sightglass::writer
