#include "writer/event_queue.h"

#include <algorithm>
#include <bit>
#include <new>
#include <utility>

#include "writer/event_queue_state.h"
#include "writer/text_pieces.h"

namespace sightglass::writer {
namespace {

constexpr std::size_t kMinRingCapacity = 16;
constexpr std::size_t kMaxRingCapacity = std::size_t{1} << 24;
// For a thread that logs while it ends.
constexpr std::size_t kLateRingCapacity = 64;

std::uint64_t NewId() {
  static std::atomic<std::uint64_t> next = 1;
  return next.fetch_add(1);
}

// The ring that this thread used last. Trivial, so that looking at it costs nothing.
struct LastRing {
  std::uint64_t queue = 0;
  EventRing* ring = nullptr;
};
constinit thread_local LastRing last_ring;

// All rings of this thread. When it ends, they are left to their queues.
class ThreadRings {
 public:
  ThreadRings() = default;
  ~ThreadRings() {
    for (const auto& [queue, ring] : rings_) ring->set_abandoned();
    last_ring = {};
    ended = true;
  }
  ThreadRings(const ThreadRings&) = delete;
  ThreadRings& operator=(const ThreadRings&) = delete;

  [[nodiscard]] EventRing* Find(std::uint64_t queue) const {
    for (const auto& [id, ring] : rings_) {
      if (id == queue) return ring.get();
    }
    return nullptr;
  }
  void Add(std::uint64_t queue, std::shared_ptr<EventRing> ring) {
    // Those of closed queues are of no use any more.
    std::erase_if(rings_, [](const auto& entry) {
      return (entry.second->obstacles() & EventRing::kClosed) != 0;
    });
    rings_.emplace_back(queue, std::move(ring));
  }

  static constinit thread_local bool ended;

