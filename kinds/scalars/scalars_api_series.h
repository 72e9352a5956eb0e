#pragma once

#include "base/result.h"
#include "kind/answer_writer.h"
#include "kind/router.h"
#include "kinds/scalars/scalars_query_request.h"
#include "kinds/scalars/smoothed_cache.h"

namespace sightglass::kinds {

// GET and POST /api/scalars.
base::Result<kind::Response> HandleScalars(const kind::Request& request,
                                           const kind::RequestContext& context,
                                           SmoothedCache& cache);

// What both of them come to.
base::Result<kind::Response> AnswerScalars(const ScalarsRequest& request, kind::AnswerForm form,
                                           const kind::RequestContext& context,
                                           SmoothedCache& cache);

}  // namespace sightglass::kinds
