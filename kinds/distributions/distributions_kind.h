#pragma once

#include <memory>

#include "kind/kind.h"

namespace sightglass::kinds {

// Percentiles of histograms over steps. README.md is the contract.
std::unique_ptr<kind::Kind> MakeDistributionsKind(const kind::KindOptions& options);

}  // namespace sightglass::kinds
