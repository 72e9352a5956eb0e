#include "bench/tiny_png.h"

#include <algorithm>
#include <string_view>

#include "base/check.h"

namespace sightglass::bench {
namespace {

void AppendBigEndian32(std::string& out, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<char>(value >> shift));
}

// The CRC-32 of PNG and zip, not the CRC-32C of records.
std::uint32_t PngCrc(std::string_view bytes) {
  std::uint32_t crc = 0xFFFFFFFFU;
  for (const char byte : bytes) {
    crc ^= static_cast<std::uint8_t>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
  }
  return ~crc;
}

std::uint32_t Adler32(std::string_view bytes) {
  std::uint32_t low = 1;
  std::uint32_t high = 0;
  for (const char byte : bytes) {
    low = (low + static_cast<std::uint8_t>(byte)) % 65521;
    high = (high + low) % 65521;
  }
  return (high << 16) | low;
}

void AppendChunk(std::string& out, std::string_view type, std::string_view data) {
  AppendBigEndian32(out, static_cast<std::uint32_t>(data.size()));
  const std::string typed = std::string(type).append(data);
  out.append(typed);
  AppendBigEndian32(out, PngCrc(typed));
}

// zlib with stored blocks only.
std::string StoreAsZlib(std::string_view raw) {
  constexpr std::size_t kMaxStoredBytes = 0xFFFF;
  std::string out("\x78\x01", 2);
  for (std::size_t at = 0; at < raw.size(); at += kMaxStoredBytes) {
    const std::string_view block = raw.substr(at, kMaxStoredBytes);
    const auto size = static_cast<std::uint32_t>(block.size());
    out.push_back(at + block.size() == raw.size() ? '\1' : '\0');
    for (const std::uint32_t field : {size, ~size}) {
      out.push_back(static_cast<char>(field & 0xFFU));
      out.push_back(static_cast<char>((field >> 8) & 0xFFU));
    }
    out.append(block);
  }
  AppendBigEndian32(out, Adler32(raw));
  return out;
}

}  // namespace

std::string EncodePng(std::uint32_t width, std::uint32_t height,
                      const std::function<Pixel(std::uint32_t x, std::uint32_t y)>& pixel) {
  CHECK(width >= 1 && width <= 4096 && height >= 1 && height <= 4096);
  std::string raw;
  for (std::uint32_t y = 0; y < height; ++y) {
    raw.push_back('\0');  // this row uses no filter
    for (std::uint32_t x = 0; x < width; ++x) {
      const Pixel colour = pixel(x, y);
      raw.push_back(static_cast<char>(colour.red));
      raw.push_back(static_cast<char>(colour.green));
      raw.push_back(static_cast<char>(colour.blue));
    }
  }
  std::string header;
  AppendBigEndian32(header, width);
  AppendBigEndian32(header, height);
  header.append("\x08\x02\x00\x00\x00", 5);  // 8 bits, RGB

  std::string png("\x89PNG\r\n\x1A\n", 8);
  AppendChunk(png, "IHDR", header);
  AppendChunk(png, "IDAT", StoreAsZlib(raw));
  AppendChunk(png, "IEND", {});
  return png;
}

}  // namespace sightglass::bench
