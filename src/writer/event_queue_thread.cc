#include <chrono>
#include <csignal>
#include <memory>
#include <utility>

#include "writer/event_queue_state.h"
#include "writer/text_pieces.h"

namespace sightglass::writer {

// REQUIRES: state_->mutex is held.
void EventQueue::StartThread() {
  if (state_->running) return;
  // The program's signal handlers are for its own threads.
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  state_->thread = std::thread([this, &state = *state_] { Thread(*this, state).Run(); });
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  state_->running = true;
}

void EventQueue::Thread::Run() {
  // Eager rings wake for each event; the interval is then only a safeguard for retries.
  const std::chrono::milliseconds interval(
      queue_.options_.flush_millis > 0 ? queue_.options_.flush_millis : 1'000);
  std::unique_lock lock(state_.mutex);
  for (;;) {
    state_.work.wait_for(lock, interval, [this] {
      return state_.woken || queue_.closed() || state_.flush_wanted != state_.flush_done;
    });
    state_.woken = false;
    const bool last = queue_.closed();
    const std::uint64_t flushed = state_.flush_wanted;
    lock.unlock();
    merger_.Drain(*this);
    Status written = WriteFiles();
    lock.lock();
    // Trouble that passed may be told again when it comes back.
    if (written.ok() && !state_.io_status.ok()) queue_.errors_.Forget(state_.io_status);
    state_.io_status = std::move(written);
    state_.flush_done = flushed;
    state_.progress.notify_all();
    std::erase_if(state_.rings, [](const auto& ring) {
      return ring->abandoned() && ring->tail() == ring->head() &&
             (ring->obstacles() & EventRing::kSpilling) == 0;
    });
    if (last) return;
  }
}

ScalarTag& EventQueue::Thread::TagOf(std::uint32_t number) {
  if (number >= tags_.size()) {
    const std::lock_guard lock(queue_.names_mutex_);
    for (std::size_t i = tags_.size(); i < queue_.tags_.size(); ++i) {
      tags_.push_back(&queue_.tags_[i]);
    }
  }
  return *tags_[number];
}

void EventQueue::Thread::Take(const QueuedEvent& event) {
  if (event.tag != QueuedEvent::kLarge) {
    ScalarTag& tag = TagOf(event.tag);
    tag.file().AddScalar(tag, event.step, event.wall_time, event.value());
    Touch(tag.file());
    return;
  }
  const std::unique_ptr<LargeEvent> large(event.large());
  large->file->AddEvent(large->field, large->body, event.step, event.wall_time);
  if (large->counted) {
    queue_.large_bytes_.fetch_sub(large->body.size(), std::memory_order_relaxed);
  }
  Touch(*large->file);
}

void EventQueue::Thread::Touch(RunFile& file) {
  if (file.EnterList()) unwritten_.push_back(&file);
  if (file.wants_writing()) queue_.Account(file, file.Write());
}

void EventQueue::Thread::ListRings(std::vector<std::shared_ptr<EventRing>>& rings) {
  const std::lock_guard lock(state_.mutex);
  rings = state_.rings;
}

void EventQueue::Thread::OnRoom() {
  const std::lock_guard lock(state_.mutex);
  if (state_.waiting_producers > 0) state_.progress.notify_all();
}

void EventQueue::Thread::OnLost(std::uint64_t events) {
  queue_.dropped_.fetch_add(events, std::memory_order_relaxed);
  queue_.errors_.Report(
      {StatusCode::kUnavailable, JoinPieces({events, " spilled events cannot be read back"})});
}

Status EventQueue::Thread::WriteFiles() {
  Status first;
  std::erase_if(unwritten_, [&](RunFile* file) {
    Status written = file->Write();
    queue_.Account(*file, written);
    if (!written.ok() && first.ok()) first = std::move(written);
    if (file->empty()) file->LeaveList();
    return file->empty();
  });
  return first;
}

}  // namespace sightglass::writer
