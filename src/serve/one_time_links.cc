#include "serve/one_time_links.h"

#include <algorithm>

#include "serve/secure_random.h"

namespace sightglass::serve {

std::string OneTimeLinks::MakeCode() {
  std::string code = RandomHex(24);
  const base::MutexLock lock(mutex_);
  if (digests_.size() == kMaxCodes) digests_.pop_front();
  digests_.push_back(Sha256(code));
  return code;
}

bool OneTimeLinks::Use(std::string_view code) {
  // Digests may be compared in the ordinary way: what the time tells of them tells nothing of the
  // code.
  const std::string digest = Sha256(code);
  const base::MutexLock lock(mutex_);
  const auto found = std::ranges::find(digests_, digest);
  if (found == digests_.end()) return false;
  digests_.erase(found);
  return true;
}

}  // namespace sightglass::serve
