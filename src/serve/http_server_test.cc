#include "serve/http_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "serve/content_encoding.h"
#include "serve/http_test_server.h"
#include "tests/support/is_ok.h"
#include "tests/support/raw_http_client.h"

namespace sightglass::serve {
namespace {

using kind::Request;
using kind::RequestContext;
using kind::Response;
using kind::Work;
using testing::FetchOnce;
using testing::IsOkAnd;
using testing::RawHttpClient;
using testing::RawResponse;

base::Result<Response> Echo(const Request& request, const RequestContext&) {
  return kind::TextResponse(200,
                            std::string(request.query.First("say").value_or("")) + request.body);
}

// A handler that tells when it began, and then waits for a word or its cancellation.
struct Waiting {
  kind::Handler handler() {
    return [this](const Request&, const RequestContext& context) -> base::Result<Response> {
      began.Set();
      while (!go && !context.cancel.cancelled()) std::this_thread::yield();
      if (context.cancel.cancelled()) {
        cancelled.Set();
        return base::Error{base::ErrorCode::kCancelled, "nobody waits"};
      }
      return kind::TextResponse(200, "done");
    };
  }

  TestEvent began;
  TestEvent cancelled;
  std::atomic<bool> go = false;
};

TEST(HttpServer, AnswersOneRequestAfterTheOther) {
  HttpTestServer test;
  test.AddText("/api/pool", "[1]");
  test.AddText("/api/quick", "[2]").work = Work::kQuick;
  test.Start();
  RawHttpClient client(test.port());
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(client.Get("/api/pool"));
    const auto pool = client.Receive();
    ASSERT_TRUE(pool.has_value());
    EXPECT_EQ(pool->status, 200);
    EXPECT_EQ(pool->body, "[1]");
    ASSERT_TRUE(client.Get("/api/quick"));
    EXPECT_EQ(client.Receive().value_or(RawResponse{}).body, "[2]");
  }
  const HttpServer::Counts counts = test.server->counts();
  EXPECT_EQ(counts.connections, 1U);
  EXPECT_EQ(counts.requests, 6U);
  EXPECT_EQ(counts.refused, 0U);
}

TEST(HttpServer, AnswersPipelinedRequestsInOrder) {
  HttpTestServer test;
  test.Add("/pool", Echo);
  test.Add("/quick", Echo).work = Work::kQuick;
  test.Start();
  RawHttpClient client(test.port());
  std::string all;
  for (int i = 0; i < 50; ++i) {
    all += "POST /" + std::string(i % 3 == 0 ? "quick" : "pool") + "?say=" + std::to_string(i) +
           "- HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nok";
  }
  ASSERT_TRUE(client.Send(all));
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(client.Receive().value_or(RawResponse{}).body, std::to_string(i) + "-ok");
  }
}

TEST(HttpServer, RequestsMayComeByteByByte) {
  HttpTestServer test;
  test.Add("/echo", Echo);
  test.Start();
  RawHttpClient client(test.port());
  for (const char c : std::string("POST /echo?say=a HTTP/1.1\r\nHost: localhost\r\n"
                                  "Transfer-Encoding: chunked\r\n\r\n2\r\nbc\r\n0\r\n\r\n")) {
    ASSERT_TRUE(client.Send(std::string_view(&c, 1)));
  }
  EXPECT_EQ(client.Receive().value_or(RawResponse{}).body, "abc");
}

