#pragma once

#include <memory>

#include "kind/kind.h"

namespace sightglass::kinds {

// Pictures that were logged, of every step. README.md is the contract.
std::unique_ptr<kind::Kind> MakeImagesKind(const kind::KindOptions& options);

}  // namespace sightglass::kinds
