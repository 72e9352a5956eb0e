#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "kind/router.h"
#include "kinds/images/image_decode.h"

namespace sightglass::kinds {

inline constexpr std::uint32_t kMaxThumbSide = 4096;

// Our routes: /api/images/steps, blob, thumb and info. README.md is the contract.
//
// Threads: any.
class ImagesApi {
 public:
  // This must outlive the router.
  void AddRoutes(kind::Router& router) const;

 private:
  base::Result<kind::Response> Thumb(const kind::Request& request,
                                     const kind::RequestContext& context) const;
  base::Result<kind::Response> Info(const kind::Request& request,
                                    const kind::RequestContext& context) const;

  mutable DecodeBudget budget_{kMaxDecodeBytes};
};

std::string_view ImagesOpenApi();

}  // namespace sightglass::kinds
