#pragma once

#include <cstddef>
#include <optional>

#include "kind/kind.h"
#include "kind/tensorboard_sampling.h"

namespace sightglass::kinds {

// Texts as TensorBoard serves them, in /data/plugin/text/.
//
// Threads: any.
class TensorboardText {
 public:
  explicit TensorboardText(const kind::KindOptions& options);

  // This must outlive the router.
  void AddRoutes(kind::Router& router) const;

 private:
  base::Result<kind::Response> Text(const kind::Request& request,
                                    const kind::RequestContext& context) const;

  // The most values of a series; not set: all.
  std::optional<std::size_t> max_points_;
  mutable kind::SampledIndices sampled_;
};

}  // namespace sightglass::kinds
