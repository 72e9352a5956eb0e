#include "io/system_error.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstddef>
#include <system_error>

#include "base/text.h"

namespace sightglass::io {
namespace {

using base::ErrorCode;

// Longer than any path the system accepts.
constexpr std::size_t kMaxShownPathBytes = 8192;

ErrorCode CodeOf(int error_number) {
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:  // a directory on the way gave place to a file: what was named is gone
    case ENODEV:
    case ENXIO:
      return ErrorCode::kNotFound;
    case EACCES:
    case EPERM:
      return ErrorCode::kPermissionDenied;
    case EMFILE:
    case ENFILE:
    case ENOMEM:
    case ENOSPC:
    case EDQUOT:
      return ErrorCode::kResourceExhausted;
    case EISDIR:
      return ErrorCode::kFailedPrecondition;
    case EINVAL:
    case ELOOP:
    case ENAMETOOLONG:
      return ErrorCode::kInvalidArgument;
    case EOVERFLOW:
    case EFBIG:
      return ErrorCode::kOutOfRange;
    case EEXIST:
      return ErrorCode::kAlreadyExists;
    case EOPNOTSUPP:
    case ENOSYS:
      return ErrorCode::kUnimplemented;
    // A disk or server in trouble, or a file that was replaced under an open handle: later, or
    // after opening anew, it may work.
    case EIO:
    case EAGAIN:
    case EINTR:
    case EBUSY:
    case ESTALE:
    case ETIMEDOUT:
    case ENOTCONN:
    case ECONNRESET:
    case ECONNREFUSED:
    case EHOSTDOWN:
    case EHOSTUNREACH:
    case ENETUNREACH:
      return ErrorCode::kUnavailable;
    default:
      return ErrorCode::kUnknown;
  }
}

}  // namespace

base::Error SystemError(int error_number, std::string_view operation, std::string_view path) {
  return base::Error{
      CodeOf(error_number),
      fmt::format("{}: {}: {}", operation, std::generic_category().message(error_number),
                  base::EscapeForDisplay(path, kMaxShownPathBytes))};
}

}  // namespace sightglass::io
