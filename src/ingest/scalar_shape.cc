#include "ingest/scalar_shape.h"

#include <bit>
#include <optional>

#include "format/event.h"
#include "format/tensor.h"

namespace sightglass::ingest {
namespace {

constexpr std::byte kWallTimeField{0x09};
constexpr std::byte kStepFieldTag{0x10};
// Longer events are few, and comparing them whole would cost more than walking them.
constexpr std::size_t kMaxShapeBytes = 512;
// A step of ten bytes is negative: rare, and its last byte may hold only one bit.
constexpr std::size_t kMaxStepBytes = 9;

// What a full parse finds in `payload`, if it is an event with just one value, a float32.
std::optional<ScalarReading> ParseInFull(base::Bytes payload) {
  format::EventView event;
  if (format::ParseEvent(payload, event) != format::WireError::kOk ||
      event.what != format::EventWhat::kSummary) {
    return std::nullopt;
  }
  format::ValueWalker walker(event.body);
  format::ValueView value;
  if (!walker.Next(value)) return std::nullopt;
  std::optional<double> number;
  if (value.form == format::ValueForm::kSimpleValue) {
    number = static_cast<double>(value.simple_value);
  } else if (value.form == format::ValueForm::kTensor) {
    number = format::ReadSingleNumber(value.body);
  }
  format::ValueView second;
  if (!number || walker.Next(second) || walker.error() != format::WireError::kOk) {
    return std::nullopt;
  }
  return ScalarReading{event.step, event.wall_time, static_cast<float>(*number)};
}

}  // namespace

bool ScalarShape::IsConfirmed() const {
  // Asked of the parser itself: with other numbers at these places, does it read those numbers? No
  // two trials agree in any byte, so a place that is off by one, or a field that a later one
  // overrides, shows.
  struct Trial {
    std::uint32_t value;
    std::uint64_t wall_time;
    std::uint8_t step_byte;
  };
  constexpr Trial kTrials[] = {{0x4148D1A5U, 0x41D6D99838000001U, 0x15},
                               {0xC2F5137BU, 0x41C1A2B3C4D5E6F7U, 0x2A},
                               {0x3B90E6DEU, 0x40F1E2D3B4A59687U, 0x51}};
  std::vector<std::byte> bytes = shape_;
  for (const Trial& trial : kTrials) {
    base::StoreLittleEndian(trial.wall_time, bytes.data() + 1);
    base::StoreLittleEndian(trial.value, bytes.data() + value_at_);
    for (std::size_t at = kStepBegin; at < step_end_; ++at) {
      bytes[at] = static_cast<std::byte>(trial.step_byte | (at + 1 < step_end_ ? 0x80 : 0));
    }
    const std::optional<ScalarReading> full = ParseInFull(bytes);
    ScalarReading quick;
    if (!full || !Match(bytes, quick) || !(*full == quick)) return false;
  }
  return true;
}

void ScalarShape::Learn(base::Bytes payload, float value) {
  shape_.clear();
  if (payload.size() > kMaxShapeBytes || payload.size() < kStepBegin + 1 ||
      payload[0] != kWallTimeField || payload[kStepField] != kStepFieldTag) {
    return;
  }
  step_end_ = kStepBegin;
  while (step_end_ < payload.size() && std::to_integer<unsigned>(payload[step_end_]) >= 0x80) {
    ++step_end_;
  }
  ++step_end_;
  if (step_end_ - kStepBegin > kMaxStepBytes || step_end_ + sizeof(float) > payload.size()) return;
  shape_.assign(payload.begin(), payload.end());
  const auto wanted = std::bit_cast<std::uint32_t>(value);
  for (value_at_ = step_end_; value_at_ + sizeof(float) <= shape_.size(); ++value_at_) {
    if (base::LoadLittleEndian<std::uint32_t>(shape_.data() + value_at_) == wanted &&
        IsConfirmed()) {
      return;
    }
  }
  shape_.clear();
}

}  // namespace sightglass::ingest
