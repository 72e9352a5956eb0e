#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace sightglass::base {

void CheckFailed(std::string_view condition, std::string_view file, int line) {
  // No allocation: memory may be what is broken.
  std::fprintf(stderr, "%.*s:%d: check failed: %.*s\n", static_cast<int>(file.size()), file.data(),
               line, static_cast<int>(condition.size()), condition.data());
  std::fflush(stderr);
  std::abort();
}

}  // namespace sightglass::base
