#pragma once

#include <memory>

#include "kind/kind.h"

namespace sightglass::kinds {

// How numbers are spread, over steps. README.md is the contract.
std::unique_ptr<kind::Kind> MakeHistogramsKind(const kind::KindOptions& options);

}  // namespace sightglass::kinds
