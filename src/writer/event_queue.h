#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sightglass/status.h"
#include "sightglass/summary_values.h"
#include "sightglass/writer_options.h"
#include "writer/error_reporter.h"
#include "writer/event_ring.h"
#include "writer/file_sink.h"
#include "writer/fork_registry.h"
#include "writer/non_finite_tags.h"
#include "writer/run_file.h"
#include "writer/scalar_tag.h"

namespace sightglass::writer {

// Takes events from any number of threads and gives them to one, which frames and writes them.
//
// A thread puts its events into a ring of its own. An event's number says after which others it
// came; the writing thread merges the rings by it (see event_merger.h). It looks at the rings when
// one is half full, when somebody waits, and every flush_millis.
//
// Threads: any thread may call anything.
// Locks: names_mutex_ before state_->mutex. Neither is held while a file is written.
class EventQueue final : private ForkMember {
 public:
  EventQueue(WriterOptions options, std::shared_ptr<SinkMaker> maker);
  ~EventQueue() override;
  EventQueue(const EventQueue&) = delete;
  EventQueue& operator=(const EventQueue&) = delete;

  // The file of the folder `directory`, the same for the same folder. It lives as long as this.
  RunFile& FileIn(const std::string& directory);
  // Makes the file now. REQUIRES: no event was added yet.
  Status OpenNow(RunFile& file);

  // The number of a tag, the same for the same tag; its first options count. A tag that `bad`
  // speaks of gets a number, too, and adding to it returns `bad`.
  std::uint32_t TagNumber(RunFile& file, std::string_view tag, const ScalarOptions& options,
                          const Status& bad);
  // By name, remembered by each thread. TagCache::kUnknown if this thread has not met it.
  std::uint32_t KnownTag(const RunFile& file, std::string_view tag);
  void RememberTag(const RunFile& file, std::uint32_t number);

  // Has the histogram `tag` had NaN or infinities among its numbers, now or earlier?
  bool NoteNonFinite(const RunFile& file, std::string_view tag, bool some_now);

  static bool IsBadTag(std::uint32_t number) { return number >= kFirstBadTag; }
  // What is wrong with it, if anything.
  Status CheckTag(std::uint32_t number);

  // REQUIRES: !IsBadTag(tag).
  Status AddScalar(std::uint32_t tag, std::int64_t step, double wall_time, double value) {
    EventRing* const ring = RingOfThread();
    if (ring == nullptr || ring->obstacles() != 0 || !ring->HasRoom()) [[unlikely]] {
      return AddScalarSlowly(ring, tag, step, wall_time, value);
    }
    QueuedEvent event{.step = step, .wall_time = wall_time, .tag = tag};
    event.set_value(value);
    event.order = order_.fetch_add(1, std::memory_order_acq_rel);
    if (ring->Push(event)) Wake();
    return {};
  }
  Status AddLarge(std::unique_ptr<LargeEvent> event, std::int64_t step, double wall_time);

  Status Flush();
  // The first call waits until all is written; others wait for it and succeed.
  Status Close();
  [[nodiscard]] bool closed() const { return closed_.load(std::memory_order_acquire); }
  [[nodiscard]] Status status();
  [[nodiscard]] WriterCounts counts() const;

  // Counts a refused call, tells of it, and returns it.
  Status Refuse(Status why);
  ErrorReporter& errors() { return errors_; }

 private:
  struct State;
  class Thread;

  static constexpr std::uint32_t kFirstBadTag = 0x8000'0000U;

  // The fork() handlers.
  void BeforeFork() override;
  void InParent() override;
  void InChild() override;
  void AtExit() override;

  EventRing* RingOfThread();
  EventRing* MakeRing();
  void StartThread();
  void Wake();
  Status AddScalarSlowly(EventRing* ring, std::uint32_t tag, std::int64_t step, double wall_time,
                         double value);
  Status AddSlowly(EventRing* ring, QueuedEvent event, std::size_t large_bytes);
  bool WaitForRoom(EventRing& ring, std::size_t large_bytes);
  bool HasRoom(EventRing& ring, std::size_t large_bytes) const;
  Status Drop(const QueuedEvent& event);
  void Account(RunFile& file, const Status& written);
  Status FinishFiles();

  const WriterOptions options_;
  const std::size_t ring_capacity_;
  const std::shared_ptr<SinkMaker> maker_;
  ErrorReporter errors_;
  // Tells threads which ring is this queue's. No two queues ever have the same; a forked child's
  // has another than its parent's.
  std::uint64_t id_;

  alignas(64) std::atomic<std::uint64_t> order_ = 0;  // of the next event
  alignas(64) std::atomic<std::size_t> large_bytes_ = 0;
  std::atomic<std::uint64_t> refused_ = 0;
  std::atomic<std::uint64_t> dropped_ = 0;
  std::atomic<std::uint64_t> spilled_ = 0;
  std::atomic<std::uint64_t> written_bytes_ = 0;
  std::atomic<bool> closed_ = false;

  std::mutex names_mutex_;
  std::unordered_map<std::string, std::unique_ptr<RunFile>> files_;
  std::deque<ScalarTag> tags_;  // by number; each stays where it is
  std::deque<Status> bad_tags_;
  std::unordered_map<std::string, std::uint32_t> tag_numbers_;  // key: file and tag

  NonFiniteTags non_finite_tags_;

  // What the threads share, in one piece so that a forked child can begin with another.
  std::unique_ptr<State> state_;
};

}  // namespace sightglass::writer
