#pragma once

#include <string>
#include <vector>

#include "app/command_line.h"
#include "base/result.h"

namespace sightglass::app {

// What the arguments after `graph` ask for. kInvalidArgument for what cannot be understood;
// kFailedPrecondition for flags that are each right and do not go together.
base::Result<Invocation> ParseGraph(const std::vector<std::string>& arguments);

}  // namespace sightglass::app
