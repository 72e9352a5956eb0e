#pragma once

#include <memory>

#include "kind/kind.h"

namespace sightglass::kinds {

// Computation graphs and models. README.md is the contract.
std::unique_ptr<kind::Kind> MakeGraphsKind(const kind::KindOptions& options);

}  // namespace sightglass::kinds
