#pragma once

#include <cstddef>
#include <cstdint>

#include "base/bytes.h"
#include "base/crc32c_short.h"

namespace sightglass::base {

// Checksums of TFRecord framing. The fastest way that this processor has is chosen once, before
// main() (the plain tables serve until then). Inputs of up to
// crc32c_internal::kMaxShortBytes are done in place, without a call, where the processor has an
// instruction for it: most records are about 50 bytes.
//
// Threads: any thread may call anything.

// The CRC of `first` followed by `bytes`, where `crc` = Crc32c(first).
inline std::uint32_t ExtendCrc32c(std::uint32_t crc, Bytes bytes) {
  if (crc32c_internal::HasInstruction() && bytes.size() <= crc32c_internal::kMaxShortBytes)
      [[likely]] {
    return ~crc32c_internal::ExtendShort(~crc, bytes.data(), bytes.size());
  }
  return ~crc32c_internal::extend_long(~crc, bytes.data(), bytes.size());
}

// CRC-32C (Castagnoli) of `bytes`.
inline std::uint32_t Crc32c(Bytes bytes) { return ExtendCrc32c(0, bytes); }

// The CRC of the eight little-endian bytes of `value`, as a record's length field has it.
inline std::uint32_t Crc32cOf8(std::uint64_t value) {
  if (crc32c_internal::HasInstruction()) [[likely]] {
    return ~crc32c_internal::Step8(0xFFFFFFFFU, value);
  }
  std::byte bytes[sizeof(value)];
  StoreLittleEndian(value, bytes);
  return ~crc32c_internal::extend_long(0xFFFFFFFFU, bytes, sizeof(bytes));
}

// TFRecord stores checksums masked, so that a checksum over bytes that hold checksums stays sound.
constexpr std::uint32_t MaskCrc32c(std::uint32_t crc) {
  return ((crc >> 15) | (crc << 17)) + 0xA282EAD8U;
}

}  // namespace sightglass::base
