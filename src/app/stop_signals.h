#pragma once

#include <signal.h>  // NOLINT(modernize-deprecated-headers): sigset_t is POSIX's

namespace sightglass::app {

// SIGINT and SIGTERM as something to wait for: what they end is then put in order by ordinary code,
// not by a handler. One that whoever started us ignores stays ignored.
//
// Threads: made and waited on by one thread, before it starts others, which inherit the mask.
class StopSignals {
 public:
  StopSignals();

  // Returns when one has come. From then on a second one kills the process at once.
  void Wait();

 private:
  sigset_t signals_{};
};

}  // namespace sightglass::app
