#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "kind/json_reader.h"
#include "kind/parameters.h"
#include "kind/series_selection.h"
#include "kind/typed_parameters.h"
#include "query/pixel_axis.h"
#include "query/smoothing.h"

namespace sightglass::kinds {

inline constexpr std::size_t kMaxSeries = 10'000;
inline constexpr std::uint64_t kMaxAnswerPoints = 20'000'000;
inline constexpr std::uint64_t kMaxJsonAnswerPoints = 2'000'000;
// Of one series, where smoothing or an axis needs all of them at once.
inline constexpr std::uint64_t kMaxUnpackedPoints = 10'000'000;
inline constexpr std::size_t kMaxWidth = 16'384;
inline constexpr std::size_t kMaxWindow = 1'000'000;
inline constexpr double kMaxSigma = 100'000;

enum class XAxis : std::uint8_t {
  kStep,
  kRelativeStep,  // since the series' first point
  kWall,          // seconds since 1970
  kRelative,      // seconds since an origin
  kActive,        // seconds at work: see query/active_time.h
  kOrdinal,       // number of the point
  kTag,           // another tag of the same run, joined by step
};

// Zero of XAxis::kRelative.
enum class XOrigin : std::uint8_t { kSeries, kRun, kFixed };

using query::Smoothing;
using query::SmoothingSort;

struct ColumnSet {
  bool step = true;
  bool wall_time = true;
  bool value = true;
  bool raw = false;
  bool index = false;
  bool x = false;
};

// What is in view. A side that is absent goes as far as the points do.
struct XRange {
  std::optional<double> begin{};
  std::optional<double> end{};
};

// A state of the data that the client has.
struct Since {
  std::string epoch{};
  std::uint64_t revision = 0;
};

// What /api/scalars was asked for. README.md tells what each member means.
struct ScalarsRequest {
  kind::SeriesChoice selection{};
  std::size_t limit = kMaxSeries;
  XAxis x = XAxis::kStep;
  std::string x_tag{};
  XOrigin origin = XOrigin::kSeries;
  double origin_wall_time = 0;  // kFixed
  XRange range{};
  std::size_t width = 0;  // 0: all points
  query::AxisScale scale{};
  bool positive_only = false;
  bool neighbours = false;
  bool superseded = false;
  Smoothing smoothing{};
  ColumnSet columns{};
  std::optional<Since> since{};
};

// kInvalidArgument or kOutOfRange, naming the member.
base::Result<ScalarsRequest> ParseScalarsRequest(const kind::JsonValue& body);
// The same from the parameters of a GET.
base::Result<ScalarsRequest> ScalarsRequestFromParameters(const kind::Parameters& parameters);

// The members x_scale, symlog_constant and log_x.
base::Result<query::AxisScale> ParseAxisScale(const kind::JsonValue& body);
// {"begin":...,"end":...}
base::Result<XRange> ParseXRange(const kind::JsonValue& value);
// {"kind":"ema","weight":...} and the like.
base::Result<Smoothing> ParseSmoothing(const kind::JsonValue& value);
// 1 to kMaxWidth.
base::Result<std::size_t> ParseWidth(const kind::JsonValue& value);

}  // namespace sightglass::kinds
