#include "writer/trace_log.h"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <limits>
#include <utility>

#ifdef __linux__
#include <sys/syscall.h>
#endif

#include "base/utf8_scan.h"
#include "writer/deflate_encoder.h"
#include "writer/file_sink.h"
#include "writer/text_pieces.h"
#include "writer/whole_file.h"

namespace sightglass::writer {
namespace {

std::uint32_t ThreadNumber() {
#ifdef __linux__
  thread_local const auto number = static_cast<std::uint32_t>(::syscall(SYS_gettid));
#else
  static std::atomic<std::uint32_t> next{1};
  thread_local const std::uint32_t number = next.fetch_add(1);
#endif
  return number;
}

std::string ThreadName() {
#ifdef __linux__
  char name[16] = {};
  if (::pthread_getname_np(::pthread_self(), name, sizeof(name)) == 0) return name;
#endif
  return {};
}

void AppendJsonText(std::string_view text, std::string& out) {
  constexpr char kDigits[] = "0123456789abcdef";
  out += '"';
  while (!text.empty()) {
    const std::size_t good = base::FindBadUtf8(text);
    for (const char c : text.substr(0, good)) {
      const auto byte = static_cast<unsigned char>(c);
      if (c == '"' || c == '\\') {
        out += '\\';
        out += c;
      } else if (byte < 0x20) {
        out += "\\u00";
        out += kDigits[byte >> 4];
        out += kDigits[byte & 0xF];
      } else {
        out += c;
      }
    }
    text.remove_prefix(good);
    if (!text.empty()) {
      out += "\xEF\xBF\xBD";
      text.remove_prefix(1);
    }
  }
  out += '"';
}

// Microseconds with all digits that nanoseconds have.
void AppendMicros(std::int64_t nanos, std::string& out) {
  const auto rest = static_cast<int>(nanos % 1000);
  AppendPieces(out, {nanos / 1000, ".", rest / 100, rest / 10 % 10, rest % 10});
}

std::string SessionName() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  ::localtime_r(&now, &local);
  char text[32];
  return {text, std::strftime(text, sizeof(text), "%Y_%m_%d_%H_%M_%S", &local)};
}

}  // namespace

TraceLog::TraceLog(std::string log_dir) : log_dir_(std::move(log_dir)) { JoinForks(*this); }

TraceLog::~TraceLog() { LeaveForks(*this); }

void TraceLog::BeforeFork() { mutex_.lock(); }

void TraceLog::InParent() { mutex_.unlock(); }

void TraceLog::InChild() {
  batch_ = {};
  mutex_.unlock();
}

std::int64_t TraceLog::Now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void TraceLog::AddTo(Batch& batch, std::string_view name, Scope scope) {
  if (batch.scopes.size() >= kMaxScopes) {
    ++batch.left_out;
    return;
  }
  auto found = batch.name_numbers.find(name);
  if (found == batch.name_numbers.end()) {
    const auto number = static_cast<std::uint32_t>(batch.names.size());
    batch.names.reserve(batch.names.size() + 1);
    found = batch.name_numbers.emplace(name, number).first;
    batch.names.push_back(&found->first);
  }
  scope.name = found->second;
  batch.scopes.push_back(scope);
}

void TraceLog::Add(std::string_view name, std::int64_t begin_nanos, std::int64_t end_nanos) {
  const std::uint32_t thread = ThreadNumber();
  const std::scoped_lock lock(mutex_);
  try {
    if (!batch_.threads.contains(thread)) batch_.threads.emplace(thread, ThreadName());
    AddTo(batch_, name, {0, thread, begin_nanos, end_nanos});
  } catch (...) {
    ++batch_.left_out;
  }
}

// One process with a row per thread; times from the first scope on.
std::string TraceLog::Format(const Batch& batch) {
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
  for (const Scope& scope : batch.scopes) first = std::min(first, scope.begin_nanos);
  std::vector<std::string> names;
  for (const std::string* name : batch.names) {
    std::string quoted;
    AppendJsonText(*name, quoted);
    names.push_back(std::move(quoted));
  }
  const std::string process = std::to_string(::getpid());
  std::string out;
  const auto append_name = [&](std::string_view kind, std::string_view thread,
                               std::string_view name) {
    AppendPieces(out, {R"({"ph":"M","pid":)", process});
    if (!thread.empty()) AppendPieces(out, {R"(,"tid":)", thread});
    AppendPieces(out, {R"(,"name":")", kind, R"(","args":{"name":)"});
    AppendJsonText(name, out);
    out += "}},\n";
  };

  out.reserve(256 + 96 * batch.scopes.size());
  AppendPieces(out, {R"({"displayTimeUnit":"ns","metadata":{"highres-ticks":true,)",
                     R"("scopes_left_out":)", batch.left_out, "},\"traceEvents\":[\n"});
  append_name("process_name", {}, JoinPieces({HostName(), " ", process}));
  for (const auto& [thread, name] : batch.threads) {
    const std::string number = std::to_string(thread);
    append_name("thread_name", number, JoinPieces({name, name.empty() ? "" : "/", number}));
  }
  bool comma = false;
  for (const Scope& scope : batch.scopes) {
    if (std::exchange(comma, true)) out += ",\n";
    AppendPieces(out, {R"({"ph":"X","pid":)", process, R"(,"tid":)", scope.thread, R"(,"ts":)"});
    AppendMicros(scope.begin_nanos - first, out);
    out += R"(,"dur":)";
    AppendMicros(std::max<std::int64_t>(scope.end_nanos - scope.begin_nanos, 0), out);
    AppendPieces(out, {R"(,"name":)", names[scope.name], "}"});
  }
  out += "\n]}\n";
  return out;
}

Status TraceLog::WriteFile(std::string_view bytes) const {
  const std::string session = JoinPieces({log_dir_, "/plugins/profile/", SessionName()});
  // A second trace within a second, or one of another process on this host, gets a folder of its
  // own.
  for (int attempt = 0;; ++attempt) {
    const std::string folder = attempt == 0 ? session : JoinPieces({session, "_", attempt});
    if (Status status = MakeDirectories(folder); !status.ok()) return status;
    WholeFile file(JoinPieces({folder, "/", HostName(), ".trace.json.gz"}),
                   WholeFile::Existing::kKeep);
    Status status = file.Open();
    if (status.code() == StatusCode::kFailedPrecondition && attempt < 1'000) continue;
    if (status.ok()) status = file.Append(bytes);
    return status.ok() ? file.Finish() : status;
  }
}

Status TraceLog::Write() {
  Batch batch;
  {
    const std::scoped_lock lock(mutex_);
    std::swap(batch, batch_);
  }
  if (batch.scopes.empty()) return {};
  Status status;
  try {
    std::string file;
    AppendGzip(Format(batch), file);
    status = WriteFile(file);
  } catch (...) {
    status = Status(StatusCode::kResourceExhausted, "out of memory for a trace");
  }
  if (!status.ok()) {
    const std::scoped_lock lock(mutex_);
    std::swap(batch, batch_);
    for (const Scope& scope : batch.scopes) AddTo(batch_, *batch.names[scope.name], scope);
    batch_.threads.merge(batch.threads);
    batch_.left_out += batch.left_out;
  }
  return status;
}

}  // namespace sightglass::writer
