#include "app/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <thread>
#include <utility>

#include "app/human_text.h"
#include "app/interrupt.h"
#include "app/terminal.h"
#include "base/mutex.h"

namespace sightglass::app {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kRedraw{100};

// Whole seconds, rounded up: a guess with digits after the point would only flicker.
std::string TimeLeftText(double seconds) {
  const double whole = std::ceil(seconds);
  return (whole < 60 ? fmt::format("{:.0f} s", whole) : DurationText(whole)) + " left";
}

void WriteToStderr(std::string_view text) {
  // What cannot be drawn is no loss.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace

std::string ProgressText(const ProgressState& state, double elapsed_seconds, std::size_t columns) {
  const std::size_t width = columns == 0 ? 80 : columns;
  if (state.bytes_total == 0) {
    return fmt::format("looking for runs, {}", DurationText(elapsed_seconds)).substr(0, width);
  }
  const double total = static_cast<double>(state.bytes_total);
  const double done = std::min(static_cast<double>(state.bytes_done), total);
  const double share = done / total;
  const double rate = elapsed_seconds > 0 ? done / elapsed_seconds : 0;

  constexpr std::size_t kBar = 20;
  const auto filled = static_cast<std::size_t>(share * kBar);
  std::string bar(filled, '=');
  if (filled < kBar) bar += '>';
  bar.resize(kBar, ' ');

  // From what matters most to what matters least.
  const std::array parts = {
      fmt::format("{:3.0f}%", share * 100),
      fmt::format("{} of {}", BytesText(static_cast<std::uint64_t>(done)),
                  BytesText(state.bytes_total)),
      rate > 0 ? RateText(rate) : std::string(),
      rate > 0 ? TimeLeftText((total - done) / rate) : std::string(),
      state.runs > 0 ? PluralText(state.runs, "run") : std::string(),
  };
  std::string line = fmt::format("[{}]", bar);
  for (const std::string& part : parts) {
    if (part.empty()) continue;
    if (line.size() + 2 + part.size() > width) break;
    line += "  " + part;
  }
  return line.substr(0, width);
}

// Lock order: only one lock.
struct Progress::Impl {
  explicit Impl(std::function<ProgressState()> state_source, Terminal stderr_terminal)
      : state(std::move(state_source)), terminal(stderr_terminal), thread([this] { Draw(); }) {}

  ~Impl() {
    {
      const base::MutexLock lock(mutex);
      stopping = true;
    }
    wake.NotifyAll();
    thread.join();
    const base::MutexLock lock(mutex);
    Erase();
  }

  void Draw() {
    const base::MutexLock lock(mutex);
    auto next = start + kPatience;
    while (!stopping) {
      const auto now = SteadyClock::now();
      if (now < next) {
        wake.WaitFor(mutex, next - now);
        continue;
      }
      const std::chrono::duration<double> elapsed = now - start;
      // The last column stays free: some terminals wrap as soon as it is filled.
      const std::size_t columns = terminal.columns > 1 ? terminal.columns - 1 : 0;
      WriteToStderr("\r" + ProgressText(state(), elapsed.count(), columns) + "\x1b[K");
      drawn = true;
      SetBarOnScreen(true);
      next = now + kRedraw;
    }
  }

  void Erase() REQUIRES_LOCK(mutex) {
    if (std::exchange(drawn, false)) WriteToStderr("\r\x1b[K");
    SetBarOnScreen(false);
  }

  const std::function<ProgressState()> state;
  const Terminal terminal;
  const SteadyClock::time_point start = SteadyClock::now();
  base::Mutex mutex;
  base::CondVar wake;
  bool stopping GUARDED_BY(mutex) = false;
  bool drawn GUARDED_BY(mutex) = false;
  std::thread thread;  // last: it uses all the others
};

bool Progress::IsPossible() { return Terminal::Of(STDERR_FILENO).can_erase; }

Progress::Progress(bool quiet, std::function<ProgressState()> state) {
  const Terminal terminal = Terminal::Of(STDERR_FILENO);
  if (quiet || !terminal.can_erase) return;
  impl_ = std::make_unique<Impl>(std::move(state), terminal);
}

Progress::~Progress() = default;

void Progress::WithBarErased(const std::function<void()>& write) {
  if (impl_ == nullptr) {
    write();
    return;
  }
  const base::MutexLock lock(impl_->mutex);
  impl_->Erase();
  write();
}

}  // namespace sightglass::app
