#pragma once

#include <string>
#include <string_view>

namespace sightglass::testing {

// What a gzip file of one member holds. Anything else fails the test and reads as empty.
std::string Gunzip(std::string_view bytes);

}  // namespace sightglass::testing
