#pragma once

#include <memory>

#include "kind/kind.h"

namespace sightglass::kinds {

// Numbers over steps. README.md is the contract.
std::unique_ptr<kind::Kind> MakeScalarsKind(const kind::KindOptions& options);

}  // namespace sightglass::kinds
