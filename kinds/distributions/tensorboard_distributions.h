#pragma once

#include "histograms/tensorboard_histograms.h"
#include "kind/kind.h"

namespace sightglass::kinds {

// Distributions as TensorBoard serves them, in /data/plugin/distributions/.
//
// Threads: any.
class TensorboardDistributions {
 public:
  explicit TensorboardDistributions(const kind::KindOptions& options) : reader_(options) {}

  // This must outlive the router.
  void AddRoutes(kind::Router& router) const;

 private:
  base::Result<kind::Response> Distributions(const kind::Request& request,
                                             const kind::RequestContext& context) const;

  histograms::TensorboardHistograms reader_;
};

}  // namespace sightglass::kinds
