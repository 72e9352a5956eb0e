#include "ingest/follower.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace sightglass::ingest {

struct Follower::Impl {
  Impl(Loader& followed, base::IssueLog& issues, FollowerOptions follower_options)
      : loader(followed),
        options(follower_options),
        watcher(io::NewWatcher(issues, follower_options.watcher)) {}

  void Run();
  // Watches exactly what the loader visited.
  void WatchAll();

  Loader& loader;
  const FollowerOptions options;
  const std::unique_ptr<io::Watcher> watcher;
  std::vector<std::string> watched;  // sorted; by the thread alone
  std::atomic<bool> is_stopping = false;
  std::atomic<bool> wants_all = false;
  std::jthread thread;
};

void Follower::Impl::WatchAll() {
  while (!is_stopping) {
    const std::vector<std::string> wanted = loader.directories();
    std::vector<std::string> gone;
    std::vector<std::string> fresh;
    std::ranges::set_difference(watched, wanted, std::back_inserter(gone));
    std::ranges::set_difference(wanted, watched, std::back_inserter(fresh));
    for (const std::string& directory : gone) watcher->Unwatch(directory);
    // Watching again costs little, and finds a directory that was deleted and made anew under the
    // same name.
    for (const std::string& directory : wanted) watcher->Watch(directory);
    watched = wanted;
    if (fresh.empty()) return;
    // What happened in them before they were watched was told to nobody, and may have made more of
    // them.
    loader.RefreshDirectories(fresh);
  }
}

void Follower::Impl::Run() {
  using Clock = std::chrono::steady_clock;
  loader.Refresh();
  WatchAll();
  Clock::time_point last_full = Clock::now();
  while (!is_stopping) {
    const auto since =
        std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - last_full);
    const auto left = std::max(options.full_refresh - since, std::chrono::milliseconds(0));
    std::vector<std::string> changed = watcher->Wait(left);
    if (is_stopping) return;
    if (wants_all.exchange(false) || Clock::now() - last_full >= options.full_refresh) {
      loader.Refresh();
      last_full = Clock::now();
      WatchAll();
      continue;
    }
    if (changed.empty()) continue;
    std::this_thread::sleep_for(options.settle);
    const std::vector<std::string> more = watcher->Wait(std::chrono::milliseconds(0));
    changed.insert(changed.end(), more.begin(), more.end());
    std::ranges::sort(changed);
    changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
    loader.RefreshDirectories(changed);
    WatchAll();
  }
}

Follower::Follower(Loader& loader, base::IssueLog& issues, FollowerOptions options)
    : impl_(std::make_unique<Impl>(loader, issues, options)) {
  impl_->thread = std::jthread([impl = impl_.get()] { impl->Run(); });
}

Follower::~Follower() { Stop(); }

void Follower::RefreshNow() {
  impl_->wants_all = true;
  impl_->watcher->Wake();
}

void Follower::Stop() {
  if (impl_->is_stopping.exchange(true)) return;
  impl_->loader.Cancel();
  impl_->watcher->Wake();
  impl_->thread.join();
}

}  // namespace sightglass::ingest
