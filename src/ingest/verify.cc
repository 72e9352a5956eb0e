#include "ingest/verify.h"

#include <atomic>
#include <map>
#include <optional>
#include <utility>

#include "base/mutex.h"
#include "format/event.h"
#include "ingest/discovery.h"
#include "ingest/record_stream.h"

namespace sightglass::ingest {
namespace {

using base::IssueKind;

constexpr std::size_t kReadBytes = std::size_t{256} << 10;
constexpr std::uint64_t kProgressBytes = std::uint64_t{4} << 20;
// A file of nothing but damage has a place every few bytes; more than this many are counted, not
// listed.
constexpr std::size_t kMaxListed = 100'000;

// Why `payload` is no event; empty if it is one.
std::string WhyNoEvent(base::Bytes payload) {
  format::EventView event;
  format::WireError error = format::ParseEvent(payload, event);
  if (error == format::WireError::kOk && event.what == format::EventWhat::kSummary) {
    format::ValueWalker walker(event.body);
    format::ValueView value;
    while (walker.Next(value)) {
    }
    error = walker.error();
  }
  return error == format::WireError::kOk
             ? std::string()
             : fmt::format("not an event: {}", format::WireErrorText(error));
}

FileReport VerifyFile(const std::string& run, const std::string& path, io::FileSystem& files,
                      ReadBuffer& buffer, const std::function<void(std::uint64_t)>& on_bytes) {
  FileReport report{.run = run, .path = path};
  const auto add = [&](IssueKind kind, std::uint64_t begin, std::uint64_t bytes,
                       std::string message) {
    if (base::IssueLosesData(kind)) report.lost_bytes += bytes;
    ++report.places;
    if (report.issues.size() < kMaxListed) {
      report.issues.push_back({.kind = kind,
                               .path = path,
                               .offset = begin,
                               .bytes = bytes,
                               .message = std::move(message)});
    }
  };
  auto opened = files.Open(path);
  const auto info = opened.ok() ? (*opened)->Stat() : base::Result<io::FileInfo>(opened.error());
  if (!info.ok()) {
    add(IssueKind::kFileUnreadable, 0, 0, info.error().message);
    return report;
  }
  report.bytes = info->size_bytes;
  RecordStream stream(**opened, buffer, {.file_bytes = info->size_bytes},
                      [&](const Damage& damage) {
                        add(damage.kind, damage.begin, damage.end - damage.begin, damage.message);
                      });
  Record record;
  std::uint64_t told = 0;
  while (stream.Next(record)) {
    if (std::string why = WhyNoEvent(record.payload); why.empty()) {
      ++report.records;
    } else {
      add(IssueKind::kBadEvent, record.offset, record.frame_bytes(), std::move(why));
    }
    if (record.offset - told >= kProgressBytes) {
      on_bytes(record.offset - told);
      told = record.offset;
    }
  }
  on_bytes(report.bytes - told);
  const StreamEnd& end = stream.end();
  if (!end.status.ok()) {
    add(IssueKind::kFileUnreadable, end.offset, report.bytes - end.offset,
        end.status.error().message);
  }
  if (end.tail) {
    if (end.tail->kind == IssueKind::kTornTail) {
      report.tail_bytes = end.tail->end - end.tail->begin;
    }
    add(end.tail->kind, end.tail->begin, end.tail->end - end.tail->begin, end.tail->message);
  }
  return report;
}

}  // namespace

void VerifyRoots(const std::vector<LogRoot>& roots, io::FileSystem& files, base::ThreadPool& pool,
                 base::IssueLog& issues, const std::function<void(const FileReport&)>& on_file,
                 const std::function<void(std::uint64_t, std::uint64_t)>& on_progress) {
  Discovery discovery(roots, files, pool, issues);
  discovery.WalkAll();
  struct Job {
    std::string run;
    std::string path;
    std::optional<FileReport> report;
  };
  std::vector<Job> jobs;
  std::uint64_t total = 0;
  for (const FoundRun& run : discovery.Runs()) {
    for (const std::string& path : run.files) {
      jobs.push_back({run.name, path, std::nullopt});
      if (const auto info = files.Stat(path); info.ok()) total += info->size_bytes;
    }
  }
  base::Mutex mutex;
  base::CondVar changed;
  std::atomic<std::size_t> next = 0;
  std::uint64_t done = 0;  // guarded by mutex
  for (std::size_t i = 0; i < std::min(pool.threads(), jobs.size()); ++i) {
    pool.Submit([&] {
      ReadBuffer buffer(kReadBytes);
      while (true) {
        const std::size_t index = next.fetch_add(1);
        if (index >= jobs.size()) return;
        FileReport report =
            VerifyFile(jobs[index].run, jobs[index].path, files, buffer, [&](std::uint64_t bytes) {
              const base::MutexLock lock(mutex);
              done += bytes;
              on_progress(done, total);
            });
        const base::MutexLock lock(mutex);
        jobs[index].report = std::move(report);
        changed.NotifyAll();
      }
    });
  }
  for (Job& job : jobs) {
    {
      const base::MutexLock lock(mutex);
      while (!job.report) changed.Wait(mutex);
    }
    on_file(*job.report);
    job.report = FileReport{};
  }
  // The last worker may still be leaving its task, which refers to what is on this stack.
  pool.WaitIdle();
}

}  // namespace sightglass::ingest
