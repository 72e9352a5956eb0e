#pragma once

#include <cstddef>
#include <string_view>

#include "kind/router.h"

namespace sightglass::kinds {

// /api/insights, by GET and POST. README.md is the contract.
void AddInsightsRoutes(kind::Router& router);

// {"paths":{...},"schemas":{...}} of this route.
std::string_view InsightsOpenApi();

}  // namespace sightglass::kinds
