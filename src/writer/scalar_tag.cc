#include "writer/scalar_tag.h"

#include <bit>
#include <cstring>

#include "base/crc32c.h"
#include "base/wire_writer.h"
#include "writer/run_file.h"

namespace sightglass::writer {
namespace {

constexpr std::uint64_t kTypeFloat = 1;
constexpr std::uint64_t kTypeDouble = 2;

char* PutVarint(char* to, std::uint64_t value) {
  while (value >= 0x80) {
    *to++ = static_cast<char>(value | 0x80);
    value >>= 7;
  }
  *to++ = static_cast<char>(value);
  return to;
}

template <class T>
char* Put(char* to, T value) {
  std::memcpy(to, &value, sizeof(value));
  return to + sizeof(value);
}

}  // namespace

ScalarTag::ScalarTag(RunFile& file, std::string_view tag, const ScalarOptions& options)
    : file_(file),
      tag_(tag),
      display_name_(options.display_name),
      description_(options.description),
      double_precision_(options.double_precision) {
  std::string value;
  base::WireWriter value_writer(value);
  value_writer.Message(1, tag_);
  value_writer.Float(2, 0);
  std::string summary;
  base::WireWriter(summary).Message(1, value);
  base::WireWriter(summary_).Message(5, summary);
  summary_.resize(summary_.size() - sizeof(float));
}

void ScalarTag::AppendRecord(std::string& out, std::int64_t step, double wall_time, double value) {
  const bool describes = !(display_name_.empty() && description_.empty());
  if (double_precision_ || (describes && described_generation_ != file_.generation_)) [[unlikely]] {
    described_generation_ = file_.generation_;
    AppendTensorRecord(out, step, wall_time, value, true);
    return;
  }
  // Length, its checksum, time, step, the rest, checksum: in one piece, since this is what a file
  // consists of.
  constexpr std::size_t kHeadBytes = 12;
  constexpr std::size_t kMaxOtherBytes = kHeadBytes + 9 + 11 + sizeof(float) + 4;
  const std::size_t begin = out.size();
  out.resize(begin + summary_.size() + kMaxOtherBytes);
  char* const record = out.data() + begin;
  char* const payload = record + kHeadBytes;
  char* at = payload;
  *at++ = 0x09;
  at = Put(at, wall_time);
  if (step != 0) {
    *at++ = 0x10;
    at = PutVarint(at, static_cast<std::uint64_t>(step));
  }
  std::memcpy(at, summary_.data(), summary_.size());
  at = Put(at + summary_.size(), static_cast<float>(value));
  const auto length = static_cast<std::uint64_t>(at - payload);
  Put(Put(record, length), base::MaskCrc32c(base::Crc32cOf8(length)));
  const std::uint32_t checksum = base::Crc32c(base::AsBytes({payload, length}));
  at = Put(at, base::MaskCrc32c(checksum));
  out.resize(static_cast<std::size_t>(at - out.data()));
}

void ScalarTag::AppendTensorRecord(std::string& out, std::int64_t step, double wall_time,
                                   double value, bool with_metadata) const {
  std::string tensor;
  base::WireWriter tensor_writer(tensor);
  tensor_writer.Varint(1, double_precision_ ? kTypeDouble : kTypeFloat);
  tensor_writer.Message(2, {});
  if (double_precision_) {
    tensor_writer.PackedDoubles(6, {&value, 1});
  } else {
    const auto narrow = static_cast<float>(value);
    tensor_writer.PackedFloats(5, {&narrow, 1});
  }
  std::string summary_value;
  base::WireWriter value_writer(summary_value);
  value_writer.Message(1, tag_);
  value_writer.Message(8, tensor);
  if (with_metadata) {
    std::string plugin;
    base::WireWriter(plugin).Message(1, "scalars");
    std::string metadata;
    base::WireWriter metadata_writer(metadata);
    metadata_writer.Message(1, plugin);
    if (!display_name_.empty()) metadata_writer.Message(2, display_name_);
    if (!description_.empty()) metadata_writer.Message(3, description_);
    value_writer.Message(9, metadata);
  }
  std::string summary;
  base::WireWriter(summary).Message(1, summary_value);
  std::string event;
  base::WireWriter event_writer(event);
  event_writer.Double(1, wall_time);
  if (step != 0) event_writer.Varint(2, static_cast<std::uint64_t>(step));
  event_writer.Message(5, summary);
  base::AppendFrame(out, event);
}

}  // namespace sightglass::writer
