#include "kinds/insights/persistence.h"

namespace sightglass::kinds::insights {

std::optional<std::size_t> HeldSince(std::span<const std::uint8_t> holds, double persistence) {
  if (holds.empty() || holds.back() == 0) return std::nullopt;
  const std::size_t half = holds.size() / 2;
  std::optional<std::size_t> since;
  std::size_t count = 0;
  for (std::size_t i = holds.size(); i-- > 0;) {
    count += holds[i] != 0 ? 1U : 0U;
    const double share = static_cast<double>(count) / static_cast<double>(holds.size() - i);
    if (i == half && share < persistence) return std::nullopt;
    if (holds[i] != 0 && share >= persistence) since = i;
  }
  return since;
}

}  // namespace sightglass::kinds::insights
