#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sightglass::testing {

struct RawResponse {
  int status = 0;
  std::vector<std::pair<std::string, std::string>> headers{};  // names in lower case
  std::string body{};                                          // chunks put together, not decoded

  // The first of this (lower-case) name; empty if there is none.
  [[nodiscard]] std::string Header(std::string_view name) const;
  [[nodiscard]] bool Has(std::string_view name) const;
};

// A client that sends exactly the bytes it is told to, so that a test can misbehave in every way.
// It waits for at most 20 seconds for anything, so that a test that fails does end.
class RawHttpClient {
 public:
  // To 127.0.0.1.
  explicit RawHttpClient(std::uint16_t port);
  // To a Unix socket.
  explicit RawHttpClient(const std::string& socket_path);
  ~RawHttpClient();
  RawHttpClient(const RawHttpClient&) = delete;
  RawHttpClient& operator=(const RawHttpClient&) = delete;

  [[nodiscard]] bool connected() const { return connected_; }
  // false if the other side is gone.
  bool Send(std::string_view bytes);
  // "GET target HTTP/1.1", Host and `headers` (whole lines, with "\r\n").
  bool Get(std::string_view target, std::string_view headers = {});
  // Says that no more comes, as a half-closed client does.
  void EndSending();
  // Goes away without a word: the other side gets a reset.
  void Reset();

  // The next whole response; nullopt if the connection ends before it does. `head_only`: one
  // without a body, as for HEAD.
  std::optional<RawResponse> Receive(bool head_only = false);
  // Only status and headers; the body may follow by ReceiveSome().
  std::optional<RawResponse> ReceiveHead();
  // Whatever comes next, at most `max_bytes`; empty at the end of the connection.
  std::string ReceiveSome(std::size_t max_bytes = 65536);
  // Reads on to the end of the connection. false if it does not end.
  bool ReceiveEnd();

 private:
  bool Fill();

  int fd_ = -1;
  bool connected_ = false;
  std::string buffer_;
};

// One request on a connection of its own. nullopt if there is no answer.
std::optional<RawResponse> FetchOnce(std::uint16_t port, std::string_view target,
                                     std::string_view headers = {});

}  // namespace sightglass::testing
