#pragma once

#include <string>

namespace sightglass::app {

inline constexpr int kExitInterrupted = 130;  // 128 + SIGINT
inline constexpr int kExitPipeClosed = 141;   // 128 + SIGPIPE
inline constexpr int kExitTerminated = 143;   // 128 + SIGTERM

// From now on: SIGINT and SIGTERM erase the progress bar, remove the unfinished file, and end the
// process at once with one of the codes above (each only if it was not ignored by whoever started
// us); SIGPIPE is ignored, so that a write to a closed pipe fails like any other write.
//
// The commands only read, so there is nothing else to put in order and nothing worth waiting for.
void InstallSignalHandling();

// Which file is removed when a signal ends the process; empty: none. Call from one thread.
void SetUnfinishedFile(const std::string& path);

// Whether the line of standard error that the cursor is on must be erased then. Any thread.
void SetBarOnScreen(bool on_screen);

}  // namespace sightglass::app
