#include "serve/response_finisher.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <ctime>
#include <iterator>
#include <utility>

#include "base/bytes.h"
#include "base/crc32c.h"
#include "kind/column_writer.h"
#include "kind/header_value.h"
#include "serve/byte_range.h"
#include "serve/content_encoding.h"

namespace sightglass::serve {
namespace {

using kind::EqualIgnoringCase;
using kind::Response;

// Of files that are stored compressed and are part of the program.
constexpr std::size_t kMaxGunzippedBytes = std::size_t{256} << 20;
constexpr std::size_t kMinColumnsBytes = 1024;

constexpr std::string_view kPagePolicy =
    "default-src 'self'; img-src 'self' data: blob:; worker-src 'self'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'";

std::string_view OwnHeader(const Response& response, std::string_view name) {
  for (const auto& [key, value] : response.headers) {
    if (EqualIgnoringCase(key, name)) return value;
  }
  return {};
}

bool HasHeader(const Response& response, std::string_view name) {
  return std::ranges::any_of(response.headers, [name](const auto& header) {
    return EqualIgnoringCase(header.first, name);
  });
}

bool IsColumns(const Response& response) {
  return kind::MediaType(response.content_type) == kind::kColumnsContentType;
}

// May the answer differ with what the client accepts?
bool VariesByEncoding(const Response& response) {
  if (response.source != nullptr) return false;
  const std::string_view encoding = OwnHeader(response, "content-encoding");
  if (!encoding.empty()) return encoding == "gzip";
  return IsTextualType(response.content_type) || IsColumns(response);
}

bool WillGzip(const Response& response, const AnswerRules& rules) {
  if (response.source != nullptr || response.body.empty() || !rules.accepts_gzip ||
      HasHeader(response, "content-encoding")) {
    return false;
  }
  if (IsColumns(response)) return rules.remote && response.body.size() >= kMinColumnsBytes;
  return IsTextualType(response.content_type);
}

bool WillGunzip(const Response& response, const AnswerRules& rules) {
  return !rules.accepts_gzip && OwnHeader(response, "content-encoding") == "gzip";
}

void DropHeader(Response& response, std::string_view name) {
  std::erase_if(response.headers,
                [name](const auto& header) { return EqualIgnoringCase(header.first, name); });
}

// Builds the head. Values may stem from names in files, so control characters in them are replaced:
// a line break would begin a header of somebody else's choice.
class HeadWriter {
 public:
  HeadWriter(int status, const AnswerRules& rules, bool close) {
    head_.reserve(512);
    fmt::format_to(std::back_inserter(head_), "HTTP/1.1 {} {}\r\n", status, ReasonPhrase(status));
    AppendDate();
    if (close) {
      Add("Connection", "close");
    } else if (!rules.http11) {
      Add("Connection", "keep-alive");
    }
    head_ +=
        "X-Content-Type-Options: nosniff\r\n"
        "Referrer-Policy: no-referrer\r\n"
        "Cross-Origin-Resource-Policy: same-origin\r\n";
  }

