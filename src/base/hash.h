#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace sightglass::base {

// The two halves of the 128-bit product, folded: every bit of the result hangs on every bit of both
// factors, for one multiplication.
inline std::uint64_t MultiplyFold(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

// A hash of `text` for tables in memory: quick for names of a few dozen bytes, well spread in all
// 64 bits. Not stable between versions, so never written to a file. A table that outsiders can fill
// takes a random `seed`, so that names which all collide cannot be made up beforehand.
inline std::uint64_t HashBytes(std::string_view text, std::uint64_t seed = 0) {
  // Odd, with about as many ones as zeros; nothing else is asked of them.
  constexpr std::uint64_t kFirst = 0x9E3779B97F4A7C15U;
  constexpr std::uint64_t kSecond = 0xD1B54A32D192ED03U;
  const auto load8 = [](const char* from) {
    std::uint64_t word;
    std::memcpy(&word, from, sizeof(word));
    return word;
  };
  const auto load4 = [](const char* from) {
    std::uint32_t word;
    std::memcpy(&word, from, sizeof(word));
    return std::uint64_t{word};
  };

  const char* at = text.data();
  std::size_t left = text.size();
  std::uint64_t state = MultiplyFold(seed ^ kFirst, kSecond);
  while (left > 16) {
    state = MultiplyFold(load8(at) ^ kFirst ^ state, load8(at + 8) ^ kSecond);
    at += 16;
    left -= 16;
  }
  // The last 0..16 bytes as two words, overlapping where there are fewer; the length, mixed in at
  // the end, tells such texts apart.
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  if (left >= 8) {
    low = load8(at);
    high = load8(at + left - 8);
  } else if (left >= 4) {
    low = load4(at);
    high = load4(at + left - 4);
  } else if (left > 0) {
    const auto byte = [at](std::size_t i) {
      return std::uint64_t{static_cast<unsigned char>(at[i])};
    };
    low = byte(0) | byte(left / 2) << 8 | byte(left - 1) << 16;
  }
  state = MultiplyFold(low ^ kFirst ^ state, high ^ kSecond);
  return MultiplyFold(state ^ kSecond, text.size() ^ kFirst);
}

}  // namespace sightglass::base
