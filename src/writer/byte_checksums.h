#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

// The checksums of zlib, gzip and PNG, and every way of computing the slower one, for the test that
// compares them.
namespace sightglass::writer {

// Adler-32, continued from `adler` (1 at the start).
std::uint32_t ExtendAdler32(std::uint32_t adler, std::string_view bytes);

// Works on the state of a CRC-32, which is its complement.
using Crc32Function = std::uint32_t (*)(std::uint32_t state, const char* data, std::size_t size);

struct Crc32Path {
  std::string_view name;
  Crc32Function extend;
  bool supported;  // by this processor; `extend` must not be called otherwise
};

// Slowest first; the last supported one is what ExtendCrc32() of deflate_encoder.h uses.
std::span<const Crc32Path> Crc32Paths();

}  // namespace sightglass::writer
