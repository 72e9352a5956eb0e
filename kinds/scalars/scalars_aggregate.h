#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "kind/router.h"
#include "kind/series_selection.h"
#include "kinds/scalars/scalars_query_request.h"
#include "query/aggregate_runs.h"
#include "query/pixel_axis.h"
#include "query/smoothing.h"

namespace sightglass::kinds {

inline constexpr std::size_t kMaxGroups = 1000;
inline constexpr std::size_t kMaxQuantiles = 20;
inline constexpr std::uint64_t kMaxAggregatePoints = 50'000'000;
// Of one group and tag: runs times steps of their union.
inline constexpr std::uint64_t kMaxAggregateCells = 200'000'000;

struct GroupRequest {
  std::string name{};
  kind::NameChoice runs{};
};

struct AggregateOutputs {
  bool mean = true;
  bool median = false;
  bool deviation = false;
  bool error = false;
  bool min = false;
  bool max = false;
  bool count = true;
};

// Which line is exact to the pixel when points are reduced.
enum class ExactLine : std::uint8_t { kMean, kMedian };

struct AggregateRequest {
  std::vector<GroupRequest> groups{};           // given one by one, or
  std::optional<kind::NamePattern> group_by{};  // by what this captures of a run's name
  kind::NameChoice runs{};                      // with group_by: of these
  kind::NameChoice tags{};
  bool relative_steps = false;   // steps since each series' first
  query::Smoothing smoothing{};  // of each run, before they are put together
  query::Align align = query::Align::kExact;
  AggregateOutputs outputs{};
  std::vector<double> quantiles{};
  XRange range{};
  std::size_t width = 0;
  query::AxisScale scale{};
  ExactLine line = ExactLine::kMean;
};

base::Result<AggregateRequest> ParseAggregateRequest(const kind::JsonValue& body);

// One line with its bands, ready to be sent. Columns not asked for are empty.
struct AggregateAnswer {
  bool reduced = false;
  std::uint64_t steps = 0;  // before reduction
  std::uint64_t non_finite = 0;
  std::vector<base::Step> step{};
  std::vector<std::uint64_t> count{};
  std::vector<double> mean{};
  std::vector<double> median{};
  std::vector<double> deviation{};
  std::vector<double> error{};
  std::vector<double> min{};
  std::vector<double> max{};
  std::vector<std::vector<double>> quantiles{};
};

// Cost: see query::AggregateRuns(). kOutOfRange past kMaxAggregateCells.
base::Result<AggregateAnswer> AggregateSeries(const AggregateRequest& request,
                                              std::vector<query::StepsAndValues> runs);

// POST /api/scalars/aggregate.
base::Result<kind::Response> HandleScalarsAggregate(const kind::Request& request,
                                                    const kind::RequestContext& context);

}  // namespace sightglass::kinds
