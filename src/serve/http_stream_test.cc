// Bodies that are made while they are sent.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "serve/http_test_server.h"
#include "tests/support/raw_http_client.h"

namespace sightglass::serve {
namespace {

using kind::BodySource;
using kind::Request;
using kind::RequestContext;
using kind::Response;
using testing::RawHttpClient;
using testing::RawResponse;

// Gives `pieces` pieces of 10,000 bytes, and counts.
class Pieces : public BodySource {
 public:
  Pieces(int pieces, std::atomic<int>& given, TestEvent& ended)
      : left_(pieces), given_(given), ended_(ended) {}
  ~Pieces() override { ended_.Set(); }

  State Next(std::string& out) override {
    ++given_;
    out.assign(10'000, static_cast<char>('a' + left_ % 26));
    return --left_ > 0 ? State::kMore : State::kEnd;
  }

 private:
  int left_;
  std::atomic<int>& given_;
  TestEvent& ended_;
};

// Where tests put events, and listeners get them.
class Hub {
 public:
  void Say(const std::string& text) {
    const std::lock_guard lock(mutex_);
    text_ += text;
    for (const auto& [listener, wake] : listeners_) wake();
  }
  std::size_t listeners() {
    const std::lock_guard lock(mutex_);
    return listeners_.size();
  }

  std::unique_ptr<BodySource> Listen() { return std::make_unique<Listener>(*this); }

 private:
  class Listener : public BodySource {
   public:
    explicit Listener(Hub& hub) : hub_(hub) {}
    ~Listener() override {
      const std::lock_guard lock(hub_.mutex_);
      std::erase_if(hub_.listeners_, [this](const auto& item) { return item.first == this; });
    }
    State Next(std::string& out) override {
      const std::lock_guard lock(hub_.mutex_);
      out = hub_.text_.substr(at_);
      at_ = hub_.text_.size();
      return State::kWait;
    }
    void SetWake(std::function<void()> wake) override {
      const std::lock_guard lock(hub_.mutex_);
      hub_.listeners_.emplace_back(this, std::move(wake));
    }

   private:
    Hub& hub_;
    std::size_t at_ = 0;
  };

