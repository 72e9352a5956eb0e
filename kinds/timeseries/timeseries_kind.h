#pragma once

#include <memory>

#include "kind/kind.h"

namespace sightglass::kinds {

// TensorBoard's Time Series dashboard, over what other kinds offer. README.md is the contract.
std::unique_ptr<kind::Kind> MakeTimeseriesKind(const kind::KindOptions& options);

}  // namespace sightglass::kinds
