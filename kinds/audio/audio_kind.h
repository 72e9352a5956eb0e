#pragma once

#include <memory>

#include "kind/kind.h"

namespace sightglass::kinds {

// Clips of sound over steps. README.md is the contract.
std::unique_ptr<kind::Kind> MakeAudioKind(const kind::KindOptions& options);

}  // namespace sightglass::kinds
