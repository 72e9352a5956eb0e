#pragma once

#include "sightglass/status.h"

namespace sightglass::writer {

// What the exception that is being handled means: kResourceExhausted if memory is short or a size
// is beyond all limits. The library throws none of its own.
// REQUIRES: called from a catch clause.
Status StatusOfException() noexcept;

// Nothing may be thrown into the program that logs: what `body` throws becomes a status.
template <class Body>
Status Guarded(Body body) noexcept {
  try {
    return body();
  } catch (...) {
    return StatusOfException();
  }
}

}  // namespace sightglass::writer
