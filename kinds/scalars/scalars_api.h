#pragma once

#include <string_view>

#include "kind/router.h"

namespace sightglass::kinds {

// Our own routes for scalars: /api/scalars and what is below it. README.md is their contract.
void AddScalarsApiRoutes(kind::Router& router);

// {"paths":{...},"schemas":{...}} of these routes.
std::string_view ScalarsOpenApi();

}  // namespace sightglass::kinds
