#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "base/result.h"
#include "histograms/histogram.h"
#include "histograms/rebin.h"
#include "histograms/value_range.h"
#include "kind/json_reader.h"

namespace sightglass::histograms {

inline constexpr std::size_t kMaxBins = 1000;

// How a request wants its bins.
struct BinRequest {
  std::size_t bins = 0;
  BinScale scale = BinScale::kLinear;
  std::optional<double> linear_width{};  // of symlog; else by the data
  std::optional<ValueRange> range{};     // else by the data
  double clip = 0;                       // share left out at each end where there is no range

  // Are the bins known before any histogram is?
  [[nodiscard]] bool fixed() const {
    return range.has_value() && (scale == BinScale::kLinear || linear_width.has_value());
  }
};

// The members "bins" (1 to kMaxBins), "scale", "linear_width", "range" and "clip" of an object that
// may have others beside. kInvalidArgument, naming the member.
base::Result<BinRequest> ParseBinRequest(const kind::JsonValue& body, std::size_t default_bins);

struct Bins {
  BinEdges edges{};
  double linear_width = 0;  // 0 on a linear scale
};

// The bins for these histograms. Without any values and range they lie around 0.
[[nodiscard]] Bins MakeBins(const BinRequest& request,
                            std::span<const Histogram* const> histograms);

}  // namespace sightglass::histograms
