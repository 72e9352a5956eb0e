#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sightglass::kind {

// The id of a run or tag in our API: 16 hexadecimal digits made of the name's bytes alone (FNV-1a,
// 64 bits), so that it is the same in every process and version, fits into a URL, and names also
// what is not UTF-8.
std::string NameId(std::string_view name);

// The same as a number, to compare many names with one id.
std::uint64_t NameIdNumber(std::string_view name);

}  // namespace sightglass::kind
