#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace sightglass {

// Numbers equal gRPC's.
enum class StatusCode : std::uint8_t {
  kOk = 0,
  kInvalidArgument = 3,     // the call makes no sense: an empty tag, a buffer that is too short
  kNotFound = 5,            // a directory is gone
  kPermissionDenied = 7,    // by the file system
  kResourceExhausted = 8,   // disk full, out of memory, or dropped because the queue is full
  kFailedPrecondition = 9,  // the writer is closed
  kOutOfRange = 11,         // beyond a limit that the message names
  kInternal = 13,           // a bug of the library
  kUnavailable = 14,        // an I/O error that may pass
};

// The code's name as gRPC spells it, e.g. "INVALID_ARGUMENT".
std::string_view StatusCodeName(StatusCode code);

// Success, or why not. Nothing of this library throws; a status may be ignored, because whatever
// goes wrong also reaches WriterOptions::on_error. Success costs one null pointer.
class Status {
 public:
  Status() = default;
  // REQUIRES: code != kOk.
  Status(StatusCode code, std::string message);
  Status(const Status& other) : failure_(other.failure_) {
    if (failure_ != nullptr) Share();
  }
  Status(Status&& other) noexcept : failure_(std::exchange(other.failure_, nullptr)) {}
  Status& operator=(Status other) noexcept {
    std::swap(failure_, other.failure_);
    return *this;
  }
  ~Status() {
    if (failure_ != nullptr) Drop();
  }

  [[nodiscard]] bool ok() const { return failure_ == nullptr; }
  [[nodiscard]] StatusCode code() const;
  // What failed, the value, the limit. Empty if ok().
  [[nodiscard]] std::string_view message() const;

 private:
  // Shared by copies and counted by hand: a std::shared_ptr costs three times the code at each of
  // the many places where a status ends.
  struct Failure;
  void Share() const;
  void Drop();

  Failure* failure_ = nullptr;
};

}  // namespace sightglass
