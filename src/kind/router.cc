#include "kind/router.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "base/check.h"
#include "base/json_writer.h"

namespace sightglass::kind {
namespace {

using base::ErrorCode;

// How TensorBoard begins the text of an error; by status, since it knows only these.
std::string_view TensorboardWord(int status) {
  switch (status) {
    case 400:
      return "Invalid argument";
    case 401:
      return "Unauthenticated";
    case 403:
      return "Permission denied";
    case 404:
      return "Not found";
    default:
      return "Error";
  }
}

}  // namespace

void Router::Add(Route route) {
  std::string path = route.path;
  const bool is_new = routes_.emplace(std::move(path), std::move(route)).second;
  CHECK(is_new);
}

const Route* Router::Find(std::string_view path) const {
  const auto found = routes_.find(path);
  return found == routes_.end() ? nullptr : &found->second;
}

int HttpStatus(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
    case ErrorCode::kFailedPrecondition:
    case ErrorCode::kOutOfRange:
      return 400;
    case ErrorCode::kUnauthenticated:
      return 401;
    case ErrorCode::kPermissionDenied:
      return 403;
    case ErrorCode::kNotFound:
      return 404;
    case ErrorCode::kAlreadyExists:
    case ErrorCode::kAborted:
      return 409;
    case ErrorCode::kResourceExhausted:
      return 413;
    case ErrorCode::kCancelled:
      return 499;  // nobody is there to read it; it stands in the access log
    case ErrorCode::kUnimplemented:
      return 501;
    case ErrorCode::kUnavailable:
      return 503;
    case ErrorCode::kDeadlineExceeded:
      return 504;
    case ErrorCode::kUnknown:
    case ErrorCode::kInternal:
    case ErrorCode::kDataLoss:
      return 500;
  }
  return 500;
}

Response ErrorResponse(const base::Error& error, ErrorStyle style) {
  const int status = HttpStatus(error.code);
  if (style == ErrorStyle::kTensorboard) {
    const std::string_view word = TensorboardWord(status);
    return TextResponse(status, error.message.empty() ? std::string(word)
                                                      : fmt::format("{}: {}", word, error.message));
  }
  base::BufferedOutput out;
  base::JsonWriter json(out);
  json.BeginObject();
  json.Key("error");
  json.BeginObject();
  json.Key("code");
  json.String(base::ErrorCodeName(error.code));
  json.Key("message");
  json.String(error.message);
  json.EndObject();
  json.EndObject();
  Response response = JsonResponse(out.TakeText());
  response.status = status;
  return response;
}

}  // namespace sightglass::kind
