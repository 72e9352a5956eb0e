#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/ids.h"

namespace sightglass::bench {

// The framed record of one TF2 scalar of one tag, made once by the general encoder; each further
// record is a copy with wall time, step, value and checksum put in. This is what makes a generator
// faster than the loader it feeds.
//
// Cost: Append() is a copy of some 70 bytes and their checksum, about 15 ns.
class ScalarTemplate {
 public:
  // Serves every step that is as long on the wire as `step`. Checks itself against the general
  // encoder.
  ScalarTemplate(std::string_view tag, base::Step step);

  [[nodiscard]] bool Serves(base::Step step) const;

  // REQUIRES: Serves(step).
  void Append(std::string& out, double wall_time, base::Step step, float value) const;

 private:
  void Patch(char* record, double wall_time, base::Step step, float value) const;

  std::string record_;
  std::size_t wall_time_at_ = 0;
  std::size_t step_at_ = 0;
  std::size_t step_bytes_ = 0;  // 0: the field is absent, since proto3 leaves zero out
  std::size_t value_at_ = 0;
};

}  // namespace sightglass::bench
