#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace sightglass::writer {

class RunFile;

// An event that is more than one number: its body is encoded already.
struct LargeEvent {
  RunFile* file = nullptr;
  std::uint32_t field = 0;  // of tensorflow.Event
  bool counted = false;     // among the bytes that wait in memory
  std::string body;
};

// What waits in a ring: a scalar, or a pointer to a LargeEvent that belongs to the ring.
struct QueuedEvent {
  static constexpr std::uint32_t kLarge = 0xFFFF'FFFFU;
  union Payload {
    double scalar = 0;
    LargeEvent* large;
  };

  // Grows from event to event over all rings of a queue. An event that happened after another has
  // the larger number, which is how the writing thread knows their order.
  std::uint64_t order = 0;
  std::int64_t step = 0;
  double wall_time = 0;
  Payload payload = {};
  std::uint32_t tag = 0;  // of the queue's tag table, or kLarge

  // REQUIRES: tag != kLarge, and tag == kLarge.
  [[nodiscard]] double value() const { return payload.scalar; }
  [[nodiscard]] LargeEvent* large() const { return payload.large; }
  void set_value(double value) { payload.scalar = value; }
  void set_large(LargeEvent* event) {
    tag = kLarge;
    payload.large = event;
  }
};

}  // namespace sightglass::writer
