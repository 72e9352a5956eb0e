#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "kind/router.h"

namespace sightglass::kinds {

// Our own routes for texts: /api/text/steps, value, values and search. README.md is their contract.
void AddTextApiRoutes(kind::Router& router);

// {"paths":{...},"schemas":{...}} of these routes.
std::string_view TextOpenApi();

// An answer stops giving cells, or values, at so many bytes of text.
inline constexpr std::uint64_t kMaxTextAnswerBytes = std::uint64_t{4} << 20;
inline constexpr std::uint64_t kMaxValuesOfSeries = 1'000;
inline constexpr std::uint64_t kValuesOfSeries = 100;  // unless told otherwise
inline constexpr std::uint64_t kMaxSearchHits = 10'000;
inline constexpr std::uint64_t kSearchHits = 1'000;  // unless told otherwise

base::Result<kind::Response> HandleTextValue(const kind::Request& request,
                                             const kind::RequestContext& context);
base::Result<kind::Response> HandleTextValues(const kind::Request& request,
                                              const kind::RequestContext& context);
base::Result<kind::Response> HandleTextSearch(const kind::Request& request,
                                              const kind::RequestContext& context);

}  // namespace sightglass::kinds
