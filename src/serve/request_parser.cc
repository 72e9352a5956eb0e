#include "serve/request_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>
#include <optional>
#include <utility>

#include "base/check.h"
#include "kind/header_value.h"

namespace sightglass::serve {
namespace {

namespace http = boost::beast::http;
using boost::beast::error_code;
using BeastView = boost::beast::string_view;
using Count = std::uint64_t;

// "0\r\n\r\n", the least with which a chunked body can go on, wherever it is.
constexpr std::size_t kLastChunkBytes = 5;

std::string_view View(BeastView text) { return {text.data(), text.size()}; }

// Fills a RawRequest. A mistake that the library does not see is noted here and ends the parse with
// an error code that nobody looks at.
class Filler final : public http::basic_parser<true> {
 public:
  Filler(const RequestParserLimits& limits, RawRequest& request)
      : limits_(limits), request_(request) {
    header_limit(UINT32_MAX);  // HeaderSize() has looked
    body_limit(boost::none);   // ReadBody() says
  }

  void LimitBody(Count max_bytes, bool keep) {
    max_body_bytes_ = max_bytes;
    keep_body_ = keep;
  }

  struct Failure {
    int status = 0;
    std::string what{};
  };
  [[nodiscard]] const Failure& failure() const { return failure_; }
  void Fail(int status, std::string what) { failure_ = {status, std::move(what)}; }

 private:
  void Fail(int status, std::string what, error_code& ec) {
    Fail(status, std::move(what));
    ec = http::error::bad_value;
  }

  void on_request_impl(http::verb, BeastView method, BeastView target, int version,
                       error_code& ec) override {
    request_.method = View(method);
    request_.target = View(target);
    request_.http11 = version == 11;
    if (target.size() > limits_.target_bytes) {
      Fail(
          414,
          fmt::format("a target of {} bytes, the limit is {}", target.size(), limits_.target_bytes),
          ec);
    }
  }

  void on_field_impl(http::field name, BeastView name_text, BeastView value,
                     error_code& ec) override {
    if (header_done_) return;  // a trailer
    if (name == http::field::content_length) {
      if (std::exchange(has_length_, true)) Fail(400, "more than one Content-Length", ec);
      if (View(value).find(',') != std::string_view::npos) {
        Fail(400, "more than one Content-Length", ec);
      }
    }
    if (name == http::field::transfer_encoding) {
      has_encoding_ = true;
      if (!kind::EqualIgnoringCase(View(value), "chunked")) {
        Fail(501, "a Transfer-Encoding other than chunked", ec);
      }
    }
    request_.headers.emplace_back(kind::LowerCase(View(name_text)), std::string(View(value)));
  }

  void on_header_impl(error_code& ec) override {
    header_done_ = true;
    if (has_length_ && has_encoding_) {
      Fail(400, "Content-Length beside Transfer-Encoding", ec);
      return;
    }
    if (has_encoding_ && !request_.http11) {
      Fail(400, "Transfer-Encoding in HTTP/1.0", ec);
      return;
    }
    request_.keep_alive = keep_alive();
    request_.chunked = chunked();
    request_.content_length = content_length().value_or(0);
  }

  void on_body_init_impl(const boost::optional<Count>&, error_code&) override {}

  std::size_t on_body_impl(BeastView body, error_code& ec) override {
    body_bytes_ += body.size();
    if (body_bytes_ > max_body_bytes_) {
      Fail(413, fmt::format("a body of more than {} bytes", max_body_bytes_), ec);
      return 0;
    }
    if (keep_body_) request_.body.append(body.data(), body.size());
    return body.size();
  }

  std::size_t on_chunk_body_impl(Count, BeastView body, error_code& ec) override {
    return on_body_impl(body, ec);
  }
  void on_chunk_header_impl(Count, BeastView, error_code&) override {}
  void on_finish_impl(error_code&) override {}
  void on_response_impl(int, BeastView, int, error_code&) override {}

  const RequestParserLimits& limits_;
  RawRequest& request_;
  Count max_body_bytes_ = 0;
  Count body_bytes_ = 0;
  bool keep_body_ = true;
  bool header_done_ = false;
  bool has_length_ = false;
  bool has_encoding_ = false;
  Failure failure_;
};

}  // namespace

std::string_view RawRequest::Header(std::string_view name) const {
  for (const auto& [key, value] : headers) {
    if (key == name) return value;
  }
  return {};
}

std::size_t RawRequest::CountHeaders(std::string_view name) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(headers, [name](const auto& header) { return header.first == name; }));
}

struct RequestParser::Impl {
  explicit Impl(const RequestParserLimits& given) : limits(given) {
    parser.emplace(limits, request);
  }

  void Fail(const error_code& ec) {
    state = State::kFailed;
    if (parser->failure().status != 0) return;
    if (ec == http::error::bad_version) {
      parser->Fail(505, "neither HTTP/1.0 nor HTTP/1.1");
    } else {
      parser->Fail(400, ec.message());
    }
  }

