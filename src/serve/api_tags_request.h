#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "kind/http_message.h"
#include "serve/api_core_query.h"

namespace sightglass::serve {

// A body may list all runs of a large log directory.
inline constexpr std::size_t kMaxTagsBodyBytes = std::size_t{16} << 20;
inline constexpr std::size_t kMaxTagsBodyNames = 100'000;

// What /api/tags and /api/series were asked for.
struct TagsRequest {
  ListPage page{};
  NameFilter runs;
  NameFilter tags;
  std::vector<std::string> kinds{};  // empty: all

  // By parameters. kInvalidArgument or kOutOfRange, naming the parameter.
  static base::Result<TagsRequest> FromQuery(const kind::Parameters& query);
  // By the JSON body of a POST, else by parameters.
  static base::Result<TagsRequest> Read(const kind::Request& request);

  [[nodiscard]] bool WantsKind(std::string_view kind) const;
};

}  // namespace sightglass::serve
