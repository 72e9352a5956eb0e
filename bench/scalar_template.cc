#include "bench/scalar_template.h"

#include <bit>
#include <cstring>
#include <span>

#include "base/bytes.h"
#include "base/check.h"
#include "base/crc32c.h"
#include "bench/log_file.h"
#include "format/encode.h"
#include "format/frame.h"

namespace sightglass::bench {
namespace {

// Where the variable fields stand is found by looking for values that no tag contains.
constexpr double kWallTimeMark = -0x1.badf00dbadf0dp+1001;
constexpr float kValueMark = -0x1.c0ffeep-101F;

std::size_t VarintBytes(base::Step step) {
  const auto bits = static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(step)));
  return (bits + 6) / 7;
}

std::string GeneralRecord(std::string_view tag, double wall_time, base::Step step, float value) {
  const std::string metadata = PluginMetadata("scalars");
  const std::string encoded =
      format::EncodeTensorValue(tag, format::EncodeFloatScalar(value), metadata);
  const std::string summary = format::JoinValues(std::span(&encoded, 1));
  std::string record;
  format::AppendFrame(record, format::EncodeSummaryEvent(wall_time, step, summary));
  return record;
}

template <class T>
std::size_t OnlyPlaceOf(T mark, std::string_view record) {
  const std::string_view bytes(reinterpret_cast<const char*>(&mark), sizeof(mark));
  const std::size_t at = record.find(bytes);
  CHECK(at != std::string_view::npos && at == record.rfind(bytes));
  return at;
}

}  // namespace

ScalarTemplate::ScalarTemplate(std::string_view tag, base::Step step)
    : record_(GeneralRecord(tag, kWallTimeMark, step, kValueMark)),
      wall_time_at_(OnlyPlaceOf(kWallTimeMark, record_)),
      step_at_(wall_time_at_ + sizeof(double) + 1),
      step_bytes_(VarintBytes(step)),
      value_at_(OnlyPlaceOf(kValueMark, record_)) {
  std::string patched;
  Append(patched, 1700000000.125, step, 0.5F);
  CHECK(patched == GeneralRecord(tag, 1700000000.125, step, 0.5F));
}

bool ScalarTemplate::Serves(base::Step step) const { return VarintBytes(step) == step_bytes_; }

void ScalarTemplate::Append(std::string& out, double wall_time, base::Step step,
                            float value) const {
  const std::size_t start = out.size();
  out.append(record_);
  Patch(out.data() + start, wall_time, step, value);
}

void ScalarTemplate::Patch(char* record, double wall_time, base::Step step, float value) const {
  std::memcpy(record + wall_time_at_, &wall_time, sizeof(wall_time));
  auto rest = static_cast<std::uint64_t>(step);
  for (std::size_t i = 0; i < step_bytes_; ++i) {
    const bool last = i + 1 == step_bytes_;
    record[step_at_ + i] = static_cast<char>((rest & 0x7F) | (last ? 0U : 0x80U));
    rest >>= 7;
  }
  std::memcpy(record + value_at_, &value, sizeof(value));

  const std::size_t payload_bytes = record_.size() - format::kFrameOverheadBytes;
  const std::string_view payload(record + format::kFrameHeaderBytes, payload_bytes);
  const std::uint32_t crc = base::MaskCrc32c(base::Crc32c(base::AsBytes(payload)));
  std::memcpy(record + format::kFrameHeaderBytes + payload_bytes, &crc, sizeof(crc));
}

}  // namespace sightglass::bench
