#pragma once

#include "kind/kind.h"
#include "serve/server_facts.h"

namespace sightglass::serve {

// TensorBoard's routes that belong to no kind: /data/runs, /data/environment,
// /data/plugins_listing, ... `facts` must outlive the router.
void AddTensorboardCoreRoutes(const ServerFacts& facts, kind::Router& router);

// Ours that belong to no kind: /api/runs, /api/tags, /api/issues, /api/status, /api/health,
// /api/reload, /api/openapi.json (of all `kinds`). `facts` and `kinds` must outlive the router.
void AddApiCoreRoutes(const ServerFacts& facts, const kind::Kinds& kinds, kind::Router& router);

}  // namespace sightglass::serve