  void Add(std::string_view name, std::string_view value) {
    head_ += name;
    head_ += ": ";
    const std::size_t begin = head_.size();
    head_ += value;
    std::replace_if(
        head_.begin() + static_cast<std::ptrdiff_t>(begin), head_.end(),
        [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '_');
    head_ += "\r\n";
  }

  void AddLength(std::size_t bytes) {
    fmt::format_to(std::back_inserter(head_), "Content-Length: {}\r\n", bytes);
  }

  std::string Take() {
    head_ += "\r\n";
    return std::move(head_);
  }

 private:
  void AppendDate() {
    thread_local std::time_t second = -1;
    thread_local std::string line;
    const std::time_t now = std::time(nullptr);
    if (now != second) {
      std::tm utc{};
      gmtime_r(&now, &utc);
      static constexpr std::array<std::string_view, 7> kDays = {"Sun", "Mon", "Tue", "Wed",
                                                                "Thu", "Fri", "Sat"};
      static constexpr std::array<std::string_view, 12> kMonths = {
          "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
      line = fmt::format("Date: {}, {:02} {} {} {:02}:{:02}:{:02} GMT\r\n",
                         kDays[static_cast<std::size_t>(utc.tm_wday)], utc.tm_mday,
                         kMonths[static_cast<std::size_t>(utc.tm_mon)], utc.tm_year + 1900,
                         utc.tm_hour, utc.tm_min, utc.tm_sec);
      second = now;
    }
    head_ += line;
  }

  std::string head_;
};

std::string ContentTag(const Response& response, const AnswerRules& rules, bool gzip) {
  return fmt::format("\"{:08x}-{:x}-{:016x}{}\"", base::Crc32c(base::AsBytes(response.body)),
                     response.body.size(), rules.target_hash, gzip ? "-gz" : "");
}

void AddCaching(const Response& response, HeadWriter& head) {
  if (HasHeader(response, "cache-control")) return;
  if (response.immutable && response.status == 200) {
    head.Add("Cache-Control", "private, max-age=31536000, immutable");
    return;
  }
  head.Add("Cache-Control", "no-cache, must-revalidate");
  head.Add("Expires", "0");
}

void AddPagePolicy(const Response& response, const AnswerRules& rules, HeadWriter& head) {
  if (!EqualIgnoringCase(kind::MediaType(response.content_type), "text/html")) return;
  std::string policy = response.content_security_policy.empty() ? std::string(kPagePolicy)
                                                                : response.content_security_policy;
  if (policy.find("frame-ancestors") == std::string::npos) {
    policy += "; frame-ancestors " + rules.frame_ancestors;
  }
  head.Add("Content-Security-Policy", policy);
}

bool HasNoBody(int status) { return status < 200 || status == 204 || status == 304; }

}  // namespace

bool WillCompress(const Response& response, const AnswerRules& rules) {
  return WillGzip(response, rules) || WillGunzip(response, rules);
}

bool NamesTag(std::string_view if_none_match, std::string_view tag) {
  const auto opaque = [](std::string_view text) {
    return text.starts_with("W/") ? text.substr(2) : text;
  };
  while (const auto element = kind::TakeListElement(if_none_match)) {
    if (*element == "*" || opaque(*element) == opaque(tag)) return true;
  }
  return false;
}

Answer NotModified(std::string_view tag, const AnswerRules& rules) {
  Answer answer{.status = 304, .close = !rules.keep_alive};
  HeadWriter head(304, rules, answer.close);
  head.Add("ETag", tag);
  head.Add("Cache-Control", "no-cache, must-revalidate");
  head.Add("Vary", "Accept-Encoding");
  answer.head = head.Take();
  return answer;
}

Answer FinishResponse(Response response, const AnswerRules& rules, std::string_view snapshot_tag) {
  Answer answer{.status = response.status};
  const bool varies = VariesByEncoding(response);
  if (WillGunzip(response, rules)) {
    if (auto plain = Gunzip(response.body, kMaxGunzippedBytes); plain.ok()) {
      response.body = std::move(plain).value();
      DropHeader(response, "content-encoding");
    }
  }

  const bool blob = response.immutable && response.status == 200 && response.source == nullptr;
  std::string tag;
  ByteRange range;
  if (blob) {
    tag = ContentTag(response, rules, false);
    if (rules.get && !rules.head && (rules.if_range.empty() || rules.if_range == tag)) {
      range = ParseRange(rules.range, response.body.size());
    }
    if (range.state == ByteRange::State::kWhole && WillGzip(response, rules)) {
      tag = ContentTag(response, rules, true);
    }
  } else if (response.status == 200 && response.source == nullptr) {
    tag = HasHeader(response, "etag") ? OwnHeader(response, "etag") : snapshot_tag;
  }
  DropHeader(response, "etag");
  std::string content_range;
  if (rules.get && !tag.empty() && NamesTag(rules.if_none_match, tag)) {
    answer.status = 304;
  } else if (range.state == ByteRange::State::kPart) {
    answer.status = 206;
    content_range = fmt::format("bytes {}-{}/{}", range.first, range.last, response.body.size());
    response.body.erase(range.last + 1);
    response.body.erase(0, range.first);
  } else if (range.state == ByteRange::State::kUnsatisfiable) {
    answer.status = 416;
    content_range = fmt::format("bytes */{}", response.body.size());
    response.body.clear();
  } else if (WillGzip(response, rules)) {
    std::string file = Gzip(response.body);
    // Columns are packed already; what saves little is not worth the client's time.
    if (!IsColumns(response) || file.size() < response.body.size() / 10 * 9) {
      response.body = std::move(file);
      response.headers.emplace_back("Content-Encoding", "gzip");
    }
  }

  answer.source = std::move(response.source);
  answer.chunked = answer.source != nullptr && rules.http11;
  answer.close = !rules.keep_alive || (answer.source != nullptr && !rules.http11);
  answer.event_stream =
      answer.source != nullptr &&
      EqualIgnoringCase(kind::MediaType(response.content_type), "text/event-stream");

  HeadWriter head(answer.status, rules, answer.close);
  if (answer.status != 304) {
    if (!response.content_type.empty()) {
      head.Add("Content-Type", response.content_type);
    } else if (!response.body.empty()) {
      head.Add("Content-Type", "application/octet-stream");
    }
    AddPagePolicy(response, rules, head);
  }
  AddCaching(response, head);
  if (varies) head.Add("Vary", "Accept-Encoding");
  if (!tag.empty() && answer.status != 416) head.Add("ETag", tag);
  if (blob) head.Add("Accept-Ranges", "bytes");
  if (!content_range.empty()) head.Add("Content-Range", content_range);
  // Proxies that gather a body before they pass it on would hold events back.
  if (answer.event_stream) head.Add("X-Accel-Buffering", "no");
  for (const auto& [name, value] : response.headers) {
    if (answer.status == 304 && EqualIgnoringCase(name, "content-encoding")) continue;
    head.Add(name, value);
  }
  if (answer.chunked) {
    head.Add("Transfer-Encoding", "chunked");
  } else if (answer.source == nullptr && !HasNoBody(answer.status)) {
    head.AddLength(response.body.size());
  }
  answer.head = head.Take();
  if (rules.head || HasNoBody(answer.status)) {
    answer.source = nullptr;
    answer.chunked = false;
  } else {
    answer.body = std::move(response.body);
  }
  return answer;
}

std::string_view ReasonPhrase(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 204:
      return "No Content";
    case 206:
      return "Partial Content";
    case 301:
      return "Moved Permanently";
    case 302:
      return "Found";
    case 303:
      return "See Other";
    case 304:
      return "Not Modified";
    case 307:
      return "Temporary Redirect";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 406:
      return "Not Acceptable";
    case 408:
      return "Request Timeout";
    case 409:
      return "Conflict";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 415:
      return "Unsupported Media Type";
    case 416:
      return "Range Not Satisfiable";
    case 417:
      return "Expectation Failed";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 499:
      return "Client Closed Request";
    case 500:
      return "Internal Server Error";
    case 501:
      return "Not Implemented";
    case 503:
      return "Service Unavailable";
    case 504:
      return "Gateway Timeout";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "Unknown";
  }
}

}  // namespace sightglass::serve
