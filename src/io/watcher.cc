#include "io/watcher.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/check.h"
#include "io/file_system_kind.h"
#include "io/unique_fd.h"

namespace sightglass::io {
namespace {

using std::chrono::milliseconds;
using SteadyClock = std::chrono::steady_clock;

// IN_ATTRIB: a file may just have become readable. IN_CLOSE_WRITE: writes through a mapping are not
// told of one by one.
constexpr std::uint32_t kEvents = IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE |
                                  IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF |
                                  IN_ONLYDIR;
// After these the path no longer leads to what is watched.
constexpr std::uint32_t kGoneEvents = IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED;

// Longer waits are several shorter ones.
constexpr milliseconds kMaxWait = std::chrono::hours(24);

bool MeansGone(int error_number) { return error_number == ENOENT || error_number == ENOTDIR; }

// A server that does not answer leaves the question open: not gone.
bool IsGone(const std::string& directory) {
  struct stat status;
  if (::stat(directory.c_str(), &status) != 0) return MeansGone(errno);
  return !S_ISDIR(status.st_mode);
}

bool MeansLimit(int error_number) {
  return error_number == ENOSPC || error_number == EMFILE || error_number == ENFILE ||
         error_number == ENOMEM;
}

// 1. by_path_ holds every watched directory; one without a descriptor is polled.
// 2. paths_of_ is by_path_ turned round. Several paths share a descriptor when links lead to one
//    directory, since the kernel counts directories, not paths.
// 3. Descriptors are not given out again while the queue may hold events for them, so an event of
//    an unknown descriptor is one from before an Unwatch() and is dropped.
class LocalWatcher final : public Watcher {
 public:
  LocalWatcher(base::IssueLog& issues, WatcherOptions options)
      : issues_(issues),
        poll_interval_(std::max(options.poll_interval, milliseconds(1))),
        wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (options.poll_only) return;
    inotify_ = UniqueFd(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
    if (!inotify_.valid()) init_error_ = errno;
  }

  void Watch(const std::string& directory) override {
    const auto known = by_path_.find(directory);
    // Asked again also for what is known: the path may lead to another directory by now, after a
    // parent was renamed. The kernel answers with the same descriptor if it does not.
    const Answer answer = AskKernel(directory);
    if (answer.gone) {
      if (known != by_path_.end()) Forget(known);
      return;
    }
    if (known != by_path_.end()) {
      if (known->second.descriptor == answer.descriptor) return;
      Forget(known);
    }
    const bool polled = !answer.descriptor.has_value() || IsRemote(directory);
    if (polled && polled_count_++ == 0) next_poll_ = SteadyClock::now() + poll_interval_;
    by_path_.emplace(directory, State{answer.descriptor, polled});
    if (answer.descriptor) paths_of_[*answer.descriptor].push_back(directory);
    if (answer.limit_error != 0 && !IsRemote(directory)) ReportLimit(directory, answer.limit_error);
  }

  void Unwatch(const std::string& directory) override {
    if (const auto known = by_path_.find(directory); known != by_path_.end()) Forget(known);
  }

  std::vector<std::string> Wait(milliseconds timeout) override {
    const auto deadline = SteadyClock::now() + std::clamp(timeout, milliseconds(0), kMaxWait);
    std::set<std::string> changed;
    for (;;) {
      const bool woken = WaitForDescriptors(deadline);
      ReadEvents(changed);
      if (polled_count_ > 0 && SteadyClock::now() >= next_poll_) Poll(changed);
      if (woken || !changed.empty() || SteadyClock::now() >= deadline) break;
    }
    return {std::make_move_iterator(changed.begin()), std::make_move_iterator(changed.end())};
  }

  void Wake() override {
    const std::uint64_t one = 1;
    // It can only fail when the counter is full, and then the other side is awake anyway.
    [[maybe_unused]] const ssize_t written = ::write(wake_.get(), &one, sizeof(one));
  }

  [[nodiscard]] std::size_t polled_count() const override { return polled_count_; }

 private:
  struct State {
    std::optional<int> descriptor = std::nullopt;
    bool polled = false;
  };
  using ByPath = std::map<std::string, State, std::less<>>;

  struct Answer {
    std::optional<int> descriptor = std::nullopt;
    bool gone = false;
    int limit_error = 0;  // why there is no descriptor, where a limit is why
  };

  Answer AskKernel(const std::string& directory) {
    if (!inotify_.valid()) {
      if (IsGone(directory)) return {.gone = true};
      return {.limit_error = init_error_};
    }
    const int descriptor = ::inotify_add_watch(inotify_.get(), directory.c_str(), kEvents);
    if (descriptor >= 0) return {.descriptor = descriptor};
    if (MeansGone(errno)) return {.gone = true};
    // Others, such as a directory that may not be read at present, are polled without a word:
    // whoever lists it will say more.
    return {.limit_error = MeansLimit(errno) ? errno : 0};
  }

