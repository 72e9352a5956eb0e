#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ingest/log_root.h"

namespace sightglass::app {

// The file in which a server of these log directories keeps its profile; empty: in memory only.
// `flag` is the value of --profile: a path, "none", or empty for a file in the user's settings
// ($XDG_CONFIG_HOME or ~/.config), whose name hangs on nothing but the places of the log
// directories and the names before their runs. Without a home there is no such file.
std::string ProfilePath(std::string_view flag, const std::vector<ingest::LogRoot>& roots);

}  // namespace sightglass::app
