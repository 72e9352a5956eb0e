#pragma once

#include <string>

#include "writer/pixel_buffer.h"

namespace sightglass::writer {

// The rows of `picture`, each behind the number of its filter, as a PNG holds them compressed. The
// filter of a row is the one whose bytes, taken as signed, are smallest in all: what PNG's authors
// advise and other encoders do.
std::string FilterRows(const PixelView& picture);

}  // namespace sightglass::writer
