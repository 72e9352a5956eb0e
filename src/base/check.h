#pragma once

#include <string_view>

namespace sightglass::base {

// Prints where and what, and aborts.
[[noreturn]] void CheckFailed(std::string_view condition, std::string_view file, int line);

}  // namespace sightglass::base

// A broken invariant of our own. Never reachable from a file, a request or a flag.
#define CHECK(condition)                                               \
  do {                                                                 \
    if (!(condition)) [[unlikely]] {                                   \
      ::sightglass::base::CheckFailed(#condition, __FILE__, __LINE__); \
    }                                                                  \
  } while (false)

#ifdef NDEBUG
#define DCHECK(condition)                   \
  do {                                      \
    static_cast<void>(sizeof((condition))); \
  } while (false)
#else
#define DCHECK(condition) CHECK(condition)
#endif
