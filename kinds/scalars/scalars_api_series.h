#pragma once

#include "base/result.h"
#include "kind/router.h"
#include "kinds/scalars/scalars_api_answer.h"
#include "kinds/scalars/scalars_query_request.h"

namespace sightglass::kinds {

// GET and POST /api/scalars.
base::Result<kind::Response> HandleScalars(const kind::Request& request,
                                           const kind::RequestContext& context);

// What both of them come to.
base::Result<kind::Response> AnswerScalars(const ScalarsRequest& request, AnswerForm form,
                                           const kind::RequestContext& context);

}  // namespace sightglass::kinds
