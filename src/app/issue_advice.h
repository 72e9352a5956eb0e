#pragma once

#include <string_view>

#include "base/issue_log.h"

namespace sightglass::app {

// What an issue means for whoever reads the logs, and what to do about it, in one or two sentences.
std::string_view IssueAdvice(base::IssueKind kind);

}  // namespace sightglass::app
