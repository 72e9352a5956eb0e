// What clients may not do: too much, too slowly, or not HTTP at all.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "serve/http_test_server.h"
#include "tests/support/raw_http_client.h"

namespace sightglass::serve {
namespace {

using kind::Request;
using kind::RequestContext;
using kind::Response;
using std::chrono::milliseconds;
using testing::FetchOnce;
using testing::RawHttpClient;
using testing::RawResponse;

// The status of the answer; 0 if the connection ends without one.
int StatusOf(RawHttpClient& client) { return client.Receive().value_or(RawResponse{}).status; }

TEST(HttpLimits, OversizedRequests) {
  HttpTestServer test;
  test.AddText("/x", "[]").max_body_bytes = 100'000;
  test.Start();
  const std::string host = " HTTP/1.1\r\nHost: localhost\r\n";
  const std::vector<std::pair<std::string, int>> cases = {
      {"GET /" + std::string(9000, 'a') + host + "\r\n", 414},
      {"GET /" + std::string(100'000, 'a') + host + "\r\n", 414},
      {"GET /x" + host + "A: " + std::string(17'000, 'a') + "\r\n\r\n", 431},
      {"POST /x" + host + "Content-Length: 100001\r\n\r\n" + std::string(100'001, 'b'), 413},
      {"POST /x" + host + "Transfer-Encoding: chunked\r\n\r\n186a1\r\n" +
           std::string(100'001, 'b') + "\r\n0\r\n\r\n",
       413},
  };
  for (const auto& [request, status] : cases) {
    RawHttpClient client(test.port());
    // The answer must arrive although not all of the request is read.
    static_cast<void>(client.Send(request));
    EXPECT_EQ(StatusOf(client), status) << request.substr(0, 100);
    EXPECT_TRUE(client.ReceiveEnd());
  }
  EXPECT_EQ(test.server->counts().refused, cases.size());
}

TEST(HttpLimits, ASmallBodyThatIsNotWantedKeepsTheConnection) {
  HttpTestServer test;
  test.AddText("/x", "[]");
  test.Start();
  RawHttpClient client(test.port());
  ASSERT_TRUE(
      client.Send("POST /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello"));
  EXPECT_EQ(StatusOf(client), 404);
  ASSERT_TRUE(client.Get("/x"));
  EXPECT_EQ(StatusOf(client), 200);
}

TEST(HttpLimits, WhatIsNoRequestIsRefusedAndTheConnectionClosed) {
  HttpTestServer test;
  test.AddText("/x", "[]");
  test.Start();
  const std::vector<std::string> requests = {
      "GET /x\r\n\r\n",
      "GET /x HTTP/1.1\nHost: localhost\n\n",
      "POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
      "POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: "
      "chunked\r\n\r\n"
      "0\r\n\r\n",
      "POST /x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
      std::string("GET /x\0y HTTP/1.1\r\nHost: localhost\r\n\r\n", 38),
      std::string("\x16\x03\x01\x00\xa5\x01", 6),
  };
  for (const std::string& request : requests) {
    RawHttpClient client(test.port());
    ASSERT_TRUE(client.Send(request));
    EXPECT_THAT(StatusOf(client), ::testing::AnyOf(400, 501, 505)) << request;
    EXPECT_TRUE(client.ReceiveEnd());
  }
  RawHttpClient hostless(test.port());
  ASSERT_TRUE(hostless.Send("GET /x HTTP/1.1\r\n\r\n"));
  EXPECT_EQ(StatusOf(hostless), 400);
}

TEST(HttpLimits, SlowHeaders) {
  HttpTestServer test;
  test.options.limits.header_time = milliseconds(100);
  test.AddText("/x", "[]");
  test.Start();
  RawHttpClient client(test.port());
  ASSERT_TRUE(client.Send("GET /x HTTP/1.1\r\nHost: localhost\r\n"));
  // The time is for the whole header: bytes that trickle in do not make it longer.
  while (client.Send("A: b\r\n") && test.server->counts().refused == 0) {
    std::this_thread::yield();
  }
  EXPECT_EQ(test.server->counts().refused, 1U);
  EXPECT_THAT(StatusOf(client), ::testing::AnyOf(408, 431, 0));

  RawHttpClient silent(test.port());
  ASSERT_TRUE(silent.Send("GET"));
  EXPECT_EQ(StatusOf(silent), 408);
  EXPECT_TRUE(silent.ReceiveEnd());
}

TEST(HttpLimits, SlowBodies) {
  HttpTestServer test;
  test.options.limits.body_time = milliseconds(50);
  test.AddText("/x", "[]");
  test.Start();
  RawHttpClient client(test.port());
  ASSERT_TRUE(client.Send("POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nabcd"));
  EXPECT_EQ(StatusOf(client), 408);
  EXPECT_TRUE(client.ReceiveEnd());
}

TEST(HttpLimits, IdleConnectionsAreClosedWithoutAWord) {
  HttpTestServer test;
  test.options.limits.idle_time = milliseconds(50);
  test.AddText("/x", "[]");
  test.Start();
  RawHttpClient fresh(test.port());
  RawHttpClient used(test.port());
  ASSERT_TRUE(used.Get("/x"));
  EXPECT_EQ(StatusOf(used), 200);
  EXPECT_EQ(fresh.ReceiveSome(), "");
  EXPECT_EQ(used.ReceiveSome(), "");
}

TEST(HttpLimits, ReadersThatDoNotRead) {
  HttpTestServer test;
  test.options.limits.write_time = milliseconds(50);
  test.Add("/large", [](const Request&, const RequestContext&) {
    Response response;
    response.body.assign(50'000'000, 'x');
    return base::Result<Response>(std::move(response));
  });
  test.Start();
  RawHttpClient client(test.port());
  ASSERT_TRUE(client.Get("/large"));
  // It takes none of the body, and is let go.
  while (test.server->counts().requests == 0 || test.server->counts().connections > 0) {
    std::this_thread::yield();
  }
  EXPECT_FALSE(client.Receive().has_value());
}

TEST(HttpLimits, TooManyConnections) {
  HttpTestServer test;
  test.options.limits.connections = 2;
  test.AddText("/x", "[]");
  test.Start();
  auto first = std::make_unique<RawHttpClient>(test.port());
  RawHttpClient second(test.port());
  for (RawHttpClient* client : {first.get(), &second}) {
    ASSERT_TRUE(client->Get("/x"));
    ASSERT_EQ(StatusOf(*client), 200);
  }
  for (int i = 0; i < 3; ++i) {
    RawHttpClient third(test.port());
    static_cast<void>(third.Get("/x"));
    EXPECT_EQ(StatusOf(third), 503);
    EXPECT_TRUE(third.ReceiveEnd());
  }
  first = nullptr;
  while (test.server->counts().connections > 1) std::this_thread::yield();
  EXPECT_EQ(FetchOnce(test.port(), "/x").value_or(RawResponse{}).status, 200);
}

TEST(HttpLimits, ForeignHosts) {
  HttpTestServer test;
  test.options.allowed_hosts = {"box.example"};
  test.AddText("/x", "[]");
  test.Start();
  const auto status = [&test](const std::string& host) {
    RawHttpClient client(test.port());
    static_cast<void>(client.Send("GET /x HTTP/1.1\r\nHost: " + host + "\r\n\r\n"));
    return StatusOf(client);
  };
  EXPECT_EQ(status("localhost:1"), 200);
  EXPECT_EQ(status("[::1]:1"), 200);
  EXPECT_EQ(status("box.example"), 200);
  EXPECT_EQ(status("evil.example"), 403);
}

}  // namespace
}  // namespace sightglass::serve
