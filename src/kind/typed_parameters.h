#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "kind/parameters.h"

namespace sightglass::kind {

// Parameters of a GET as numbers and flags. Every error is kInvalidArgument and names the
// parameter.

// kInvalidArgument for a parameter that is not in `known`, with the nearest that is.
base::Status AllowOnlyParameters(const Parameters& parameters,
                                 std::initializer_list<std::string_view> known);

// Each nullopt where the parameter is absent.
base::Result<std::optional<double>> DoubleParameter(const Parameters& parameters,
                                                    std::string_view name);
base::Result<std::optional<std::int64_t>> IntParameter(const Parameters& parameters,
                                                       std::string_view name);
base::Result<std::optional<std::uint64_t>> UIntParameter(const Parameters& parameters,
                                                         std::string_view name);
// False where it is absent.
base::Result<bool> FlagParameter(const Parameters& parameters, std::string_view name);

}  // namespace sightglass::kind