TEST(HttpServer, ClosesWhenTheClientWantsIt) {
  HttpTestServer test;
  test.AddText("/x", "1");
  test.Start();
  for (const std::string_view request :
       {"GET /x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        "GET /x HTTP/1.0\r\n\r\n"}) {
    RawHttpClient client(test.port());
    ASSERT_TRUE(client.Send(request));
    const auto response = client.Receive();
    ASSERT_TRUE(response.has_value());
    EXPECT_EQ(response->status, 200);
    EXPECT_EQ(response->Header("connection"), "close");
    EXPECT_TRUE(client.ReceiveEnd());
  }
  RawHttpClient old(test.port());
  ASSERT_TRUE(old.Send("GET /x HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"));
  EXPECT_EQ(old.Receive().value_or(RawResponse{}).Header("connection"), "keep-alive");
  ASSERT_TRUE(old.Send("GET /x HTTP/1.0\r\n\r\n"));
  EXPECT_EQ(old.Receive().value_or(RawResponse{}).status, 200);
}

TEST(HttpServer, Head) {
  HttpTestServer test;
  test.AddText("/x", "12345");
  test.Start();
  RawHttpClient client(test.port());
  ASSERT_TRUE(client.Send("HEAD /x HTTP/1.1\r\nHost: localhost\r\n\r\n"));
  const auto head = client.Receive(/*head_only=*/true);
  ASSERT_TRUE(head.has_value());
  EXPECT_EQ(head->Header("content-length"), "5");
  ASSERT_TRUE(client.Get("/x"));
  EXPECT_EQ(client.Receive().value_or(RawResponse{}).body, "12345");
}

TEST(HttpServer, ExpectationsOfClients) {
  HttpTestServer test;
  test.Add("/echo", Echo).max_body_bytes = 10;
  test.Start();
  RawHttpClient client(test.port());
  ASSERT_TRUE(
      client.Send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n"
                  "Expect: 100-continue\r\n\r\n"));
  EXPECT_EQ(client.Receive().value_or(RawResponse{}).status, 100);
  ASSERT_TRUE(client.Send("ab"));
  EXPECT_EQ(client.Receive().value_or(RawResponse{}).body, "ab");
  // Refused before the body is sent.
  ASSERT_TRUE(
      client.Send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 11\r\n"
                  "Expect: 100-continue\r\n\r\n"));
  EXPECT_EQ(client.Receive().value_or(RawResponse{}).status, 413);
  EXPECT_TRUE(client.ReceiveEnd());

  RawHttpClient other(test.port());
  ASSERT_TRUE(other.Get("/echo", "Expect: a miracle\r\n"));
  EXPECT_EQ(other.Receive().value_or(RawResponse{}).status, 417);
}

