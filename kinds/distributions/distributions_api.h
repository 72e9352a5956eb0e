#pragma once

#include <string_view>

#include "kind/router.h"

namespace sightglass::kinds {

// /api/distributions and /api/distributions/download; README.md says what they answer.
void AddDistributionsApiRoutes(kind::Router& router);

std::string_view DistributionsOpenApi();

}  // namespace sightglass::kinds
