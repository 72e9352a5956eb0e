#include "base/clock.h"

namespace sightglass::base {
namespace {

class MachineClock final : public Clock {
 public:
  [[nodiscard]] std::chrono::system_clock::time_point WallNow() const override {
    return std::chrono::system_clock::now();
  }
  [[nodiscard]] std::chrono::steady_clock::time_point MonotonicNow() const override {
    return std::chrono::steady_clock::now();
  }
};

}  // namespace

Clock& SystemClock() {
  static MachineClock clock;
  return clock;
}

}  // namespace sightglass::base
