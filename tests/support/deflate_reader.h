#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// What compressed bytes hold, by a library that the program does not compress with.
namespace sightglass::testing {

// nullopt if it is damaged, does not end where the bytes end, or holds more than `max_size` bytes.
std::optional<std::string> ReadZlib(std::string_view bytes, std::size_t max_size);

std::uint32_t ReferenceCrc32(std::string_view bytes);
std::uint32_t ReferenceAdler32(std::string_view bytes);

}  // namespace sightglass::testing
