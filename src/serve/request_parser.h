#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "kind/http_message.h"

namespace sightglass::serve {

// A request as it came, before anything is made of it.
struct RawRequest {
  std::string method{};
  std::string target{};
  bool http11 = true;
  bool keep_alive = true;
  bool chunked = false;
  std::uint64_t content_length = 0;  // 0 if chunked
  kind::Headers headers{};           // names in lower case
  std::string body{};

  // The first of this (lower-case) name; empty if there is none.
  [[nodiscard]] std::string_view Header(std::string_view name) const;
  [[nodiscard]] std::size_t CountHeaders(std::string_view name) const;
};

struct RequestParserLimits {
  std::size_t header_bytes = std::size_t{16} << 10;
  std::size_t target_bytes = std::size_t{8} << 10;
};

// Reads requests of HTTP/1.0 and 1.1 out of bytes as they come.
//
// What two readers could understand differently is refused, since that is how requests are
// smuggled: a length given twice, a length beside chunks, any transfer encoding but chunked, bare
// line feeds, control characters.
//
// Threads: none of its own; use one parser from one thread at a time.
class RequestParser {
 public:
  enum class State : std::uint8_t {
    kHeader,      // wants more of the request line and headers
    kHeaderDone,  // wants to be told by ReadBody() what to do with the body
    kBody,        // wants more of the body
    kDone,        // take the request and call Reset()
    kFailed,      // see failure_status(); nothing after this can be read
  };

  explicit RequestParser(const RequestParserLimits& limits);
  ~RequestParser();
  RequestParser(const RequestParser&) = delete;
  RequestParser& operator=(const RequestParser&) = delete;

  // Takes in bytes and returns how many. Those left over are to be given again, with more behind
  // them while the state wants more.
  std::size_t Feed(std::string_view bytes);
  // After kHeaderDone: at most `max_bytes` follow, kept or thrown away.
  void ReadBody(std::uint64_t max_bytes, bool keep);
  // Ready for the next request.
  void Reset();

  [[nodiscard]] State state() const;
  // Has a part of a request been taken in?
  [[nodiscard]] bool started() const;
  // 400, 413, 414, 431, 501 or 505, and what is wrong. REQUIRES: state() == kFailed.
  [[nodiscard]] int failure_status() const;
  [[nodiscard]] const std::string& failure() const;
  [[nodiscard]] RawRequest& request();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sightglass::serve
