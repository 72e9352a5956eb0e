#pragma once

#include "kind/router.h"

namespace sightglass::kinds {

// Graphs as TensorBoard serves them, in /data/plugin/graphs/.
void AddTensorboardGraphRoutes(kind::Router& router);

}  // namespace sightglass::kinds
