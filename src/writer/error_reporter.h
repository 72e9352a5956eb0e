#pragma once

#include <cstddef>
#include <mutex>
#include <unordered_set>

#include "sightglass/status.h"
#include "sightglass/writer_options.h"

namespace sightglass::writer {

// Tells of each trouble once. After kMaxTold different ones it says so and is silent.
//
// Threads: any.
class ErrorReporter {
 public:
  // No callback: a line to stderr.
  explicit ErrorReporter(ErrorCallback callback);

  void Report(const Status& status);
  // What was told may be told again.
  void Forget(const Status& status);

 private:
  static constexpr std::size_t kMaxTold = 100;

  void Tell(const Status& status) const;

  const ErrorCallback callback_;
  std::mutex mutex_;
  std::unordered_set<std::size_t> told_;  // hashes of messages
  bool silent_ = false;
};

}  // namespace sightglass::writer
