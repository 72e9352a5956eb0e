#include "ingest/loader.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <set>
#include <utility>

#include "base/mutex.h"
#include "ingest/discovery.h"
#include "ingest/run_state.h"

namespace sightglass::ingest {
namespace {

// A piece to read, and whose it is.
struct Task {
  RunState* run = nullptr;
  EventFile* file = nullptr;
  Piece* piece = nullptr;
};

// The tasks of one Refresh(): workers take them in order until none is left.
struct Batch {
  explicit Batch(std::vector<Task> list) : tasks(std::move(list)) {}

  const std::vector<Task> tasks;
  std::atomic<std::size_t> next = 0;
  base::Mutex mutex;
  base::CondVar finished;
  std::size_t workers_left GUARDED_BY(mutex) = 0;
};

}  // namespace

struct Loader::Impl {
  Impl(std::vector<LogRoot> roots, io::FileSystem& fs, base::ThreadPool& threads,
       base::IssueLog& issue_log, LoaderOptions loader_options)
      : files(fs),
        pool(threads),
        issues(issue_log),
        options(loader_options),
        discovery(std::move(roots), fs, threads, issue_log) {
    auto empty = std::make_shared<store::Snapshot>();
    empty->ref_headers = {tables, &tables->headers};
    current = std::move(empty);
  }

  bool Refresh(const std::vector<std::string>* changed);
  // Brings `runs` up to what is on disk. Adds those that are to be looked at to `to_look_at`; true
  // if a run is gone.
  bool UpdateRuns(const std::vector<std::string>* changed, std::vector<RunState*>& to_look_at);
  // Adds what is to be read to `tasks`; true if a file is gone.
  bool LookAtRun(RunState& run, std::vector<Task>& tasks);
  void RunBatch(std::vector<Task> tasks);
  void RunTask(const Task& task, ReadBuffer& buffer);
  ReadPieceContext ContextFor(ReadBuffer& buffer);
  void Settle(RunState& run, ReadBuffer& buffer) REQUIRES_LOCK(run.mutex);
  void AbandonPieces(RunState& run, ReadBuffer& buffer);
  void Publish(bool loading);

  io::FileSystem& files;
  base::ThreadPool& pool;
  base::IssueLog& issues;
  const LoaderOptions options;
  const std::shared_ptr<Tables> tables = std::make_shared<Tables>();

  // Touched by the thread that calls Refresh() alone.
  Discovery discovery;
  std::map<std::string, std::unique_ptr<RunState>> runs;  // by name
  bool has_walked = false;
  std::function<void(const store::Snapshot&)> on_publish;

  std::atomic<std::uint32_t> next_file_id = 0;
  std::atomic<bool> is_cancelled = false;
  std::atomic<std::uint64_t> bytes_done = 0;
  std::atomic<std::uint64_t> bytes_total = 0;
  std::atomic<std::uint64_t> runs_done = 0;
  std::atomic<std::uint64_t> runs_total = 0;

