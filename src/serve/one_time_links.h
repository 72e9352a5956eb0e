#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

#include "base/mutex.h"

namespace sightglass::serve {

// Codes that let somebody in once.
//
// Only digests are kept, so that nothing in memory opens the door. Of more than kMaxCodes unused
// ones the oldest is forgotten.
//
// Threads: any thread may call anything.
class OneTimeLinks {
 public:
  static constexpr std::size_t kMaxCodes = 64;

  [[nodiscard]] std::string MakeCode() EXCLUDES(mutex_);
  // Is it one that was made and not yet used? It is used now.
  [[nodiscard]] bool Use(std::string_view code) EXCLUDES(mutex_);

 private:
  base::Mutex mutex_;
  std::deque<std::string> digests_ GUARDED_BY(mutex_);  // oldest first
};

}  // namespace sightglass::serve
