#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "base/bytes.h"
#include "base/ids.h"

namespace sightglass::ingest {

struct ScalarReading {
  base::Step step = 0;
  double wall_time = 0;
  float value = 0;

  bool operator==(const ScalarReading&) const = default;
};

// The bytes of a scalar event that was parsed in full, kept to recognise the next one of the same
// tag without parsing it.
//
// A training loop writes the same event again and again: only the wall time, the step and the
// number differ. An event that equals the one learned in every other byte, and whose step takes as
// many bytes, has the same fields at the same places, so it means the same. Anything else is not
// recognised and is parsed in full.
//
// Cost: comparing the bytes, about a fifth of walking them. Only float32 values and one value per
// event.
class ScalarShape {
 public:
  // `payload` is a sound event with one value, a float32 that read `value`. Learns nothing if the
  // event is not laid out as every known writer does (wall time, step, summary), or if the number's
  // place is not certain.
  void Learn(base::Bytes payload, float value);

  // Reads the numbers of `payload` if it has this shape.
  [[nodiscard]] bool Match(base::Bytes payload, ScalarReading& reading) const {
    if (payload.size() != shape_.size() || payload.empty()) return false;
    const std::byte* bytes = payload.data();
    const std::byte* shape = shape_.data();
    // Between the step and the number stands the tag, behind the number the metadata.
    if (bytes[0] != shape[0] || bytes[kStepField] != shape[kStepField] ||
        std::memcmp(bytes + step_end_, shape + step_end_, value_at_ - step_end_) != 0 ||
        std::memcmp(bytes + value_at_ + sizeof(float), shape + value_at_ + sizeof(float),
                    shape_.size() - value_at_ - sizeof(float)) != 0) {
      return false;
    }
    std::uint64_t step = 0;
    std::size_t at = kStepBegin;
    for (unsigned shift = 0; at + 1 < step_end_; ++at, shift += 7) {
      const auto byte = std::to_integer<std::uint64_t>(bytes[at]);
      if (byte < 0x80) return false;
      step |= (byte & 0x7F) << shift;
    }
    const auto last = std::to_integer<std::uint64_t>(bytes[at]);
    if (last >= 0x80) return false;
    step |= last << (7 * (at - kStepBegin));
    reading.step = static_cast<base::Step>(step);
    reading.wall_time = base::LoadLittleEndian<double>(bytes + 1);
    reading.value = base::LoadLittleEndian<float>(bytes + value_at_);
    return true;
  }

 private:
  // Does a full parse find the numbers where Match() does?
  [[nodiscard]] bool IsConfirmed() const;

  // 09, eight bytes of wall time, 10, the step as a varint, then the summary.
  static constexpr std::size_t kStepField = 9;
  static constexpr std::size_t kStepBegin = 10;

  std::vector<std::byte> shape_;  // empty: none learned
  std::size_t step_end_ = 0;
  std::size_t value_at_ = 0;
};

}  // namespace sightglass::ingest
