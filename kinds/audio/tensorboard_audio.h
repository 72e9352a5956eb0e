#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "kind/kind.h"
#include "kind/tensorboard_sampling.h"
#include "store/series.h"

namespace sightglass::kinds {

// Audio as TensorBoard serves it, in /data/plugin/audio/.
//
// Threads: any.
class TensorboardAudio {
 public:
  explicit TensorboardAudio(const kind::KindOptions& options);

  // This must outlive the router.
  void AddRoutes(kind::Router& router) const;

 private:
  base::Result<kind::Response> Tags(const kind::Request& request,
                                    const kind::RequestContext& context) const;
  base::Result<kind::Response> Audio(const kind::Request& request,
                                     const kind::RequestContext& context) const;
  [[nodiscard]] std::vector<store::RefPoint> ShownPoints(
      const store::Points<store::RefPoint>& points) const;

  // The most points of a series; not set: all.
  std::optional<std::size_t> max_points_;
  mutable kind::SampledIndices sampled_;
};

}  // namespace sightglass::kinds
