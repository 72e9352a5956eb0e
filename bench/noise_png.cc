#include "bench/noise_png.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "writer/byte_checksums.h"
#include "writer/deflate_encoder.h"

namespace sightglass::bench {
namespace {

constexpr std::uint64_t kSignatureBytes = 8;
constexpr std::uint64_t kHeaderBytes = 13;
constexpr std::uint64_t kChunkBytes = 12;  // length, name and checksum around the data of a chunk
constexpr std::uint64_t kZlibBytes = 6;    // two bytes before, a checksum after
constexpr std::uint64_t kStoredBytes = 5;  // before each stored block
constexpr std::uint64_t kLargestStored = 65'535;

std::uint64_t RowsBytes(std::uint64_t side) { return side * (1 + 3 * side); }

// With an empty padding chunk.
std::uint64_t FileBytes(std::uint64_t side) {
  const std::uint64_t rows = RowsBytes(side);
  const std::uint64_t blocks = (rows + kLargestStored - 1) / kLargestStored;
  return kSignatureBytes + 4 * kChunkBytes + kHeaderBytes + kZlibBytes + blocks * kStoredBytes +
         rows;
}

std::uint32_t LargestSide(std::uint64_t file_bytes) {
  std::uint32_t side = 1;
  while (FileBytes(side + 1) <= file_bytes) ++side;
  return side;
}

void AppendBigEndian(std::string& out, std::uint64_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift);
}

void AppendChunk(std::string& out, std::string_view name, std::string_view data) {
  AppendBigEndian(out, data.size());
  const std::size_t from = out.size();
  out += name;
  out += data;
  AppendBigEndian(out, writer::ExtendCrc32(0, std::string_view(out).substr(from)));
}

std::string Header(std::uint32_t side) {
  std::string header;
  AppendBigEndian(header, side);
  AppendBigEndian(header, side);
  header += std::string_view("\x8\2\0\0\0", 5);  // 8 bits, RGB
  return header;
}

std::string Stored(std::string_view rows) {
  std::string out = "\x78\x01";
  for (std::size_t at = 0; at < rows.size(); at += kLargestStored) {
    const std::string_view block = rows.substr(at, kLargestStored);
    out += at + block.size() == rows.size() ? '\1' : '\0';
    for (const std::size_t value : {block.size(), ~block.size()}) {
      out += static_cast<char>(value);
      out += static_cast<char>(value >> 8);
    }
    out += block;
  }
  AppendBigEndian(out, writer::ExtendAdler32(1, rows));
  return out;
}

void FillRandom(std::string& bytes, Random& random) {
  std::size_t at = 0;
  for (; at + sizeof(std::uint64_t) <= bytes.size(); at += sizeof(std::uint64_t)) {
    const std::uint64_t word = random.Next();
    std::memcpy(bytes.data() + at, &word, sizeof(word));
  }
  for (; at < bytes.size(); ++at) bytes[at] = static_cast<char>(random.Next());
}

}  // namespace

NoisePng::NoisePng(std::uint64_t file_bytes)
    : side_(LargestSide(file_bytes)),
      padding_bytes_(std::max(file_bytes, kLeastBytes) - FileBytes(side_)),
      rows_(RowsBytes(side_), '\0') {}

const std::string& NoisePng::Next(Random& random) {
  FillRandom(rows_, random);
  // The first byte of a row says how it is filtered: not at all.
  for (std::size_t at = 0; at < rows_.size(); at += 1 + 3 * std::size_t{side_}) rows_[at] = '\0';
  file_ = "\x89PNG\r\n\x1A\n";
  AppendChunk(file_, "IHDR", Header(side_));
  AppendChunk(file_, "IDAT", Stored(rows_));
  // A chunk that nobody knows and everybody may skip.
  AppendChunk(file_, "noIs", std::string(padding_bytes_, '\0'));
  AppendChunk(file_, "IEND", {});
  return file_;
}

}  // namespace sightglass::bench
