#include "base/nearest_name.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace sightglass::base {

std::size_t EditDistance(std::string_view a, std::string_view b) {
  // Three rows of the usual table: a swap looks two rows back.
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

std::optional<std::string> NearestName(std::string_view written,
                                       std::span<const std::string> known) {
  // A hostile argument must not cost a table of its length squared; no name of ours is this long.
  constexpr std::size_t kLongestWritten = 64;
  if (written.empty() || written.size() > kLongestWritten) return std::nullopt;
  constexpr std::size_t kShortestPrefix = 3;
  const std::string* nearest = nullptr;
  std::size_t nearest_distance = 0;
  for (const std::string& name : known) {
    if (written.size() >= kShortestPrefix && name.starts_with(written)) return name;
    const std::size_t distance = EditDistance(written, name);
    if (distance > std::max<std::size_t>(1, name.size() / 3)) continue;
    if (nearest == nullptr || distance < nearest_distance) {
      nearest = &name;
      nearest_distance = distance;
    }
  }
  return nearest == nullptr ? std::nullopt : std::optional(*nearest);
}

}  // namespace sightglass::base
