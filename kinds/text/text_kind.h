#pragma once

#include <memory>

#include "kind/kind.h"

namespace sightglass::kinds {

// Logged texts. README.md is the contract.
std::unique_ptr<kind::Kind> MakeTextKind(const kind::KindOptions& options);

}  // namespace sightglass::kinds
