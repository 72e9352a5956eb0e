#include "kind/name_id.h"

#include <fmt/format.h>

namespace sightglass::kind {

std::uint64_t NameIdNumber(std::string_view name) {
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (const char c : name) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  }
  return hash;
}

std::string NameId(std::string_view name) { return fmt::format("{:016x}", NameIdNumber(name)); }

}  // namespace sightglass::kind
