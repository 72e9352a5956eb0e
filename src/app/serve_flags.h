#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/command_line.h"
#include "base/result.h"

namespace sightglass::app {

enum class LogdirRule : std::uint8_t { kNeeded, kNone };

// What the arguments after `serve` ask for: to serve, to inspect (--inspect), or to show a text.
// kInvalidArgument for what cannot be understood; kFailedPrecondition for flags that are each right
// and do not go together, which TensorBoard tells by another exit status.
base::Result<Invocation> ParseServe(const std::vector<std::string>& arguments,
                                    LogdirRule logdir = LogdirRule::kNeeded);

}  // namespace sightglass::app
