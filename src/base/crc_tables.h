#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/bytes.h"

namespace sightglass::base {

// CRCs of 32 bits on any processor: eight bytes at a time by eight tables. A *state* is the
// inverted CRC.

// tables[k][b]: what byte b followed by k zero bytes does to a state of zero.
using CrcTables = std::array<std::array<std::uint32_t, 256>, 8>;

// `polynomial` has its bits reversed.
constexpr CrcTables MakeCrcTables(std::uint32_t polynomial) {
  CrcTables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t state = byte;
    for (int bit = 0; bit < 8; ++bit) {
      state = (state >> 1) ^ ((state & 1U) != 0 ? polynomial : 0U);
    }
    tables[0][byte] = state;
  }
  for (std::size_t k = 1; k < tables.size(); ++k) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t state = tables[k - 1][byte];
      tables[k][byte] = (state >> 8) ^ tables[0][state & 0xFFU];
    }
  }
  return tables;
}

inline std::uint32_t ExtendByTables(const CrcTables& tables, std::uint32_t state,
                                    const std::byte* data, std::size_t size) {
  for (; size >= 8; data += 8, size -= 8) {
    const std::uint64_t word = LoadLittleEndian<std::uint64_t>(data) ^ state;
    state = 0;
    for (std::size_t i = 0; i < 8; ++i) state ^= tables[7 - i][(word >> (8 * i)) & 0xFFU];
  }
  for (; size > 0; ++data, --size) {
    state = (state >> 8) ^ tables[0][(state ^ static_cast<std::uint32_t>(*data)) & 0xFFU];
  }
  return state;
}

}  // namespace sightglass::base
