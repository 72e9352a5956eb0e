#include "serve/request_parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace sightglass::serve {
namespace {

using State = RequestParser::State;
using ::testing::ElementsAre;
using ::testing::Pair;

constexpr std::uint64_t kBodyLimit = 100;

// Feeds `bytes` in pieces of `step`, as a connection would, until a request is whole or refused.
struct Parsed {
  explicit Parsed(std::string_view bytes, std::size_t step = SIZE_MAX,
                  const RequestParserLimits& limits = {})
      : parser(limits) {
    std::string waiting;
    while (!bytes.empty() || !waiting.empty()) {
      const std::string_view piece = bytes.substr(0, step);
      bytes.remove_prefix(piece.size());
      waiting += piece;
      for (;;) {
        const std::size_t used = parser.Feed(waiting);
        waiting.erase(0, used);
        if (parser.state() == State::kHeaderDone) {
          parser.ReadBody(kBodyLimit, true);
          continue;
        }
        break;
      }
      if (parser.state() == State::kDone || parser.state() == State::kFailed) break;
      if (piece.empty()) break;
    }
    rest = waiting + std::string(bytes);
  }

  RequestParser parser;
  std::string rest;
};

int Failure(std::string_view bytes, const RequestParserLimits& limits = {}) {
  int whole = -1;
  for (const std::size_t step : {SIZE_MAX, std::size_t{1}}) {
    Parsed parsed(bytes, step, limits);
    if (parsed.parser.state() != State::kFailed) return 0;
    const int status = parsed.parser.failure_status();
    EXPECT_FALSE(parsed.parser.failure().empty());
    if (whole == -1) whole = status;
    EXPECT_EQ(status, whole) << "depends on how the bytes come: " << bytes;
  }
  return whole;
}

TEST(RequestParser, ReadsARequestHoweverItComes) {
  constexpr std::string_view kBytes =
      "POST /a?b=c HTTP/1.1\r\nHost: x\r\nContent-LENGTH: 3\r\nEmpty:\r\n\r\nabcGET";
  for (std::size_t step = 1; step <= kBytes.size(); ++step) {
    Parsed parsed(kBytes, step);
    ASSERT_EQ(parsed.parser.state(), State::kDone) << step;
    const RawRequest& request = parsed.parser.request();
    EXPECT_EQ(request.method, "POST");
    EXPECT_EQ(request.target, "/a?b=c");
    EXPECT_TRUE(request.http11);
    EXPECT_TRUE(request.keep_alive);
    EXPECT_EQ(request.content_length, 3U);
    EXPECT_THAT(request.headers,
                ElementsAre(Pair("host", "x"), Pair("content-length", "3"), Pair("empty", "")));
    EXPECT_EQ(request.body, "abc");
    EXPECT_EQ(parsed.rest, "GET");
  }
}

TEST(RequestParser, ReadsChunks) {
  constexpr std::string_view kBytes =
      "PUT / HTTP/1.1\r\nTransfer-Encoding: Chunked\r\n\r\n"
      "3;note=1\r\nabc\r\nA\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\nrest";
  for (std::size_t step = 1; step <= kBytes.size(); ++step) {
    Parsed parsed(kBytes, step);
    ASSERT_EQ(parsed.parser.state(), State::kDone) << step;
    EXPECT_TRUE(parsed.parser.request().chunked);
    EXPECT_EQ(parsed.parser.request().body, "abc0123456789");
    EXPECT_EQ(parsed.parser.request().Header("trailer"), "");
    EXPECT_EQ(parsed.rest, "rest");
  }
}

TEST(RequestParser, ReadsNoChunksHoweverTheyCome) {
  constexpr std::string_view kBytes =
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET";
  for (std::size_t step = 1; step <= kBytes.size(); ++step) {
    Parsed parsed(kBytes, step);
    ASSERT_EQ(parsed.parser.state(), State::kDone) << step;
    EXPECT_EQ(parsed.parser.request().body, "");
    EXPECT_EQ(parsed.rest, "GET");
  }
}

TEST(RequestParser, SaysWhetherTheConnectionGoesOn) {
  EXPECT_TRUE(Parsed("GET / HTTP/1.1\r\n\r\n").parser.request().keep_alive);
  EXPECT_FALSE(Parsed("GET / HTTP/1.1\r\nConnection: close\r\n\r\n").parser.request().keep_alive);
  EXPECT_FALSE(Parsed("GET / HTTP/1.0\r\n\r\n").parser.request().keep_alive);
  EXPECT_TRUE(
      Parsed("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n").parser.request().keep_alive);
}

TEST(RequestParser, LineBreaksBeforeARequestAreLeftOut) {
  for (const std::size_t step : {SIZE_MAX, std::size_t{1}}) {
    Parsed parsed("\r\n\r\nGET /x HTTP/1.1\r\n\r\n", step);
    ASSERT_EQ(parsed.parser.state(), State::kDone);
    EXPECT_EQ(parsed.parser.request().target, "/x");
  }
  RequestParser parser({});
  EXPECT_EQ(parser.Feed("\r\n"), 2U);
  EXPECT_FALSE(parser.started());
}

TEST(RequestParser, ResetIsAsNew) {
  Parsed parsed("POST / HTTP/1.1\r\nContent-Length: 1\r\n\r\nx");
  ASSERT_EQ(parsed.parser.state(), State::kDone);
  EXPECT_TRUE(parsed.parser.started());
  parsed.parser.Reset();
  EXPECT_FALSE(parsed.parser.started());
  EXPECT_EQ(parsed.parser.Feed("GET /2 HTTP/1.1\r\n\r\n"), 19U);
  EXPECT_EQ(parsed.parser.state(), State::kHeaderDone);
  EXPECT_EQ(parsed.parser.request().target, "/2");
  EXPECT_TRUE(parsed.parser.request().headers.empty());
}

TEST(RequestParser, RefusesWhatIsNoRequest) {
  const std::vector<std::string> requests = {
      "\x16\x03\x01\x02",
      "GET\r\n\r\n",
      "GET  HTTP/1.1\r\n\r\n",
      "GET /a b HTTP/1.1\r\n\r\n",
      "G@T / HTTP/1.1\r\n\r\n",
      "GET / HTTP/1.1\n\n",
      "GET / HTTP/1.1\r\nA: b\n\r\n",
      "GET / HTTP/1.1\r\nA b\r\n\r\n",
      "GET / HTTP/1.1\r\nA : b\r\n\r\n",
      "GET / HTTP/1.1\r\n: b\r\n\r\n",
      std::string("GET /\0 HTTP/1.1\r\n\r\n", 20),
      std::string("GET / HTTP/1.1\r\nA: b\0c\r\n\r\n", 27),
      "GET / HTTP/1.1\r\nA: b\x01\r\n\r\n",
  };
  for (const std::string& request : requests) {
    const int status = Failure(request);
    EXPECT_TRUE(status == 400 || status == 505) << status << " " << request;
  }
}

TEST(RequestParser, RefusesOtherVersions) {
  EXPECT_EQ(Failure("GET / HTTP/2.0\r\n\r\n"), 505);
  EXPECT_EQ(Failure("GET / HTTP/0.9\r\n\r\n"), 505);
  EXPECT_EQ(Failure("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), 505);
}

TEST(RequestParser, RefusesLengthsThatCanBeReadInTwoWays) {
  const std::string start = "POST / HTTP/1.1\r\n";
  for (const std::string_view headers : {
           "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab",
           "Content-Length: 1\r\nContent-Length: 1\r\n\r\na",
           "Content-Length: 1, 1\r\n\r\na",
           "Content-Length: -1\r\n\r\n",
           "Content-Length: +1\r\n\r\na",
           "Content-Length: 0x1\r\n\r\na",
           "Content-Length: 99999999999999999999\r\n\r\n",
           "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
           "Transfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n0\r\n\r\n",
           "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
           "Transfer-Encoding: chunked\r\n\r\nx\r\n\r\n",
           "Transfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n0\r\n\r\n",
       }) {
    EXPECT_EQ(Failure(start + std::string(headers)), 400) << headers;
  }
  Parsed bare(start + "Transfer-Encoding: chunked\r\n\r\n2\nab\n0\n\n");
  EXPECT_NE(bare.parser.state(), State::kDone);
  for (const std::string_view value : {"gzip, chunked", "identity", "xchunked", "chunked, gzip"}) {
    const int status =
        Failure(start + "Transfer-Encoding: " + std::string(value) + "\r\n\r\n0\r\n\r\n");
    EXPECT_EQ(status, 501) << value;
  }
  EXPECT_EQ(Failure("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), 400);
}

TEST(RequestParser, HasLimits) {
  const RequestParserLimits limits{.header_bytes = 200, .target_bytes = 50};
  const auto with_target = [](std::size_t bytes) {
    return "GET /" + std::string(bytes - 1, 'a') + " HTTP/1.1\r\n\r\n";
  };
  EXPECT_EQ(Failure(with_target(50), limits), 0);
  EXPECT_EQ(Failure(with_target(51), limits), 414);
  EXPECT_EQ(Failure(with_target(500), limits), 414);
  EXPECT_EQ(Failure("GET / HTTP/1.1\r\nA: " + std::string(300, 'a') + "\r\n\r\n", limits), 431);
  // Many short ones, none of which is too long by itself.
  std::string many = "GET / HTTP/1.1\r\n";
  for (int i = 0; i < 50; ++i) many += "A: b\r\n";
  EXPECT_EQ(Failure(many + "\r\n", limits), 431);
}

TEST(RequestParser, LimitsBodies) {
  const std::string fits(kBodyLimit, 'b');
  const std::string length = "POST / HTTP/1.1\r\nContent-Length: ";
  EXPECT_EQ(Failure(length + "100\r\n\r\n" + fits), 0);
  EXPECT_EQ(Failure(length + "101\r\n\r\n"), 413);
  const std::string chunks = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";
  EXPECT_EQ(Failure(chunks + "64\r\n" + fits + "\r\n0\r\n\r\n"), 0);
  EXPECT_EQ(Failure(chunks + "64\r\n" + fits + "\r\n1\r\nb\r\n0\r\n\r\n"), 413);
  EXPECT_EQ(Failure(chunks + "ffffffffffffffff\r\n" + fits + fits), 413);
  EXPECT_EQ(Failure(chunks + std::string(40'000, '1')), 400);
}

TEST(RequestParser, ThrowsBodiesAwayThatAreNotWanted) {
  RequestParser parser({});
  parser.Feed("POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\n");
  parser.ReadBody(kBodyLimit, false);
  EXPECT_EQ(parser.Feed("abcd"), 3U);
  EXPECT_EQ(parser.state(), State::kDone);
  EXPECT_EQ(parser.request().body, "");
}

}  // namespace
}  // namespace sightglass::serve
