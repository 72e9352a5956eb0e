#include "app/stop_signals.h"

#include <pthread.h>

#include <initializer_list>

namespace sightglass::app {

StopSignals::StopSignals() {
  ::sigemptyset(&signals_);
  for (const int number : {SIGINT, SIGTERM}) {
    struct sigaction action {};
    if (::sigaction(number, nullptr, &action) == 0 && action.sa_handler != SIG_IGN) {
      ::sigaddset(&signals_, number);
    }
  }
  ::pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
}

void StopSignals::Wait() {
  int number = 0;
  while (::sigwait(&signals_, &number) != 0) {
  }
  struct sigaction deadly {};
  deadly.sa_handler = SIG_DFL;
  for (const int signal_number : {SIGINT, SIGTERM}) {
    if (::sigismember(&signals_, signal_number) == 1) ::sigaction(signal_number, &deadly, nullptr);
  }
  ::pthread_sigmask(SIG_UNBLOCK, &signals_, nullptr);
}

}  // namespace sightglass::app
