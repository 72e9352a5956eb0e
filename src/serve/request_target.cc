#include "serve/request_target.h"

#include <algorithm>
#include <cstddef>

#include "kind/header_value.h"
#include "kind/parameters.h"

namespace sightglass::serve {
namespace {

// How many characters of `raw` decode to the first `decoded` ones.
std::size_t RawLength(std::string_view raw, std::size_t decoded) {
  std::size_t at = 0;
  for (; decoded > 0; --decoded) {
    at +=
        kind::PercentDecode(raw.substr(at, 3), false).size() == 1 ? std::size_t{3} : std::size_t{1};
  }
  return std::min(at, raw.size());
}

}  // namespace

base::Result<RequestTarget> ReadTarget(std::string_view target, std::string_view path_prefix) {
  RequestTarget read;
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (!kind::EqualIgnoringCase(target.substr(0, scheme.size()), scheme)) continue;
    target.remove_prefix(scheme.size());
    const std::size_t end = std::min(target.find_first_of("/?"), target.size());
    read.authority = target.substr(0, end);
    target.remove_prefix(end);
    if (read.authority.empty()) {
      return base::Error{base::ErrorCode::kInvalidArgument, "a target without a host"};
    }
    if (!target.starts_with('/')) target = "/";
    break;
  }
  if (!target.starts_with('/')) {
    return base::Error{base::ErrorCode::kInvalidArgument, "a target that is no path"};
  }
  const std::size_t question = std::min(target.find('?'), target.size());
  const std::string_view raw = target.substr(0, question);
  read.query = target.substr(std::min(question + 1, target.size()));

  const std::string decoded = kind::PercentDecode(raw, false);
  std::string_view path = decoded;
  if (path.find('\0') != std::string_view::npos) {
    return base::Error{base::ErrorCode::kInvalidArgument, "a path with a zero byte"};
  }
  if (!path_prefix.empty()) {
    const std::string_view rest = path.substr(std::min(path_prefix.size(), path.size()));
    if (!path.starts_with(path_prefix) || (!rest.empty() && rest.front() != '/')) {
      return base::Error{base::ErrorCode::kNotFound, ""};
    }
    path = rest;
  }
  constexpr std::string_view kExperiment = "/experiment/";
  if (path.starts_with(kExperiment)) {
    path.remove_prefix(std::min(path.find('/', kExperiment.size()), path.size()));
  }
  read.root = raw.substr(0, RawLength(raw, decoded.size() - path.size()));
  if (path.empty()) {
    read.redirect = read.root + "/";
    return read;
  }
  if (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  read.path = path;
  return read;
}

}  // namespace sightglass::serve
