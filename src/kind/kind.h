#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "kind/router.h"
#include "kind/time_series_source.h"

namespace sightglass::kind {

// What the user asked for on the command line, as far as kinds care.
struct KindOptions {
  // --tb_sampling: TensorBoard's routes give at most this many points of a plugin's series (by
  // name; 0: all), chosen as its data server would. Not set: all points, always.
  std::optional<std::map<std::string, std::size_t, std::less<>>> tensorboard_samples{};
};

class Kind;

// All kinds of this program. They live as long as the server.
using Kinds = std::vector<std::unique_ptr<Kind>>;

// One sort of data: its routes, TensorBoard's and ours, and what other parts must know of it.
//
// Threads: handlers run on many threads at once, opened_files() is called from any; the rest is
// called by one, before the server starts.
class Kind {
 public:
  virtual ~Kind() = default;

  // Of the folder under kinds/, e.g. "scalars": also in URLs.
  [[nodiscard]] virtual std::string_view id() const = 0;
  // Adds the kind's routes. `kinds` is complete, so a kind may look for what others offer.
  virtual void AddRoutes(const Kinds& kinds, Router& router) const = 0;
  // The kind's part of the OpenAPI document: {"paths":{...},"schemas":{...}}; empty: none.
  [[nodiscard]] virtual std::string_view openapi() const { return {}; }
  // Reads a file that the user named, which is then shown beside what the logs hold.
  // kUnimplemented: this kind has no files of its own.
  virtual base::Status OpenFile(const std::string& path);
  // How many such files there are, of whatever origin. /api/status counts them as series.
  [[nodiscard]] virtual std::size_t opened_files() const { return 0; }
  // What the kind shows in TensorBoard's Time Series dashboard; nullptr: nothing.
  [[nodiscard]] virtual const TimeSeriesSource* time_series() const { return nullptr; }
};

}  // namespace sightglass::kind
