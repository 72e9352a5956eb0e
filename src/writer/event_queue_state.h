#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "sightglass/status.h"
#include "writer/event_merger.h"
#include "writer/event_queue.h"

namespace sightglass::writer {

// What a queue's threads share. Everything is guarded by `mutex`, but `thread`.
struct EventQueue::State {
  std::mutex mutex;
  std::condition_variable work;      // for the queue's thread
  std::condition_variable progress;  // for those who wait for it
  std::vector<std::shared_ptr<EventRing>> rings;
  bool running = false;
  bool woken = false;
  bool ended = false;  // nothing will be written any more
  std::uint64_t flush_wanted = 0;
  std::uint64_t flush_done = 0;
  std::size_t waiting_producers = 0;
  Status io_status;
  // Started and joined by one thread at a time: the first that adds, the one that closes.
  std::thread thread;
};

// The thread that writes.
class EventQueue::Thread final : private EventTaker {
 public:
  Thread(EventQueue& queue, State& state) : queue_(queue), state_(state) {}
  // Returns when the queue was closed and all is taken.
  void Run();

 private:
  void Take(const QueuedEvent& event) override;
  void ListRings(std::vector<std::shared_ptr<EventRing>>& rings) override;
  void OnRoom() override;
  void OnLost(std::uint64_t events) override;
  ScalarTag& TagOf(std::uint32_t number);
  void Touch(RunFile& file);
  Status WriteFiles();

  EventQueue& queue_;
  State& state_;
  EventMerger merger_;
  std::vector<ScalarTag*> tags_;     // by number, as far as met
  std::vector<RunFile*> unwritten_;  // files with something to write
};

}  // namespace sightglass::writer