TEST(HttpServer, CompressesAndKnowsWhatTheClientHas) {
  HttpTestServer test;
  const std::string body = "[" + std::string(50'000, '1') + "]";
  test.AddText("/x", body);
  test.Start();
  test.Publish(1);
  const auto first = FetchOnce(test.port(), "/x", "Accept-Encoding: gzip\r\n");
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(first->Header("content-encoding"), "gzip");
  EXPECT_THAT(Gunzip(first->body, body.size()), IsOkAnd(body));
  const std::string match = "If-None-Match: " + first->Header("etag") + "\r\n";
  EXPECT_EQ(FetchOnce(test.port(), "/x", match).value_or(RawResponse{}).status, 304);
  test.Publish(2);
  EXPECT_EQ(FetchOnce(test.port(), "/x", match).value_or(RawResponse{}).status, 200);
}

TEST(HttpServer, LargeAnswersToSlowReaders) {
  const std::string body(30'000'000, 'x');
  HttpTestServer test;
  test.Add("/large", [&body](const Request&, const RequestContext&) {
    Response response;
    response.body = body;
    return base::Result<Response>(std::move(response));
  });
  test.Start();
  RawHttpClient client(test.port());
  ASSERT_TRUE(client.Get("/large"));
  ASSERT_TRUE(client.Get("/large"));
  for (int i = 0; i < 2; ++i) {
    const auto response = client.Receive();
    ASSERT_TRUE(response.has_value());
    EXPECT_TRUE(response->body == body);
  }
}

TEST(HttpServer, AHalfClosedClientGetsItsAnswers) {
  Waiting waiting;
  HttpTestServer test;
  test.options.limits.half_closed_time = std::chrono::seconds(20);
  test.Add("/echo", Echo);
  test.Add("/wait", waiting.handler());
  test.Start();
  RawHttpClient client(test.port());
  ASSERT_TRUE(client.Get("/wait"));
  ASSERT_TRUE(client.Get("/echo?say=2"));
  client.EndSending();
  ASSERT_TRUE(waiting.began.Wait());
  waiting.go = true;
  EXPECT_EQ(client.Receive().value_or(RawResponse{}).body, "done");
  EXPECT_EQ(client.Receive().value_or(RawResponse{}).body, "2");
  EXPECT_TRUE(client.ReceiveEnd());
}

TEST(HttpServer, WorkForAClientThatEndedIsCancelledAfterAWhile) {
  Waiting waiting;
  HttpTestServer test;
  test.options.limits.half_closed_time = std::chrono::milliseconds(20);
  test.Add("/wait", waiting.handler());
  test.Start();
  RawHttpClient client(test.port());
  ASSERT_TRUE(client.Get("/wait"));
  ASSERT_TRUE(waiting.began.Wait());
  client.EndSending();
  EXPECT_TRUE(waiting.cancelled.Wait());
  // It may still be there after all.
  EXPECT_EQ(client.Receive().value_or(RawResponse{}).status, 499);
}

TEST(HttpServer, WorkForAClientThatIsGoneIsCancelled) {
  Waiting waiting;
  HttpTestServer test;
  test.options.limits.half_closed_time = std::chrono::seconds(100);
  test.Add("/wait", waiting.handler());
  test.Start();
  RawHttpClient client(test.port());
  // Something sent ahead must not hide that the client is gone.
  ASSERT_TRUE(client.Get("/wait"));
  ASSERT_TRUE(client.Get("/wait"));
  ASSERT_TRUE(waiting.began.Wait());
  client.Reset();
  EXPECT_TRUE(waiting.cancelled.Wait());
}

TEST(HttpServer, StopCancelsWorkAndReturns) {
  Waiting waiting;
  HttpTestServer test;
  test.Add("/wait", waiting.handler());
  test.Start();
  RawHttpClient busy(test.port());
  RawHttpClient idle(test.port());
  RawHttpClient halfway(test.port());
  ASSERT_TRUE(halfway.Send("GET /wait HTTP/1.1\r\n"));
  ASSERT_TRUE(busy.Get("/wait"));
  ASSERT_TRUE(waiting.began.Wait());
  test.server->Stop();
  EXPECT_TRUE(waiting.cancelled.Wait());
  EXPECT_TRUE(busy.ReceiveEnd());
  EXPECT_TRUE(idle.ReceiveEnd());
  EXPECT_TRUE(halfway.ReceiveEnd());
  EXPECT_EQ(test.server->counts().connections, 0U);
  EXPECT_FALSE(RawHttpClient(test.port()).connected());
  test.server->Stop();  // once more does nothing
}

TEST(HttpServer, StopsUnderLoad) {
  HttpTestServer test;
  test.AddText("/pool", std::string(1000, ' '));
  test.AddText("/quick", "[]").work = Work::kQuick;
  test.Start();
  std::atomic<bool> stopped = false;
  std::atomic<std::uint64_t> answers = 0;
  TestEvent busy;
  std::vector<std::jthread> clients;
  for (int i = 0; i < 4; ++i) {
    clients.emplace_back([&, i] {
      while (!stopped) {
        RawHttpClient client(test.port());
        for (int k = 0; k < 20; ++k) {
          if (!client.Get(i % 2 == 0 ? "/pool" : "/quick") || !client.Receive()) break;
          if (++answers == 200) busy.Set();
        }
      }
    });
  }
  ASSERT_TRUE(busy.Wait());
  test.server->Stop(std::chrono::milliseconds(0));
  stopped = true;
  clients.clear();
  EXPECT_EQ(test.server->counts().connections, 0U);
}

TEST(HttpServer, ManyConnections) {
  HttpTestServer test;
  test.AddText("/pool", "[1]");
  test.Start();
  std::vector<std::unique_ptr<RawHttpClient>> clients;
  for (int i = 0; i < 400; ++i) {
    clients.push_back(std::make_unique<RawHttpClient>(test.port()));
    ASSERT_TRUE(clients.back()->connected());
  }
  for (int round = 0; round < 2; ++round) {
    for (const auto& client : clients) ASSERT_TRUE(client->Get("/pool"));
    for (const auto& client : clients) {
      ASSERT_EQ(client->Receive().value_or(RawResponse{}).body, "[1]");
    }
  }
  EXPECT_EQ(test.server->counts().connections, 400U);
}

}  // namespace
}  // namespace sightglass::serve
