#pragma once

#include "base/result.h"
#include "kind/router.h"

namespace sightglass::kinds {

// GET /api/distributions/download: percentiles of every step of one series, as CSV or JSON.
base::Result<kind::Response> HandleDistributionsDownload(const kind::Request& request,
                                                         const kind::RequestContext& context);

}  // namespace sightglass::kinds
