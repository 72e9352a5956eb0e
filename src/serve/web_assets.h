#pragma once

#include "kind/router.h"

namespace sightglass::serve {

// Adds "/", "/index.html" and the page's files, which are part of the program.
void AddWebRoutes(kind::Router& router);

}  // namespace sightglass::serve
