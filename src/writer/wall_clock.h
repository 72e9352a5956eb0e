#pragma once

namespace sightglass::writer {

// Seconds since 1970.
double WallClockNow();

}  // namespace sightglass::writer
