#pragma once

#include <memory>

#include "kind/kind.h"

namespace sightglass::kinds {

// Counts what runs hold. README.md is the contract.
std::unique_ptr<kind::Kind> MakeSkeletonKind(const kind::KindOptions& options);

}  // namespace sightglass::kinds
