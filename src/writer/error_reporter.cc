#include "writer/error_reporter.h"

#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "writer/text_pieces.h"

namespace sightglass::writer {
namespace {

std::size_t KeyOf(const Status& status) { return std::hash<std::string_view>()(status.message()); }

}  // namespace

ErrorReporter::ErrorReporter(ErrorCallback callback) : callback_(std::move(callback)) {}

void ErrorReporter::Report(const Status& status) {
  if (status.ok()) return;
  bool last = false;
  {
    const std::lock_guard lock(mutex_);
    if (silent_ || !told_.insert(KeyOf(status)).second) return;
    last = silent_ = told_.size() >= kMaxTold;
  }
  // Without the lock: a callback may do anything but call the writer.
  Tell(status);
  if (last) {
    Tell({StatusCode::kResourceExhausted,
          JoinPieces({kMaxTold, " different errors; further ones are only counted"})});
  }
}

void ErrorReporter::Forget(const Status& status) {
  const std::lock_guard lock(mutex_);
  if (!silent_) told_.erase(KeyOf(status));
}

void ErrorReporter::Tell(const Status& status) const {
  if (callback_) {
    callback_(status);
    return;
  }
  std::string line = "sightglass: ";
  line += status.message();
  line += '\n';
  std::fputs(line.c_str(), stderr);
}

}  // namespace sightglass::writer
