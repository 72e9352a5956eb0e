#pragma once

#include "kind/router.h"
#include "serve/profile_store.h"

namespace sightglass::serve {

// Adds /api/profile: GET tells it, POST merges a patch into it. `store` must outlive the router.
void AddProfileRoutes(ProfileStore& store, kind::Router& router);

}  // namespace sightglass::serve
