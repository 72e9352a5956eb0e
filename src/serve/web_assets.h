#pragma once

#include <span>

#include "kind/router.h"
#include "serve/web_bundle.h"

namespace sightglass::serve {

// Adds "/" and "/index.html", the page, and every other file of `bundle` under its own path.
//
// What is below assets/ has a name that changes with its contents, and may be kept forever by who
// asked for it; everything else is asked for again, and told to be unchanged by its entity tag.
// REQUIRES: `bundle` lives as long as the router and is as WebBundle() says.
void AddWebRoutes(std::span<const BundledFile> bundle, kind::Router& router);

}  // namespace sightglass::serve
