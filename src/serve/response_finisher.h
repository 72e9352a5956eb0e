#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "kind/http_message.h"

namespace sightglass::serve {

// What of a request decides how its answer is sent.
struct AnswerRules {
  bool head = false;  // send no body
  bool get = false;   // GET or HEAD: may be answered with 304 or a part
  bool http11 = true;
  bool keep_alive = false;
  bool accepts_gzip = false;
  bool remote = false;  // the client is on another machine: bytes cost more than time
  std::string range{};
  std::string if_range{};
  std::string if_none_match{};
  std::uint64_t target_hash = 0;  // of what names the answer: target, and type asked for
  std::string frame_ancestors = "'self'";
};

// An answer ready to be sent: `head`, then `body`, then what `source` gives.
struct Answer {
  int status = 200;
  std::string head{};
  std::string body{};
  std::unique_ptr<kind::BodySource> source{};
  bool chunked = false;       // frame what `source` gives
  bool event_stream = false;  // it may be ended between any two pieces
  bool close = false;         // the connection ends with it
};

// Adds what every answer has, see README.md: length, encoding, caching, entity tag, range and
// security headers. `snapshot_tag`: an entity tag that stands for the state of the data, or empty;
// one that the response itself has as a header goes before it.
// Cost: that of Gzip(), if WillCompress() says so; else small.
Answer FinishResponse(kind::Response response, const AnswerRules& rules,
                      std::string_view snapshot_tag = {});

// Does finishing compress (or decompress) the body?
bool WillCompress(const kind::Response& response, const AnswerRules& rules);

// The answer to a client that has `tag` already.
Answer NotModified(std::string_view tag, const AnswerRules& rules);

// Does an If-None-Match header name `tag`? Weak and strong tags are taken for equal.
bool NamesTag(std::string_view if_none_match, std::string_view tag);

// "Not Found" of 404; "Unknown" of what has no name.
std::string_view ReasonPhrase(int status);

}  // namespace sightglass::serve
