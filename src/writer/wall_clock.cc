#include "writer/wall_clock.h"

#include <ctime>

namespace sightglass::writer {

double WallClockNow() {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace sightglass::writer