  // Writers on this machine are notified about even there, so such directories have both.
  static bool IsRemote(const std::string& directory) {
    struct statfs status;
    return ::statfs(directory.c_str(), &status) == 0 &&
           ChangesUnseen(static_cast<std::uint64_t>(status.f_type));
  }

  void ReportLimit(const std::string& directory, int error_number) {
    if (std::exchange(limit_reported_, true)) return;
    issues_.Report({.kind = base::IssueKind::kWatchLimited,
                    .path = directory,
                    .message = fmt::format(
                        "inotify: {}; this directory and others are looked at every {} ms instead "
                        "(fs.inotify.max_user_watches and max_user_instances set the limit)",
                        std::generic_category().message(error_number), poll_interval_.count())});
  }

  void Forget(ByPath::iterator known) {
    if (known->second.polled) --polled_count_;
    if (const auto descriptor = known->second.descriptor) {
      const auto paths = paths_of_.find(*descriptor);
      DCHECK(paths != paths_of_.end());
      std::erase(paths->second, known->first);
      if (paths->second.empty()) {
        paths_of_.erase(paths);
        // Fails when the directory is gone, and the kernel's watch with it.
        ::inotify_rm_watch(inotify_.get(), *descriptor);
      }
    }
    by_path_.erase(known);
  }

  // True when Wake() was called since the last time.
  bool WaitForDescriptors(SteadyClock::time_point deadline) {
    auto until = deadline;
    if (polled_count_ > 0) until = std::min(until, next_poll_);
    // Rounded up: waking a little early would spin through the last millisecond.
    const auto left = std::chrono::ceil<milliseconds>(until - SteadyClock::now());
    // poll() passes over a negative descriptor.
    std::array<pollfd, 2> waiting = {{{wake_.get(), POLLIN, 0}, {inotify_.get(), POLLIN, 0}}};
    ::poll(waiting.data(), waiting.size(),
           static_cast<int>(std::max(left, milliseconds(0)).count()));
    std::uint64_t count = 0;
    return ::read(wake_.get(), &count, sizeof(count)) == sizeof(count);
  }

  void ReadEvents(std::set<std::string>& changed) {
    if (!inotify_.valid()) return;
    // Each read takes hundreds of events; a full queue takes a few dozen reads. Whoever writes
    // without end must not keep us here: what is left is there at the next Wait().
    constexpr int kMaxReads = 64;
    std::array<char, 64 * 1024> buffer;
    for (int i = 0; i < kMaxReads; ++i) {
      const ssize_t got = ::read(inotify_.get(), buffer.data(), buffer.size());
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return;
      for (std::size_t at = 0; at < static_cast<std::size_t>(got);) {
        inotify_event event;
        std::memcpy(&event, buffer.data() + at, sizeof(event));
        at += sizeof(event) + event.len;
        Take(event, changed);
      }
    }
  }

  void Take(const inotify_event& event, std::set<std::string>& changed) {
    if ((event.mask & IN_Q_OVERFLOW) != 0) {
      for (const auto& [path, state] : by_path_) changed.insert(path);
      return;
    }
    const auto paths = paths_of_.find(event.wd);
    if (paths == paths_of_.end()) return;
    changed.insert(paths->second.begin(), paths->second.end());
    if ((event.mask & kGoneEvents) == 0) return;
    const std::vector<std::string> gone = paths->second;
    for (const std::string& path : gone) Forget(by_path_.find(path));
  }

  void Poll(std::set<std::string>& changed) {
    for (auto at = by_path_.begin(); at != by_path_.end();) {
      const auto present = at++;
      if (!present->second.polled) continue;
      changed.insert(present->first);
      if (IsGone(present->first)) Forget(present);
    }
    next_poll_ = SteadyClock::now() + poll_interval_;
  }

  base::IssueLog& issues_;
  const milliseconds poll_interval_;
  UniqueFd wake_;
  UniqueFd inotify_;  // none: everything is polled
  int init_error_ = 0;
  bool limit_reported_ = false;
  ByPath by_path_;
  std::unordered_map<int, std::vector<std::string>> paths_of_;
  std::size_t polled_count_ = 0;
  SteadyClock::time_point next_poll_;
};

}  // namespace

std::unique_ptr<Watcher> NewWatcher(base::IssueLog& issues, WatcherOptions options) {
  return std::make_unique<LocalWatcher>(issues, options);
}

}  // namespace sightglass::io
