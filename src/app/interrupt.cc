#include "app/interrupt.h"

#include <signal.h>  // NOLINT(modernize-deprecated-headers): sigaction is POSIX's
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <climits>
#include <cstddef>
#include <initializer_list>

namespace sightglass::app {
namespace {

// What the handler looks at. It may run at any instruction of any thread, hence fixed memory and
// lock-free flags; the path is only looked at while its flag is set.
char unfinished_path[PATH_MAX];
std::atomic<bool> has_unfinished = false;
std::atomic<bool> bar_on_screen = false;
static_assert(std::atomic<bool>::is_always_lock_free);

// Only calls that POSIX allows in a signal handler.
void EndProcess(int signal_number) {
  if (bar_on_screen) {
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, "\r\x1b[K", 4);
  }
  if (has_unfinished) ::unlink(unfinished_path);
  ::_exit(signal_number == SIGTERM ? kExitTerminated : kExitInterrupted);
}

}  // namespace

void InstallSignalHandling() {
  for (const int number : {SIGINT, SIGTERM}) {
    struct sigaction old {};
    if (::sigaction(number, nullptr, &old) != 0 || old.sa_handler == SIG_IGN) continue;
    struct sigaction action {};
    action.sa_handler = EndProcess;
    ::sigaction(number, &action, nullptr);
  }
  struct sigaction ignore {};
  ignore.sa_handler = SIG_IGN;
  ::sigaction(SIGPIPE, &ignore, nullptr);
}

void SetUnfinishedFile(const std::string& path) {
  has_unfinished = false;
  if (path.empty() || path.size() >= sizeof(unfinished_path)) return;
  std::copy(path.begin(), path.end(), unfinished_path);
  unfinished_path[path.size()] = '\0';
  has_unfinished = true;
}

void SetBarOnScreen(bool on_screen) { bar_on_screen = on_screen; }

}  // namespace sightglass::app
