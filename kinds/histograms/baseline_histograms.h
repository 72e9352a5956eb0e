#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "histograms/histogram.h"
#include "histograms/histogram_answer.h"
#include "histograms/histogram_request.h"
#include "kind/router.h"
#include "store/snapshot.h"

namespace sightglass::kinds {

// What series are compared with: the histograms of the same tags in another run.
class BaselineHistograms {
 public:
  // Reads, for each chosen point of `series`, the one of `run` at the nearest step at or before it.
  // What cannot be read goes to `problems`.
  // kOutOfRange: more than histograms::kMaxHeldBytes; kCancelled.
  static base::Result<BaselineHistograms> Read(const store::Run& run,
                                               std::span<const histograms::RequestedSeries> series,
                                               const kind::RequestContext& context,
                                               histograms::ProblemList& problems);

  // For a step of the series of this number; null: the run has none at or before it.
  [[nodiscard]] const histograms::Histogram* At(std::uint32_t series, base::Step step) const;

 private:
  struct Entry {
    base::Step step = 0;
    histograms::Histogram histogram{};
  };
  std::vector<std::vector<Entry>> entries_;  // by series, in the order of their steps
};

}  // namespace sightglass::kinds
