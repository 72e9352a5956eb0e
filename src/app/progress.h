#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace sightglass::app {

struct ProgressState {
  std::uint64_t bytes_done = 0;
  std::uint64_t bytes_total = 0;  // 0: not known yet
  std::uint64_t runs = 0;         // 0: not told
};

// The bar as text of at most `columns` (0: unknown, then 80), e.g.
//   "[=========>          ]  45%  1.2 GB of 2.7 GB  1.6 GB/s  12 s left  40 runs"
// Parts at the end give way where the terminal is narrow.
std::string ProgressText(const ProgressState& state, double elapsed_seconds, std::size_t columns);

// A bar on standard error for work that takes longer than half a second, redrawn ten times a
// second and erased when the object goes. Does nothing at all where standard error is not a
// terminal.
//
// Threads: one of its own, which calls `state`; everything else from one thread.
class Progress {
 public:
  static constexpr std::chrono::milliseconds kPatience{500};

  // Could a bar be drawn: is standard error a terminal that can erase a line?
  static bool IsPossible();

  Progress(bool quiet, std::function<ProgressState()> state);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Runs `write` while no bar is on the screen, so that lines on the same terminal stay whole.
  void WithBarErased(const std::function<void()>& write);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;  // none where nothing is to be drawn
};

}  // namespace sightglass::app
