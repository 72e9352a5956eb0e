#pragma once

#include <cstddef>
#include <cstdint>

#include "base/bytes.h"

// The part of crc32c.h that is compiled into its callers. Nobody else includes it but crc32c*.
//
// A *state* here is the inverted CRC: what the processor's instruction keeps between steps.
namespace sightglass::base::crc32c_internal {

using ExtendFunction = std::uint32_t (*)(std::uint32_t state, const std::byte* data,
                                         std::size_t size);

// The quickest ExtendFunction for inputs of any length; the tables before static initialisation is
// over.
extern ExtendFunction extend_long;

#if defined(__x86_64__)

// False before static initialisation is over, and without SSE 4.2.
extern bool has_instruction;

inline bool HasInstruction() {
#if defined(__SSE4_2__)
  return true;
#else
  return has_instruction;
#endif
}

// Written as assembly because an intrinsic can only be inlined into functions that are themselves
// compiled for SSE 4.2, which would leave the tables nowhere to run.
// REQUIRES (this and all below): HasInstruction(), where there is one.
inline std::uint32_t Step8(std::uint32_t state, std::uint64_t word) {
  std::uint64_t wide = state;
  asm("crc32q %1, %0" : "+r"(wide) : "r"(word));
  return static_cast<std::uint32_t>(wide);
}

// The first `size` bytes at `data` as the low bytes of a word. REQUIRES: 1 <= size <= 7.
inline std::uint64_t LoadUpTo7(const std::byte* data, std::size_t size) {
  if (size >= 4) {
    // The two halves overlap, in bytes that are equal in both.
    return LoadLittleEndian<std::uint32_t>(data) |
           std::uint64_t{LoadLittleEndian<std::uint32_t>(data + size - 4)} << (8 * (size - 4));
  }
  const auto byte = [data](std::size_t i) { return static_cast<std::uint64_t>(data[i]); };
  return byte(0) | byte(size / 2) << (8 * (size / 2)) | byte(size - 1) << (8 * (size - 1));
}

// Adds the top `size` bytes of `word`. Zero bytes leave a state of zero as it is; so the state is
// put into the word where the data begin, and the zeros before them cost nothing: one step and no
// branch for every size. REQUIRES: 1 <= size <= 8.
inline std::uint32_t StepTop(std::uint32_t state, std::uint64_t word, std::size_t size) {
  const auto data_bits = static_cast<unsigned>(8 * size);
  const unsigned zero_bits = 64 - data_bits;
  const std::uint64_t wide = state;
  const std::uint64_t mixed = ((word >> zero_bits) ^ wide) << zero_bits;
  // Fewer than four bytes use up only so much of the state; the rest moves down. In two shifts,
  // since one by 64 is undefined.
  const std::uint64_t rest = wide >> (data_bits / 2) >> (data_bits / 2);
  return Step8(0, mixed) ^ static_cast<std::uint32_t>(rest);
}

// One instruction for each eight bytes, each waiting for the one before.
inline std::uint32_t ExtendShort(std::uint32_t state, const std::byte* data, std::size_t size) {
  if (size < 8) {
    if (size == 0) return state;
    return StepTop(state, LoadUpTo7(data, size) << (64 - 8 * size), size);
  }
  const std::byte* const last = data + size - 8;
  for (; data < last; data += 8) state = Step8(state, LoadLittleEndian<std::uint64_t>(data));
  // 1 to 8 bytes are left, and the word that ends with them begins inside the input.
  return StepTop(state, LoadLittleEndian<std::uint64_t>(last),
                 static_cast<std::size_t>(last + 8 - data));
}

// Beyond this the other paths win by more than a call costs.
inline constexpr std::size_t kMaxShortBytes = 127;

#else

// No instruction that we use: everything goes through `extend_long`.
constexpr bool HasInstruction() { return false; }
inline constexpr std::size_t kMaxShortBytes = 0;

inline std::uint32_t ExtendShort(std::uint32_t state, const std::byte* data, std::size_t size) {
  return extend_long(state, data, size);
}

inline std::uint32_t Step8(std::uint32_t state, std::uint64_t word) {
  std::byte bytes[sizeof(word)];
  StoreLittleEndian(word, bytes);
  return extend_long(state, bytes, sizeof(bytes));
}

#endif

}  // namespace sightglass::base::crc32c_internal
