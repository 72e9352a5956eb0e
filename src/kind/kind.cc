#include "kind/kind.h"

#include <fmt/format.h>

namespace sightglass::kind {

base::Status Kind::OpenFile(const std::string& path) {
  return base::Error{base::ErrorCode::kUnimplemented,
                     fmt::format("{} are not read from files: {}", id(), path)};
}

}  // namespace sightglass::kind
