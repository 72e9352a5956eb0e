#pragma once

#include "demo/network.h"
#include "demo/training_plan.h"
#include "sightglass/graph_builder.h"
#include "sightglass/status.h"

namespace sightglass::demo {

// The network, its loss, its accuracy and its optimiser as nodes for the GRAPHS page: one name
// scope for each layer that learns, with what follows it.
Status AddNetworkGraph(const Network& network, const TrainingPlan& plan, GraphBuilder& graph);

}  // namespace sightglass::demo