  // Nothing is taken in before the whole header is there, so that what becomes of it does not hang
  // on how it was cut into packets.
  std::size_t FeedHeader(std::string_view bytes) {
    std::size_t taken = 0;
    // Some clients send a line break too many after a body.
    while (bytes.substr(taken).starts_with("\r\n")) taken += 2;
    const std::string_view rest = bytes.substr(taken);
    // A lone carriage return may be the first half of such a line break.
    if (rest.empty() || rest == "\r") return taken;
    const std::optional<std::size_t> size = HeaderSize(rest);
    if (state == State::kFailed || !size) return taken;
    error_code ec;
    const std::size_t used = parser->put({rest.data(), *size}, ec);
    started = true;
    if (ec) {
      Fail(ec);
    } else {
      state = State::kHeaderDone;
    }
    return taken + used;
  }

  // The bytes up to and with the blank line; nullopt if it has not come yet, or never may.
  std::optional<std::size_t> HeaderSize(std::string_view bytes) {
    const auto fail = [this](int status, std::string what) {
      parser->Fail(status, std::move(what));
      state = State::kFailed;
    };
    // Another protocol, as when a browser tries https here.
    if (bytes[0] < 'A' || bytes[0] > 'z') fail(400, "no method");
    std::size_t end = 0;
    while (state == State::kHeader && end == 0) {
      const std::size_t line_end = bytes.find('\n', scanned_bytes);
      if (line_end == std::string_view::npos) {
        scanned_bytes = bytes.size();
        break;
      }
      scanned_bytes = line_end + 1;
      const std::string_view seen = bytes.substr(0, scanned_bytes);
      if (!seen.ends_with("\r\n")) fail(400, "a line that ends without a carriage return");
      if (seen.ends_with("\r\n\r\n")) end = scanned_bytes;
    }
    const bool over =
        end > limits.header_bytes || (end == 0 && bytes.size() >= limits.header_bytes);
    if (state == State::kHeader && over) {
      if (bytes.find('\n') < limits.header_bytes) {
        fail(431, fmt::format("headers of more than {} bytes", limits.header_bytes));
      } else {
        fail(414, fmt::format("a request line of more than {} bytes", limits.header_bytes));
      }
    }
    return end == 0 || state == State::kFailed ? std::nullopt : std::optional(end);
  }

  std::size_t FeedBody(std::string_view bytes) {
    std::size_t taken = 0;
    while (!parser->is_done()) {
      // The library asserts that the rest of a last chunk comes in no smaller pieces.
      if (request.chunked && bytes.size() - taken < kLastChunkBytes) break;
      error_code ec;
      const std::size_t used = parser->put({bytes.data() + taken, bytes.size() - taken}, ec);
      taken += used;
      if (ec == http::error::need_more) break;
      if (ec) {
        Fail(ec);
        return taken;
      }
      if (used == 0 || taken == bytes.size()) break;
    }
    if (parser->is_done()) state = State::kDone;
    // A chunk's header waits in the caller's buffer until it is whole.
    if (state == State::kBody && bytes.size() - taken > limits.header_bytes) {
      parser->Fail(400, "a chunk's header or trailer that is too long");
      state = State::kFailed;
    }
    return taken;
  }

  const RequestParserLimits limits;
  RawRequest request;
  std::optional<Filler> parser;
  State state = State::kHeader;
  bool started = false;           // some of the request is taken in
  std::size_t scanned_bytes = 0;  // of a header that is not whole yet
};

RequestParser::RequestParser(const RequestParserLimits& limits)
    : impl_(std::make_unique<Impl>(limits)) {}
RequestParser::~RequestParser() = default;

std::size_t RequestParser::Feed(std::string_view bytes) {
  switch (impl_->state) {
    case State::kHeader:
      return impl_->FeedHeader(bytes);
    case State::kBody:
      return impl_->FeedBody(bytes);
    case State::kHeaderDone:
    case State::kDone:
    case State::kFailed:
      return 0;
  }
  return 0;
}

void RequestParser::ReadBody(std::uint64_t max_bytes, bool keep) {
  CHECK(impl_->state == State::kHeaderDone);
  impl_->parser->LimitBody(max_bytes, keep);
  impl_->state = impl_->parser->is_done() ? State::kDone : State::kBody;
  if (impl_->request.content_length > max_bytes) {
    impl_->parser->Fail(413, fmt::format("a body of {} bytes, the limit is {}",
                                         impl_->request.content_length, max_bytes));
    impl_->state = State::kFailed;
  } else if (keep) {
    impl_->request.body.reserve(
        std::min<std::uint64_t>(impl_->request.content_length, std::uint64_t{64} << 10));
  }
}

void RequestParser::Reset() {
  impl_->request = {};
  impl_->parser.emplace(impl_->limits, impl_->request);
  impl_->state = State::kHeader;
  impl_->started = false;
  impl_->scanned_bytes = 0;
}

RequestParser::State RequestParser::state() const { return impl_->state; }
bool RequestParser::started() const { return impl_->started; }
int RequestParser::failure_status() const { return impl_->parser->failure().status; }
const std::string& RequestParser::failure() const { return impl_->parser->failure().what; }
RawRequest& RequestParser::request() { return impl_->request; }

}  // namespace sightglass::serve
