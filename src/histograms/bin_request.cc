#include "histograms/bin_request.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "base/number_text.h"
#include "base/text.h"
#include "histograms/histogram_request.h"

namespace sightglass::histograms {
namespace {

using base::Result;
using kind::JsonValue;

constexpr double kMinLinearWidth = 1e-300;
constexpr double kMaxClip = 0.49;

Result<BinScale> ParseScale(const JsonValue& value) {
  ASSIGN_OR_RETURN(const std::string_view name, value.AsString());
  if (name == "linear") return BinScale::kLinear;
  if (name == "symlog") return BinScale::kSymlog;
  return value.Bad(fmt::format("'{}' is none of linear, symlog", base::EscapeForDisplay(name, 60)));
}

Result<ValueRange> ParseRange(const JsonValue& value) {
  ASSIGN_OR_RETURN(const std::vector<JsonValue> ends, value.AsArray(2));
  if (ends.size() != 2) return value.Bad("is not [low, high]");
  ValueRange range;
  ASSIGN_OR_RETURN(range.low, NumberWithin(ends[0], -kMaxMagnitude, kMaxMagnitude));
  ASSIGN_OR_RETURN(range.high, NumberWithin(ends[1], -kMaxMagnitude, kMaxMagnitude));
  if (!(range.low < range.high)) {
    return value.Bad(fmt::format("{} is not below {}", base::NumberText(range.low).view(),
                                 base::NumberText(range.high).view()));
  }
  return range;
}

}  // namespace

Result<BinRequest> ParseBinRequest(const JsonValue& body, std::size_t default_bins) {
  BinRequest request;
  ASSIGN_OR_RETURN(request.bins, CountMember(body, "bins", default_bins, 1, kMaxBins));
  ASSIGN_OR_RETURN(const auto scale, body.Member("scale"));
  if (scale) {
    ASSIGN_OR_RETURN(request.scale, ParseScale(*scale));
  }
  ASSIGN_OR_RETURN(const auto width, body.Member("linear_width"));
  if (width) {
    ASSIGN_OR_RETURN(request.linear_width, NumberWithin(*width, kMinLinearWidth, kMaxMagnitude));
  }
  ASSIGN_OR_RETURN(const auto range, body.Member("range"));
  if (range) {
    ASSIGN_OR_RETURN(request.range, ParseRange(*range));
  }
  ASSIGN_OR_RETURN(const auto clip, body.Member("clip"));
  if (clip) {
    ASSIGN_OR_RETURN(request.clip, NumberWithin(*clip, 0, kMaxClip));
  }
  return request;
}

Bins MakeBins(const BinRequest& request, std::span<const Histogram* const> histograms) {
  const ValueRange range = request.range ? *request.range : RangeOf(histograms, request.clip);
  Bins bins;
  if (request.scale == BinScale::kSymlog) {
    bins.linear_width = request.linear_width ? *request.linear_width : LinearWidthOf(histograms);
  }
  bins.edges = MakeEdges(range.low, range.high, request.bins, request.scale, bins.linear_width);
  return bins;
}

}  // namespace sightglass::histograms
