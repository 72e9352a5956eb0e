#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "sightglass/numbers.h"
#include "sightglass/status.h"

namespace sightglass::writer {

// kInvalidArgument if `numbers` cannot be read at all: no data where there should be some, or a
// type that is none. Names `what`. Everything that takes Numbers asks this first.
Status CheckNumbers(std::string_view what, const Numbers& numbers);

// Bytes of one number. REQUIRES: a type that CheckNumbers() knows.
std::size_t NumberBytes(NumberType type);

// The numbers as doubles; 64-bit integers are rounded. REQUIRES: CheckNumbers() was content.
std::vector<double> ReadDoubles(const Numbers& numbers);

}  // namespace sightglass::writer
