#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "histograms/histogram_reader.h"
#include "kind/json_reader.h"
#include "kind/router.h"
#include "kind/series_selection.h"
#include "store/snapshot.h"

namespace sightglass::histograms {

inline constexpr std::size_t kDefaultMaxSteps = 500;
inline constexpr std::size_t kMaxSteps = 10'000;
inline constexpr std::size_t kMaxRequestBytes = std::size_t{8} << 20;
// The most numbers that the rows of one answer may have: about 80 megabytes.
inline constexpr std::uint64_t kMaxAnswerNumbers = 10'000'000;
// The most points that are read for one answer.
inline constexpr std::uint64_t kMaxReadPoints = 1'000'000;

// What every request for histograms may name: series and steps.
struct HistogramRequest {
  kind::SeriesChoice choice{};
  StepRange range{.max_points = kDefaultMaxSteps};
};

// The members "selection" (see kind::SeriesChoice), "begin_step", "end_step" and "max_steps" of an
// object that may have others beside. kInvalidArgument, naming the member.
base::Result<HistogramRequest> ParseHistogramRequest(const kind::JsonValue& body);

// The member `name`, a whole number in [low, high]; `otherwise` if it is absent.
base::Result<std::size_t> CountMember(const kind::JsonValue& object, std::string_view name,
                                      std::size_t otherwise, std::size_t low, std::size_t high);
// `value` as a finite number in [low, high].
base::Result<double> NumberWithin(const kind::JsonValue& value, double low, double high);

// Levels of percentiles: shares from 0 to 1, at least one and at most kMaxLevels.
inline constexpr std::size_t kMaxLevels = 100;
base::Result<std::vector<double>> ParseLevels(const kind::JsonValue& list);
// Those that TensorBoard's distributions have.
std::vector<double> TensorboardLevels();

// One series and those of its points that an answer is made of.
struct RequestedSeries {
  kind::SelectedSeries selected;
  ChosenPoints chosen{};

  // Bytes of the values in their files.
  [[nodiscard]] std::uint64_t bytes() const;
};

struct RequestedSelection {
  std::vector<RequestedSeries> series{};  // by run and tag
  std::vector<kind::MissingSeries> missing{};
};

// What a selection is for: limits are checked before points are looked at.
struct SelectionLimits {
  std::size_t row_numbers = 1;  // of one row
  // Read all points of the range, though the answer has max_points rows.
  bool read_all = false;
};

// kOutOfRange: more than kMaxAnswerNumbers or kMaxReadPoints.
// REQUIRES: `snapshot` outlives the result. Cost: 60 bytes for each chosen point.
base::Result<RequestedSelection> SelectHistograms(const store::Snapshot& snapshot,
                                                  const HistogramRequest& request,
                                                  const SelectionLimits& limits);

// The same series as readers take them.
std::vector<values::ScanSeries> ScannedSeries(std::span<const RequestedSeries> series);

// Calls take(series, step) for every chosen point, `series` counting from the first of the list.
// Errors as of ReadChosen().
base::Status ReadSelected(std::span<const RequestedSeries> series,
                          const kind::RequestContext& context, const TakeStep& take);

// Calls part(series) for stretches of the list whose values have at most `max_bytes`
// together, or which are a single series, until one gives an error.
base::Status ForEachBatch(
    std::span<const RequestedSeries> series, std::uint64_t max_bytes,
    const std::function<base::Status(std::span<const RequestedSeries>)>& part);

// Values that are read together, so that few are in memory at a time.
inline constexpr std::uint64_t kBatchBytes = std::uint64_t{32} << 20;
// Values that may have to be in memory together.
inline constexpr std::uint64_t kMaxHeldBytes = std::uint64_t{256} << 20;

}  // namespace sightglass::histograms
