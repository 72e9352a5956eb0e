#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace sightglass::serve {

// What a request line asks for, taken apart.
struct RequestTarget {
  std::string authority{};  // "host:port" of a target in absolute form, else empty
  std::string path{};       // as kind::Request::path
  std::string root{};       // as kind::Request::root
  std::string query{};      // behind the '?', not decoded
  // Not empty: the path ends where a root does, and the page is at this one, with a slash.
  std::string redirect{};
};

// Strips `path_prefix` and /experiment/<id>. kInvalidArgument for what is no target, kNotFound for
// a path beside the prefix.
base::Result<RequestTarget> ReadTarget(std::string_view target, std::string_view path_prefix);

}  // namespace sightglass::serve
