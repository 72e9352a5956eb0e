#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sightglass::writer {

// Appends `bytes` compressed: a zlib stream (RFC 1950), as PNG needs it, and a gzip file (RFC
// 1952). Quick rather than small: see deflate_encoder.cc. Any input; never larger than stored
// blocks would be.
void AppendZlib(std::string_view bytes, std::string& out);
void AppendGzip(std::string_view bytes, std::string& out);

// The CRC-32 of PNG and gzip, continued from `crc` (0 at the start).
std::uint32_t ExtendCrc32(std::uint32_t crc, std::string_view bytes);

}  // namespace sightglass::writer
