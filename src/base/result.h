#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "base/check.h"

namespace sightglass::base {

// Numbers equal gRPC's, so that one table serves HTTP, gRPC and Python alike.
enum class ErrorCode : std::uint8_t {
  kCancelled = 1,
  kUnknown = 2,
  kInvalidArgument = 3,
  kDeadlineExceeded = 4,
  kNotFound = 5,
  kAlreadyExists = 6,
  kPermissionDenied = 7,
  kResourceExhausted = 8,
  kFailedPrecondition = 9,
  kAborted = 10,
  kOutOfRange = 11,
  kUnimplemented = 12,
  kInternal = 13,
  kUnavailable = 14,
  kDataLoss = 15,
  kUnauthenticated = 16,
};

// The code's name as gRPC spells it, e.g. "NOT_FOUND".
std::string_view ErrorCodeName(ErrorCode code);

// Why an operation failed: what failed, the value, the limit; paths last.
struct Error {
  ErrorCode code = ErrorCode::kUnknown;
  std::string message;

  // The same error with `context: ` put before its message.
  [[nodiscard]] Error WithContext(std::string_view context) const {
    return Error{code, fmt::format("{}: {}", context, message)};
  }
};

// Success, or an Error.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(Error error) : error_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool ok() const { return !error_.has_value(); }
  // REQUIRES: !ok().
  [[nodiscard]] const Error& error() const {
    CHECK(error_.has_value());
    return *error_;
  }

 private:
  std::optional<Error> error_;
};

inline Status OkStatus() { return {}; }

// A value, or an Error.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : state_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool ok() const { return std::holds_alternative<T>(state_); }

  // REQUIRES: ok().
  [[nodiscard]] const T& value() const& {
    CHECK(ok());
    return std::get<T>(state_);
  }
  [[nodiscard]] T& value() & {
    CHECK(ok());
    return std::get<T>(state_);
  }
  [[nodiscard]] T&& value() && {
    CHECK(ok());
    return std::get<T>(std::move(state_));
  }
  // REQUIRES: !ok().
  [[nodiscard]] const Error& error() const {
    CHECK(!ok());
    return std::get<Error>(state_);
  }
  [[nodiscard]] Status status() const { return ok() ? Status() : Status(error()); }

  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

 private:
  std::variant<T, Error> state_;
};

}  // namespace sightglass::base

#define SIGHTGLASS_CONCAT_INNER(a, b) a##b
#define SIGHTGLASS_CONCAT(a, b) SIGHTGLASS_CONCAT_INNER(a, b)

// Returns the error of `expression` (a Status or Result) from the enclosing function, if it has
// one.
#define RETURN_IF_ERROR(expression)                                       \
  do {                                                                    \
    if (auto sightglass_status = (expression); !sightglass_status.ok()) { \
      return sightglass_status.error();                                   \
    }                                                                     \
  } while (false)

#define ASSIGN_OR_RETURN_INNER(result, declaration, expression) \
  auto result = (expression);                                   \
  if (!(result).ok()) {                                         \
    return (result).error();                                    \
  }                                                             \
  declaration = std::move(result).value()

// ASSIGN_OR_RETURN(const Image image, Decode(bytes)); declares `image`, or returns the error.
#define ASSIGN_OR_RETURN(declaration, expression) \
  ASSIGN_OR_RETURN_INNER(SIGHTGLASS_CONCAT(sightglass_result_, __LINE__), declaration, expression)