  mutable base::Mutex mutex;  // never held while a run's mutex is taken
  std::shared_ptr<const store::Snapshot> current GUARDED_BY(mutex);
  std::vector<std::string> directories GUARDED_BY(mutex);
};

bool Loader::Impl::UpdateRuns(const std::vector<std::string>* changed,
                              std::vector<RunState*>& to_look_at) {
  std::set<std::string> wanted;
  if (changed != nullptr && has_walked) {
    wanted.insert(changed->begin(), changed->end());
    discovery.Walk(*changed);
  } else {
    changed = nullptr;
    discovery.WalkAll();
  }
  has_walked = true;
  {
    std::vector<std::string> visited = discovery.directories();
    const base::MutexLock lock(mutex);
    directories = std::move(visited);
  }

  std::map<std::string, std::unique_ptr<RunState>> before = std::exchange(runs, {});
  for (FoundRun& run : discovery.Runs()) {
    const auto it = before.find(run.name);
    const bool is_known = it != before.end() && it->second->directory == run.directory;
    std::unique_ptr<RunState> state;
    if (is_known) {
      state = std::move(it->second);
      before.erase(it);
    } else {
      state = std::make_unique<RunState>();
      state->name = run.name;
      state->directory = run.directory;
    }
    state->paths = std::move(run.files);
    if (!is_known || changed == nullptr || wanted.contains(run.directory)) {
      to_look_at.push_back(state.get());
    }
    runs.emplace(run.name, std::move(state));
  }
  for (const auto& [name, state] : before) {
    const base::MutexLock lock(state->mutex);
    for (const auto& [path, file] : state->files) issues.Forget(path);
  }
  return !before.empty();
}

bool Loader::Impl::LookAtRun(RunState& run, std::vector<Task>& tasks) {
  const base::MutexLock lock(run.mutex);
  bool is_changed = false;
  const LookOptions look{.part_bytes = options.part_bytes};
  std::map<std::string, std::unique_ptr<EventFile>> before = std::exchange(run.files, {});
  for (const std::string& path : run.paths) {
    std::unique_ptr<EventFile> file;
    if (const auto it = before.find(path); it != before.end()) {
      file = std::move(it->second);
      before.erase(it);
    } else {
      file = std::make_unique<EventFile>();
      file->id = base::FileId{next_file_id++};
      file->path = path;
    }
    const bool had_issues = !file->look_issues.empty();
    if (!LookAtFile(*file, files, look)) {
      issues.Forget(path);
      is_changed = true;
      continue;
    }
    if (had_issues || !file->look_issues.empty()) issues.Replace(path, file->Issues());
    for (Piece& piece : file->pieces) {
      tasks.push_back({.run = &run, .file = file.get(), .piece = &piece});
    }
    run.pieces_left += file->pieces.size();
    run.files.emplace(path, std::move(file));
  }
  for (const auto& [path, file] : before) issues.Forget(path);
  return is_changed || !before.empty();
}

ReadPieceContext Loader::Impl::ContextFor(ReadBuffer& buffer) {
  return {.files = files,
          .tables = *tables,
          .buffer = buffer,
          .known = nullptr,
          .earlier_wall_time = std::nullopt,
          .on_progress = [this](std::uint64_t bytes) {
            bytes_done.fetch_add(bytes, std::memory_order_relaxed);
            return !is_cancelled.load(std::memory_order_relaxed);
          }};
}

void Loader::Impl::RunTask(const Task& task, ReadBuffer& buffer) {
  const ReadPieceContext context = ContextFor(buffer);
  // The size was taken by the look, so a file that grows meanwhile gives a consistent answer.
  ReadPiece(task.file->path, task.file->info.size_bytes, *task.piece, context);
  const base::MutexLock lock(task.run->mutex);
  task.piece->is_done = true;
  --task.file->pieces_left;
  --task.run->pieces_left;
  Stitch(*task.file, context);
  task.run->is_dirty = true;
  if (task.run->pieces_left == 0) Settle(*task.run, buffer);
}

void Loader::Impl::Settle(RunState& run, ReadBuffer& buffer) {
  SettleKinds(run, ContextFor(buffer));
  run.published = AssembleRun(run, *tables, run.published.get());
  run.is_dirty = false;
  for (const auto& [path, file] : run.files) {
    base::IssueTally tally = file->Issues();
    if (file->has_issues || !tally.empty()) issues.Replace(path, tally);
    file->has_issues = !tally.empty();
  }
  runs_done.fetch_add(1, std::memory_order_relaxed);
}

void Loader::Impl::AbandonPieces(RunState& run, ReadBuffer& buffer) {
  const base::MutexLock lock(run.mutex);
  if (run.pieces_left == 0) return;
  run.pieces_left = 0;
  for (const auto& [path, file] : run.files) {
    if (file->pieces.empty()) continue;
    file->pieces.clear();
    file->pieces_left = 0;
    file->stitched = 0;
    file->must_retry = true;
  }
  Settle(run, buffer);
}

void Loader::Impl::RunBatch(std::vector<Task> tasks) {
  const auto batch = std::make_shared<Batch>(std::move(tasks));
  const std::size_t workers = std::min(pool.threads(), batch->tasks.size());
  {
    const base::MutexLock lock(batch->mutex);
    batch->workers_left = workers;
  }
  for (std::size_t i = 0; i < workers; ++i) {
    pool.Submit([this, batch] {
      ReadBuffer buffer(options.read_bytes);
      while (!is_cancelled.load(std::memory_order_relaxed)) {
        const std::size_t index = batch->next.fetch_add(1, std::memory_order_relaxed);
        if (index >= batch->tasks.size()) break;
        RunTask(batch->tasks[index], buffer);
      }
      const base::MutexLock lock(batch->mutex);
      if (--batch->workers_left == 0) batch->finished.NotifyAll();
    });
  }
  const std::chrono::milliseconds interval(options.publish_interval_millis);
  while (true) {
    {
      const base::MutexLock lock(batch->mutex);
      if (batch->workers_left == 0) return;
      if (interval.count() == 0) {
        batch->finished.Wait(batch->mutex);
        continue;
      }
      if (batch->finished.WaitFor(batch->mutex, interval)) continue;
    }
    Publish(/*loading=*/true);
  }
}

void Loader::Impl::Publish(bool loading) {
  auto snapshot = std::make_shared<store::Snapshot>();
  snapshot->ref_headers = {tables, &tables->headers};
  snapshot->loading = loading;
  snapshot->runs.reserve(runs.size());
  for (const auto& [name, run] : runs) {
    const base::MutexLock lock(run->mutex);
    if (run->is_dirty || run->published == nullptr) {
      run->published = AssembleRun(*run, *tables, run->published.get());
      run->is_dirty = false;
    }
    snapshot->bytes_total += run->published->bytes_total;
    snapshot->bytes_done += run->published->bytes_done;
    snapshot->runs.push_back(run->published);
  }
  {
    const base::MutexLock lock(mutex);
    snapshot->version = current->version + 1;
    current = snapshot;
  }
  if (on_publish) on_publish(*snapshot);
}

bool Loader::Impl::Refresh(const std::vector<std::string>* changed) {
  std::vector<RunState*> to_look_at;
  bool is_changed = UpdateRuns(changed, to_look_at);
  struct Look {
    std::vector<Task> tasks;
    bool is_file_gone = false;
  };
  std::vector<Look> looks(to_look_at.size());
  pool.ForEach(to_look_at.size(), [&](std::size_t i) {
    looks[i].is_file_gone = LookAtRun(*to_look_at[i], looks[i].tasks);
  });
  std::vector<Task> tasks;
  std::vector<RunState*> lost_files;
  for (std::size_t i = 0; i < looks.size(); ++i) {
    tasks.insert(tasks.end(), looks[i].tasks.begin(), looks[i].tasks.end());
    if (looks[i].is_file_gone) lost_files.push_back(to_look_at[i]);
  }
  std::set<RunState*> reading;
  std::uint64_t bytes = 0;
  for (const Task& task : tasks) {
    reading.insert(task.run);
    const std::uint64_t end = std::min(task.piece->end, task.file->info.size_bytes);
    bytes += end - std::min(end, task.piece->begin);
  }
  bytes_done = 0;
  bytes_total = bytes;
  runs_done = 0;
  runs_total = reading.size();

  if (!tasks.empty()) RunBatch(std::move(tasks));

  ReadBuffer buffer(options.read_bytes);
  if (is_cancelled) {
    for (RunState* run : reading) AbandonPieces(*run, buffer);
    is_cancelled = false;
  }
  for (RunState* run : lost_files) {
    if (reading.contains(run)) continue;
    const base::MutexLock lock(run->mutex);
    Settle(*run, buffer);
  }
  is_changed = is_changed || !reading.empty() || !lost_files.empty();
  const bool was_loading = [&] {
    const base::MutexLock lock(mutex);
    return current->loading || current->version == 0;
  }();
  if (is_changed || was_loading) Publish(/*loading=*/false);
  return is_changed;
}

Loader::Loader(std::vector<LogRoot> roots, io::FileSystem& files, base::ThreadPool& pool,
               base::IssueLog& issues, LoaderOptions options)
    : impl_(std::make_unique<Impl>(std::move(roots), files, pool, issues, options)) {}

Loader::~Loader() = default;

bool Loader::Refresh() { return impl_->Refresh(nullptr); }

bool Loader::RefreshDirectories(const std::vector<std::string>& changed) {
  return impl_->Refresh(&changed);
}

std::shared_ptr<const store::Snapshot> Loader::snapshot() const {
  const base::MutexLock lock(impl_->mutex);
  return impl_->current;
}

LoadProgress Loader::progress() const {
  LoadProgress progress;
  progress.bytes_total = impl_->bytes_total;
  progress.bytes_done = std::min<std::uint64_t>(impl_->bytes_done, progress.bytes_total);
  progress.runs_total = impl_->runs_total;
  progress.runs_done = std::min<std::uint64_t>(impl_->runs_done, progress.runs_total);
  return progress;
}

void Loader::set_on_publish(std::function<void(const store::Snapshot&)> callback) {
  impl_->on_publish = std::move(callback);
}

std::vector<std::string> Loader::directories() const {
  const base::MutexLock lock(impl_->mutex);
  return impl_->directories;
}

void Loader::Cancel() { impl_->is_cancelled = true; }

}  // namespace sightglass::ingest
