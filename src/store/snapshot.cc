#include "store/snapshot.h"

#include <algorithm>

namespace sightglass::store {

const Series* Run::Find(std::string_view tag) const {
  const auto at = std::ranges::lower_bound(
      series, tag, {}, [](const std::shared_ptr<const Series>& each) { return each->tag_name; });
  return at != series.end() && (*at)->tag_name == tag ? at->get() : nullptr;
}

const Run* Snapshot::Find(std::string_view run_name) const {
  const auto at = std::ranges::lower_bound(
      runs, run_name, {},
      [](const std::shared_ptr<const Run>& run) { return std::string_view(run->name); });
  return at != runs.end() && (*at)->name == run_name ? at->get() : nullptr;
}

}  // namespace sightglass::store
