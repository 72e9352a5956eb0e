#pragma once

#include <string_view>

#include "kind/router.h"

namespace sightglass::kinds {

// /api/audio/steps, /api/audio/blob and /api/audio/info; README.md says what they answer.
void AddAudioApiRoutes(kind::Router& router);

std::string_view AudioOpenApi();

}  // namespace sightglass::kinds
