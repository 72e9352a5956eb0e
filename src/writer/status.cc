#include "sightglass/status.h"

#include <atomic>
#include <utility>

namespace sightglass {

std::string_view StatusCodeName(StatusCode code) {
  switch (code) {
    case StatusCode::kOk:
      return "OK";
    case StatusCode::kInvalidArgument:
      return "INVALID_ARGUMENT";
    case StatusCode::kNotFound:
      return "NOT_FOUND";
    case StatusCode::kPermissionDenied:
      return "PERMISSION_DENIED";
    case StatusCode::kResourceExhausted:
      return "RESOURCE_EXHAUSTED";
    case StatusCode::kFailedPrecondition:
      return "FAILED_PRECONDITION";
    case StatusCode::kOutOfRange:
      return "OUT_OF_RANGE";
    case StatusCode::kInternal:
      return "INTERNAL";
    case StatusCode::kUnavailable:
      return "UNAVAILABLE";
  }
  return "UNKNOWN";
}

struct Status::Failure {
  const StatusCode code;
  const std::string message;
  std::atomic<std::uint32_t> owners = 1;
};

Status::Status(StatusCode code, std::string message)
    : failure_(new Failure{code, std::move(message)}) {}

void Status::Share() const { failure_->owners.fetch_add(1, std::memory_order_relaxed); }

void Status::Drop() {
  if (failure_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) delete failure_;
}

StatusCode Status::code() const { return ok() ? StatusCode::kOk : failure_->code; }

std::string_view Status::message() const {
  return ok() ? std::string_view() : std::string_view(failure_->message);
}

}  // namespace sightglass
