#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kind/parameters.h"

namespace sightglass::kind {

enum class Method : std::uint8_t { kGet, kHead, kPost, kPut, kDelete, kOptions, kOther };

using Headers = std::vector<std::pair<std::string, std::string>>;

// A request as a route sees it: prefixes stripped, limits and rights checked.
struct Request {
  Method method = Method::kGet;
  // Percent-decoded, below the path prefix and /experiment/<id>; begins with '/', ends without one
  // unless it is "/".
  std::string path = "/";
  // What was stripped, as the client spelt it: "" or "/prefix/experiment/id". Links in answers are
  // relative wherever they can be.
  std::string root{};
  Parameters query{};
  Headers headers{};  // names in lower case
  std::string body{};

  // The first of this (lower-case) name; empty if there is none.
  [[nodiscard]] std::string_view Header(std::string_view name) const;
};

// A body that is made while it is sent: exports of any size, and live events.
//
// Threads: calls come one at a time, from any thread. The destructor runs when the body is at its
// end or the client is gone.
class BodySource {
 public:
  enum class State : std::uint8_t {
    kMore,  // ask again as soon as what was given is sent
    kWait,  // nothing now: ask again when `wake` was called
    kEnd,   // this was the last piece
  };

  virtual ~BodySource() = default;
  // Appends the next piece, tens of kilobytes at most, to `out` (empty when called). With kWait it
  // may have appended something, too.
  virtual State Next(std::string& out) = 0;
  // Called once, before the first Next(). `wake` may be called from any thread, as often as wanted,
  // until the source is destroyed; it returns at once and never calls back into the source.
  // NOLINTNEXTLINE(performance-unnecessary-value-param): those that override it keep it
  virtual void SetWake(std::function<void()> /*wake*/) {}
};

// What a route answers. Length, encoding, caching, entity tag, range and security headers are the
// HTTP layer's.
struct Response {
  int status = 200;
  std::string content_type{};  // with its charset, if it has one
  std::string body{};
  Headers headers{};                     // beyond those that every answer has
  std::unique_ptr<BodySource> source{};  // instead of `body`
  // A blob that never changes under this URL: may be asked for in ranges and kept by the browser.
  bool immutable = false;
  // Instead of the strict policy for pages; empty: that one. Only for text/html.
  std::string content_security_policy{};
};

// Of the types that are made most.
Response JsonResponse(std::string body);
Response TextResponse(int status, std::string text);  // text/plain; charset=utf-8
Response HtmlResponse(int status, std::string html);  // text/html; charset=utf-8

}  // namespace sightglass::kind
