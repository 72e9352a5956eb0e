#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/json_writer.h"
#include "base/result.h"
#include "kind/router.h"

namespace sightglass::kind {

// One item of a request to TensorBoard's Time Series dashboard, checked.
struct TimeSeriesRequest {
  std::string tag;
  std::string run;  // empty: all runs
  std::optional<std::int64_t> sample{};
};

// What a kind gives to TensorBoard's Time Series dashboard, which shows scalars, histograms and
// images on one page. The timeseries kind owns the routes and asks whoever offers this.
class TimeSeriesSource {
 public:
  virtual ~TimeSeriesSource() = default;

  [[nodiscard]] virtual std::string_view plugin() const = 0;  // "scalars", "histograms", "images"
  [[nodiscard]] virtual bool needs_run() const = 0;
  [[nodiscard]] virtual bool needs_sample() const = 0;
  // Writes the members of the plugin's object in the answer to `tags`: "runTagInfo", ...
  virtual void WriteTags(const store::Snapshot& snapshot, base::JsonWriter& json) const = 0;
  // Writes the object that is the value of "runToSeries"; empty if there is no such data.
  virtual base::Status WriteSeries(const TimeSeriesRequest& request, const RequestContext& context,
                                   base::JsonWriter& json) const = 0;
  // The bytes of an image by the id that WriteSeries() gave. Only where there are such.
  virtual base::Result<Response> Image(std::string_view image_id,
                                       const RequestContext& context) const {
    static_cast<void>(context);
    return base::Error{base::ErrorCode::kNotFound, fmt::format("no image '{}'", image_id)};
  }
};

}  // namespace sightglass::kind
