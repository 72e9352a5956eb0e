#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "store/snapshot.h"

namespace sightglass::kinds::insights {

enum class Severity : std::uint8_t {
  kWarning,  // worth a look
  kProblem,  // training is broken, or stands still
};

// A number that a rule went by.
struct EvidenceNumber {
  std::string_view name;
  double value = 0;
};

// A layer that takes part, by its number among those that the rule was given.
struct LayerNumber {
  std::size_t layer = 0;
  double value = 0;
};

// What a rule says of the series it was given, if it has something to say.
struct Verdict {
  Severity severity = Severity::kWarning;
  base::Step step = 0;   // at which `value` was measured
  base::Step since = 0;  // from which on it is so
  double value = 0;      // what was compared
  double threshold = 0;  // with what
  std::vector<EvidenceNumber> evidence{};
  std::vector<LayerNumber> layers{};
};

struct SeriesRef {
  const store::Run* run = nullptr;
  const store::Series* series = nullptr;
};

struct LayerFinding {
  const store::Series* series = nullptr;
  double value = 0;
};

// A verdict with the series it is about. Refers to the snapshot.
struct Finding {
  std::string_view rule;
  SeriesRef about{};
  Verdict verdict{};
  std::vector<LayerFinding> layers{};
  std::optional<SeriesRef> partner{};  // the other series, of rules that compare two
};

}  // namespace sightglass::kinds::insights
