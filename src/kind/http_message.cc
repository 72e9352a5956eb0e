#include "kind/http_message.h"

#include <utility>

namespace sightglass::kind {

std::string_view Request::Header(std::string_view name) const {
  for (const auto& [key, value] : headers) {
    if (key == name) return value;
  }
  return {};
}

Response JsonResponse(std::string body) {
  return {.content_type = "application/json", .body = std::move(body)};
}

Response TextResponse(int status, std::string text) {
  return {.status = status, .content_type = "text/plain; charset=utf-8", .body = std::move(text)};
}

Response HtmlResponse(int status, std::string html) {
  return {.status = status, .content_type = "text/html; charset=utf-8", .body = std::move(html)};
}

}  // namespace sightglass::kind