 private:
  std::vector<std::pair<std::uint64_t, std::shared_ptr<EventRing>>> rings_;
};
constinit thread_local bool ThreadRings::ended = false;

ThreadRings& RingsOfThread() {
  thread_local ThreadRings rings;
  return rings;
}

std::string TagKey(const RunFile& file, std::string_view tag) {
  const auto number = reinterpret_cast<std::uintptr_t>(&file);
  std::string key(reinterpret_cast<const char*>(&number), sizeof(number));
  key += tag;
  return key;
}

Status Closed() { return {StatusCode::kFailedPrecondition, "the writer is closed"}; }

}  // namespace

EventQueue::EventQueue(WriterOptions options, std::shared_ptr<SinkMaker> maker)
    : options_(std::move(options)),
      ring_capacity_(
          std::bit_ceil(std::clamp(options_.max_queue, kMinRingCapacity, kMaxRingCapacity))),
      maker_(std::move(maker)),
      errors_(options_.on_error),
      id_(NewId()),
      state_(std::make_unique<State>()) {
  JoinForks(*this);
}

EventQueue::~EventQueue() {
  Close();
  LeaveForks(*this);
}

RunFile& EventQueue::FileIn(const std::string& directory) {
  const std::lock_guard lock(names_mutex_);
  std::unique_ptr<RunFile>& file = files_[directory];
  if (file == nullptr) {
    RunFileOptions options{.purge_step = options_.purge_step};
    if (!options_.filename_suffix.empty()) {
      options.name_end =
          (options_.filename_suffix.starts_with('.') ? "" : ".") + options_.filename_suffix;
    }
    file = std::make_unique<RunFile>(directory, std::move(options), maker_);
  }
  return *file;
}

Status EventQueue::OpenNow(RunFile& file) {
  Status opened = file.Open();
  Account(file, opened);
  const std::lock_guard lock(state_->mutex);
  state_->io_status = opened;
  return opened;
}

std::uint32_t EventQueue::TagNumber(RunFile& file, std::string_view tag,
                                    const ScalarOptions& options, const Status& bad) {
  const std::lock_guard lock(names_mutex_);
  if (!bad.ok()) {
    bad_tags_.push_back(bad);
    return kFirstBadTag + static_cast<std::uint32_t>(bad_tags_.size() - 1);
  }
  const auto [found, added] =
      tag_numbers_.try_emplace(TagKey(file, tag), static_cast<std::uint32_t>(tags_.size()));
  if (added) tags_.emplace_back(file, tag, options);
  return found->second;
}

bool EventQueue::NoteNonFinite(const RunFile& file, std::string_view tag, bool some_now) {
  if (!some_now && !non_finite_tags_.any()) return false;
  return non_finite_tags_.Note(TagKey(file, tag), some_now);
}

Status EventQueue::CheckTag(std::uint32_t number) {
  if (!IsBadTag(number)) return {};
  const std::lock_guard lock(names_mutex_);
  return bad_tags_[number - kFirstBadTag];
}

std::uint32_t EventQueue::KnownTag(const RunFile& file, std::string_view tag) {
  EventRing* const ring = RingOfThread();
  return ring == nullptr ? TagCache::kUnknown : ring->tags().Find(&file, tag);
}

void EventQueue::RememberTag(const RunFile& file, std::uint32_t number) {
  EventRing* const ring = RingOfThread();
  if (ring == nullptr) return;
  const std::string* tag = nullptr;
  {
    const std::lock_guard lock(names_mutex_);
    tag = &tags_[number].tag();
  }
  ring->tags().Remember(&file, *tag, number);
}

EventRing* EventQueue::RingOfThread() {
  if (last_ring.queue == id_) [[likely]]
    return last_ring.ring;
  return MakeRing();
}

// Finds the thread's ring or makes it. nullptr if the queue is closed.
EventRing* EventQueue::MakeRing() {
  if (ThreadRings::ended) {
    auto ring = std::make_shared<EventRing>(kLateRingCapacity);
    const std::lock_guard lock(state_->mutex);
    if (closed()) return nullptr;
    StartThread();
    state_->rings.push_back(ring);
    return ring.get();
  }
  EventRing* ring = RingsOfThread().Find(id_);
  if (ring == nullptr) {
    auto made = std::make_shared<EventRing>(ring_capacity_);
    if (options_.flush_millis <= 0) made->AddObstacle(EventRing::kEager);
    const std::lock_guard lock(state_->mutex);
    if (closed()) return nullptr;
    StartThread();
    state_->rings.push_back(made);
    ring = made.get();
    RingsOfThread().Add(id_, std::move(made));
  }
  last_ring = {id_, ring};
  return ring;
}

void EventQueue::Wake() {
  const std::lock_guard lock(state_->mutex);
  state_->woken = true;
  state_->work.notify_one();
}

Status EventQueue::AddLarge(std::unique_ptr<LargeEvent> event, std::int64_t step,
                            double wall_time) {
  const std::size_t bytes = event->body.size();
  QueuedEvent queued{.step = step, .wall_time = wall_time};
  queued.set_large(event.release());
  return AddSlowly(RingOfThread(), queued, bytes);
}

Status EventQueue::AddScalarSlowly(EventRing* ring, std::uint32_t tag, std::int64_t step,
                                   double wall_time, double value) {
  QueuedEvent event{.step = step, .wall_time = wall_time, .tag = tag};
  event.set_value(value);
  return AddSlowly(ring, event, 0);
}

Status EventQueue::AddSlowly(EventRing* ring, QueuedEvent event, std::size_t large_bytes) {
  if (ring == nullptr || (ring->obstacles() & EventRing::kClosed) != 0) {
    if (event.tag == QueuedEvent::kLarge) delete event.large();
    return Refuse(Closed());
  }
  const bool spills = (ring->obstacles() & EventRing::kSpilling) != 0;
  if (spills || !HasRoom(*ring, large_bytes)) {
    switch (options_.overflow) {
      case OverflowPolicy::kBlock:
        if (!WaitForRoom(*ring, large_bytes)) {
          if (event.tag == QueuedEvent::kLarge) delete event.large();
          return Refuse(Closed());
        }
        break;
      case OverflowPolicy::kDropNewest:
        return Drop(event);
      case OverflowPolicy::kSpill:
        event.order = order_.fetch_add(1, std::memory_order_acq_rel);
        if (!ring->Spill(event, options_.spill_dir)) return Drop(event);
        spilled_.fetch_add(1, std::memory_order_relaxed);
        Wake();
        return {};
    }
  }
  if (event.tag == QueuedEvent::kLarge) {
    event.large()->counted = true;
    large_bytes_.fetch_add(large_bytes, std::memory_order_relaxed);
  }
  event.order = order_.fetch_add(1, std::memory_order_acq_rel);
  const bool half_full = ring->Push(event);
  if (half_full || options_.flush_millis <= 0) Wake();
  return {};
}

bool EventQueue::HasRoom(EventRing& ring, std::size_t large_bytes) const {
  if (!ring.HasRoom()) return false;
  const std::size_t waiting = large_bytes_.load(std::memory_order_relaxed);
  return large_bytes == 0 || waiting == 0 || waiting + large_bytes <= options_.max_queue_bytes;
}

// False if the queue was closed meanwhile.
bool EventQueue::WaitForRoom(EventRing& ring, std::size_t large_bytes) {
  std::unique_lock lock(state_->mutex);
  ++state_->waiting_producers;
  state_->woken = true;
  state_->work.notify_one();
  state_->progress.wait(lock, [&] { return closed() || HasRoom(ring, large_bytes); });
  --state_->waiting_producers;
  return !closed();
}

Status EventQueue::Drop(const QueuedEvent& event) {
  if (event.tag == QueuedEvent::kLarge) delete event.large();
  dropped_.fetch_add(1, std::memory_order_relaxed);
  Status status(
      StatusCode::kResourceExhausted,
      JoinPieces({"dropped: the queue is full, limit ", ring_capacity_, " events of a thread and ",
                  options_.max_queue_bytes, " bytes of large ones"}));
  errors_.Report(status);
  return status;
}

Status EventQueue::Flush() {
  std::unique_lock lock(state_->mutex);
  if (closed()) return Closed();
  if (!state_->running) return state_->io_status;
  const std::uint64_t mine = ++state_->flush_wanted;
  state_->work.notify_one();
  state_->progress.wait(lock, [&] { return state_->flush_done >= mine || state_->ended; });
  return state_->io_status;
}

Status EventQueue::Close() {
  State& state = *state_;
  {
    std::unique_lock lock(state.mutex);
    if (closed_.exchange(true, std::memory_order_acq_rel)) {
      state.progress.wait(lock, [&] { return state.ended; });
      return {};
    }
    for (const auto& ring : state.rings) ring->AddObstacle(EventRing::kClosed);
    state.work.notify_one();
    state.progress.notify_all();
  }
  if (state.thread.joinable()) state.thread.join();
  Status finished = FinishFiles();
  const std::lock_guard lock(state.mutex);
  state.ended = true;
  state.io_status = finished;
  state.progress.notify_all();
  return finished;
}

// What could not be written by now is lost, and said to be.
Status EventQueue::FinishFiles() {
  const std::lock_guard lock(names_mutex_);
  Status first;
  for (auto& [directory, file] : files_) {
    if (!file->empty()) {
      Status written = file->Write();
      Account(*file, written);
      if (!written.ok()) {
        const std::uint64_t lost = file->WaitingRecords();
        dropped_.fetch_add(lost, std::memory_order_relaxed);
        Status status(written.code(), JoinPieces({lost, " events lost: ", written.message()}));
        errors_.Report(status);
        if (first.ok()) first = std::move(status);
      }
    }
    file->Close();
  }
  return first;
}

void EventQueue::Account(RunFile& file, const Status& written) {
  written_bytes_.fetch_add(file.TakeWrittenBytes(), std::memory_order_relaxed);
  dropped_.fetch_add(file.TakeDropped(), std::memory_order_relaxed);
  if (file.TakeReplaced()) {
    const Status told(
        StatusCode::kNotFound,
        JoinPieces({"an event file was deleted while it was written; going on in a new one in ",
                    file.directory()}));
    errors_.Report(told);
    errors_.Forget(told);
  }
  errors_.Report(written);
}

Status EventQueue::Refuse(Status why) {
  refused_.fetch_add(1, std::memory_order_relaxed);
  errors_.Report(why);
  return why;
}

Status EventQueue::status() {
  const std::lock_guard lock(state_->mutex);
  return state_->io_status;
}

WriterCounts EventQueue::counts() const {
  return {.events = order_.load(std::memory_order_relaxed),
          .refused = refused_.load(std::memory_order_relaxed),
          .dropped = dropped_.load(std::memory_order_relaxed),
          .spilled = spilled_.load(std::memory_order_relaxed),
          .bytes = written_bytes_.load(std::memory_order_relaxed)};
}

void EventQueue::BeforeFork() {
  names_mutex_.lock();
  state_->mutex.lock();
}

void EventQueue::InParent() {
  state_->mutex.unlock();
  names_mutex_.unlock();
}

void EventQueue::InChild() {
  auto fresh = std::make_unique<State>();
  fresh->ended = closed();
  for (const auto& ring : state_->rings) ring->Disown();
  state_->mutex.unlock();
  // Its condition variables may have waiters that do not exist here.
  LeaveToParent(state_.release());
  state_ = std::move(fresh);
  for (auto& [directory, file] : files_) file->StartAnew();
  large_bytes_.store(0, std::memory_order_relaxed);
  id_ = NewId();
  names_mutex_.unlock();
}

void EventQueue::AtExit() {
  if (!closed()) Flush();
}

}  // namespace sightglass::writer
