#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace sightglass::base {

// The bytes that event files are made of. Everything appends to a std::string, so that a caller can
// build a whole file in one buffer. Needs nothing but the standard library: the writer library is
// made of it, too.

// Appends a framed record holding `payload`.
void AppendFrame(std::string& out, std::string_view payload);

// A protobuf message being written.
class WireWriter {
 public:
  explicit WireWriter(std::string& out) : out_(out) {}

  void Varint(std::uint32_t field, std::uint64_t value);
  void Double(std::uint32_t field, double value);             // fixed64
  void Float(std::uint32_t field, float value);               // fixed32
  void Message(std::uint32_t field, std::string_view bytes);  // also strings and bytes
  void PackedDoubles(std::uint32_t field, std::span<const double> values);
  void PackedFloats(std::uint32_t field, std::span<const float> values);
  void PackedVarints(std::uint32_t field, std::span<const std::uint64_t> values);

 private:
  std::string& out_;
};

// Appends base-128 digits, the lowest first.
void AppendVarint(std::string& out, std::uint64_t value);

}  // namespace sightglass::base
