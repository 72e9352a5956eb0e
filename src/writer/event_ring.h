#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

#include "writer/queued_event.h"
#include "writer/spill_file.h"
#include "writer/tag_cache.h"

namespace sightglass::writer {

// Events on their way from one thread to the queue's thread, in order, without locks.
//
// Threads: one *producer*, the thread it was made for, and one *consumer*, the queue's thread.
//  1. Slots from tail to head belong to the consumer, the others to the producer. Only the producer
//     moves the head, only the consumer the tail.
//  2. While events are spilled, the producer puts new ones only behind them. Then the consumer may
//     move the head, with the spill's mutex held, to bring them back.
class EventRing {
 public:
  // Why the producer must not take the short way; bits of `obstacles`.
  static constexpr std::uint32_t kClosed = 1;    // no event is taken any more
  static constexpr std::uint32_t kSpilling = 2;  // older events wait in the spill file
  static constexpr std::uint32_t kEager = 4;     // the consumer is to be woken for each event

  // REQUIRES: capacity is a power of two.
  explicit EventRing(std::size_t capacity);
  // Frees the events that nobody took.
  ~EventRing();
  EventRing(const EventRing&) = delete;
  EventRing& operator=(const EventRing&) = delete;

  // The producer's side.

  [[nodiscard]] bool HasRoom() {
    if (head_.load(std::memory_order_relaxed) - known_tail_ < capacity()) [[likely]]
      return true;
    known_tail_ = tail_.load(std::memory_order_acquire);
    return head_.load(std::memory_order_relaxed) - known_tail_ < capacity();
  }
  // True if it is time to wake the consumer. REQUIRES: HasRoom().
  bool Push(const QueuedEvent& event) {
    const std::uint64_t at = head_.load(std::memory_order_relaxed);
    slots_[at & mask_] = event;
    head_.store(at + 1, std::memory_order_release);
    return at + 1 >= wake_at_ && IsHalfFull(at + 1);
  }
  TagCache& tags() { return tags_; }

  // The consumer's side.

  // Events [tail(), head()) may be read.
  [[nodiscard]] std::uint64_t head() const { return head_.load(std::memory_order_acquire); }
  [[nodiscard]] std::uint64_t tail() const { return tail_.load(std::memory_order_relaxed); }
  [[nodiscard]] const QueuedEvent& at(std::uint64_t position) const {
    return slots_[position & mask_];
  }
  // Gives the slots before `position` back.
  void Release(std::uint64_t position) { tail_.store(position, std::memory_order_release); }

  struct Unspilled {
    std::size_t events = 0;
    std::uint64_t lost = 0;  // cannot be read
    // Of the first event that is left; all, if none is.
    std::uint64_t left_from_order = ~std::uint64_t{0};
  };
  // Brings back spilled events as far as there is room.
  Unspilled Unspill();

  // Either side.

  // Puts an event behind all others when the ring is full or spills already. False if it cannot
  // be written. REQUIRES: called by the producer.
  bool Spill(const QueuedEvent& event, const std::string& directory);
  [[nodiscard]] std::uint32_t obstacles() const {
    return obstacles_.load(std::memory_order_acquire);
  }
  void AddObstacle(std::uint32_t bit) { obstacles_.fetch_or(bit, std::memory_order_acq_rel); }
  void RemoveObstacle(std::uint32_t bit) { obstacles_.fetch_and(~bit, std::memory_order_acq_rel); }
  [[nodiscard]] std::size_t capacity() const { return mask_ + 1; }
  // The producer is gone; an empty ring can go, too.
  void set_abandoned() { abandoned_.store(true, std::memory_order_release); }
  [[nodiscard]] bool abandoned() const { return abandoned_.load(std::memory_order_acquire); }
  // After fork(): what is queued belongs to the parent, and may be half taken. It is left alone.
  void Disown() { owns_events_ = false; }

 private:
  bool IsHalfFull(std::uint64_t head);

  const std::size_t mask_;
  const std::unique_ptr<QueuedEvent[]> slots_;

  alignas(64) std::atomic<std::uint64_t> head_ = 0;
  std::atomic<std::uint32_t> obstacles_ = 0;
  std::atomic<bool> abandoned_ = false;
  std::uint64_t known_tail_ = 0;  // the producer's: not ahead of the tail
  std::uint64_t wake_at_ = 0;     // the producer's: before that head nobody need be woken
  TagCache tags_;

  alignas(64) std::atomic<std::uint64_t> tail_ = 0;
  bool owns_events_ = true;

  std::mutex spill_mutex_;
  SpillFile spill_;
};

}  // namespace sightglass::writer
