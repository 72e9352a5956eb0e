#pragma once

#include <memory>

#include "kind/kind.h"

namespace sightglass::kinds {

// Looks for signs of trouble in scalars and histograms. README.md is the contract.
std::unique_ptr<kind::Kind> MakeInsightsKind(const kind::KindOptions& options);

}  // namespace sightglass::kinds