  std::mutex mutex_;
  std::string text_;
  std::vector<std::pair<Listener*, std::function<void()>>> listeners_;
};

kind::Handler Streams(std::string type, std::function<std::unique_ptr<BodySource>()> make) {
  return [type = std::move(type), make = std::move(make)](const Request&, const RequestContext&) {
    Response response;
    response.content_type = type;
    response.source = make();
    return base::Result<Response>(std::move(response));
  };
}

TEST(HttpStream, SendsPiecesAsChunks) {
  TestEvent ended;
  std::atomic<int> given = 0;
  HttpTestServer test;
  test.Add("/export",
           Streams("text/csv", [&] { return std::make_unique<Pieces>(30, given, ended); }));
  test.Start();
  RawHttpClient client(test.port());
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(client.Get("/export", "Accept-Encoding: gzip\r\n"));
    const auto response = client.Receive();
    ASSERT_TRUE(response.has_value());
    EXPECT_EQ(response->Header("transfer-encoding"), "chunked");
    EXPECT_EQ(response->body.size(), 300'000U);
    EXPECT_EQ(response->body.back(), 'b');
  }
  EXPECT_TRUE(ended.Wait());
  RawHttpClient old(test.port());
  ASSERT_TRUE(old.Send("GET /export HTTP/1.0\r\n\r\n"));
  const auto response = old.Receive();
  ASSERT_TRUE(response.has_value());
  EXPECT_FALSE(response->Has("transfer-encoding"));
  EXPECT_EQ(response->body.size(), 300'000U);
}

TEST(HttpStream, ASourceWaitsForItsReader) {
  TestEvent ended;
  std::atomic<int> given = 0;
  HttpTestServer test;
  constexpr int kPieces = 100'000;  // a gigabyte, which nobody holds
  test.Add("/export",
           Streams("text/csv", [&] { return std::make_unique<Pieces>(kPieces, given, ended); }));
  test.Start();
  RawHttpClient client(test.port());
  ASSERT_TRUE(client.Get("/export"));
  ASSERT_TRUE(client.ReceiveHead().has_value());
  EXPECT_FALSE(client.ReceiveSome(100).empty());
  // Nothing more is read; in the end the source is asked no more, far from its end.
  int before = -1;
  while (before != given) {
    before = given;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  EXPECT_LT(before, kPieces / 2);
  client.Reset();
  EXPECT_TRUE(ended.Wait());
}

TEST(HttpStream, EventsGoOutAtOnce) {
  Hub hub;
  HttpTestServer test;
  test.Add("/live", Streams("text/event-stream", [&hub] { return hub.Listen(); }));
  test.Start();
  RawHttpClient client(test.port());
  hub.Say("data: 1\n\n");
  ASSERT_TRUE(client.Get("/live", "Accept-Encoding: gzip\r\n"));
  ASSERT_TRUE(client.ReceiveHead().has_value());
  EXPECT_EQ(client.ReceiveSome(), "9\r\ndata: 1\n\n\r\n");
  hub.Say("data: 2\n\n");
  EXPECT_EQ(client.ReceiveSome(), "9\r\ndata: 2\n\n\r\n");
  hub.Say("data: 3\n\n");
  EXPECT_EQ(client.ReceiveSome(), "9\r\ndata: 3\n\n\r\n");
}

TEST(HttpStream, AListenerThatGoesIsForgotten) {
  Hub hub;
  HttpTestServer test;
  test.options.limits.half_closed_time = std::chrono::milliseconds(20);
  test.Add("/live", Streams("text/event-stream", [&hub] { return hub.Listen(); }));
  test.Start();
  RawHttpClient resets(test.port());
  auto closes = std::make_unique<RawHttpClient>(test.port());
  for (RawHttpClient* client : {&resets, closes.get()}) {
    ASSERT_TRUE(client->Get("/live"));
    ASSERT_TRUE(client->ReceiveHead().has_value());
  }
  while (hub.listeners() < 2) std::this_thread::yield();
  resets.Reset();
  while (hub.listeners() > 1) std::this_thread::yield();
  closes = nullptr;
  while (hub.listeners() > 0) std::this_thread::yield();
  EXPECT_EQ(test.server->counts().requests, 2U);
}

TEST(HttpStream, StopEndsListenersInGoodOrder) {
  Hub hub;
  HttpTestServer test;
  test.Add("/live", Streams("text/event-stream", [&hub] { return hub.Listen(); }));
  test.Start();
  RawHttpClient client(test.port());
  ASSERT_TRUE(client.Get("/live"));
  while (hub.listeners() == 0) std::this_thread::yield();
  hub.Say("x");
  test.server->Stop();
  EXPECT_EQ(hub.listeners(), 0U);
  EXPECT_TRUE(client.Receive().has_value());
  EXPECT_TRUE(client.ReceiveEnd());
}

TEST(HttpStream, ManyListeners) {
  Hub hub;
  HttpTestServer test;
  test.Add("/live", Streams("text/event-stream", [&hub] { return hub.Listen(); }));
  test.AddText("/x", "[]");
  test.Start();
  constexpr std::size_t kListeners = 300;  // a test may have 1,024 descriptors, and uses two each
  std::vector<std::unique_ptr<RawHttpClient>> clients;
  for (std::size_t i = 0; i < kListeners; ++i) {
    clients.push_back(std::make_unique<RawHttpClient>(test.port()));
    ASSERT_TRUE(clients.back()->Get("/live"));
  }
  for (const auto& client : clients) ASSERT_TRUE(client->ReceiveHead().has_value());
  // Others are served meanwhile: listeners hold no thread.
  EXPECT_EQ(testing::FetchOnce(test.port(), "/x").value_or(RawResponse{}).body, "[]");
  for (int round = 0; round < 100; ++round) hub.Say("0123456789");
  hub.Say("!");
  for (const auto& client : clients) {
    std::string all;
    while (all.find('!') == std::string::npos) {
      const std::string more = client->ReceiveSome();
      ASSERT_FALSE(more.empty());
      all += more;
    }
    // Many words, few events: a listener that is behind is told everything at once.
    EXPECT_EQ(std::count(all.begin(), all.end(), '9') >= 100, true);
  }
}

TEST(HttpStream, ASourceThatThrowsCutsTheAnswerShort) {
  class Throws : public BodySource {
    State Next(std::string&) override { throw std::runtime_error("broken"); }
  };
  HttpTestServer test;
  test.Add("/export", Streams("text/csv", [] { return std::make_unique<Throws>(); }));
  test.Start();
  RawHttpClient client(test.port());
  ASSERT_TRUE(client.Get("/export"));
  EXPECT_FALSE(client.Receive().has_value());
}

}  // namespace
}  // namespace sightglass::serve
