#include "base/wire_writer.h"

#include <cstring>

#include "base/crc32c.h"

namespace sightglass::base {
namespace {

// As protobuf numbers them.
constexpr std::uint32_t kVarint = 0;
constexpr std::uint32_t kFixed64 = 1;
constexpr std::uint32_t kLengthAndBytes = 2;
constexpr std::uint32_t kFixed32 = 5;

template <class T>
void AppendLittleEndian(std::string& out, T value) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  out.append(bytes, sizeof(T));
}

void AppendTag(std::string& out, std::uint32_t field, std::uint32_t type) {
  AppendVarint(out, (field << 3) | type);
}

}  // namespace

void AppendVarint(std::string& out, std::uint64_t value) {
  while (value >= 0x80) {
    out.push_back(static_cast<char>((value & 0x7F) | 0x80));
    value >>= 7;
  }
  out.push_back(static_cast<char>(value));
}

void AppendFrame(std::string& out, std::string_view payload) {
  const std::uint64_t length = payload.size();
  AppendLittleEndian(out, length);
  AppendLittleEndian(out, MaskCrc32c(Crc32cOf8(length)));
  const std::uint32_t checksum = MaskCrc32c(Crc32c(AsBytes(payload)));
  out.append(payload);
  AppendLittleEndian(out, checksum);
}

void WireWriter::Varint(std::uint32_t field, std::uint64_t value) {
  AppendTag(out_, field, kVarint);
  AppendVarint(out_, value);
}

void WireWriter::Double(std::uint32_t field, double value) {
  AppendTag(out_, field, kFixed64);
  AppendLittleEndian(out_, value);
}

void WireWriter::Float(std::uint32_t field, float value) {
  AppendTag(out_, field, kFixed32);
  AppendLittleEndian(out_, value);
}

void WireWriter::Message(std::uint32_t field, std::string_view bytes) {
  AppendTag(out_, field, kLengthAndBytes);
  AppendVarint(out_, bytes.size());
  out_.append(bytes);
}

void WireWriter::PackedDoubles(std::uint32_t field, std::span<const double> values) {
  Message(field, AsText(std::as_bytes(values)));
}

void WireWriter::PackedFloats(std::uint32_t field, std::span<const float> values) {
  Message(field, AsText(std::as_bytes(values)));
}

void WireWriter::PackedVarints(std::uint32_t field, std::span<const std::uint64_t> values) {
  std::string packed;
  for (const std::uint64_t value : values) AppendVarint(packed, value);
  Message(field, packed);
}

}  // namespace sightglass::base
