#include "tests/support/raw_http_client.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace sightglass::testing {
namespace {

void SetTimeouts(int fd) {
  const timeval time{.tv_sec = 20, .tv_usec = 0};
  ::setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof(time));
  ::setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof(time));
}

std::string Lower(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

std::optional<std::size_t> Number(std::string_view text, int base) {
  std::size_t number = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (result.ec != std::errc() || result.ptr == text.data()) return std::nullopt;
  return number;
}

}  // namespace

std::string RawResponse::Header(std::string_view name) const {
  for (const auto& [key, value] : headers) {
    if (key == name) return value;
  }
  return {};
}

bool RawResponse::Has(std::string_view name) const {
  return std::ranges::any_of(headers, [name](const auto& header) { return header.first == name; });
}

RawHttpClient::RawHttpClient(std::uint16_t port)
    : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  SetTimeouts(fd_);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  connected_ = ::connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
}

RawHttpClient::RawHttpClient(const std::string& socket_path)
    : fd_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  SetTimeouts(fd_);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  socket_path.copy(address.sun_path, sizeof(address.sun_path) - 1);
  connected_ = ::connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
}

RawHttpClient::~RawHttpClient() {
  if (fd_ >= 0) ::close(fd_);
}

bool RawHttpClient::Send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (put <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return true;
}

bool RawHttpClient::Get(std::string_view target, std::string_view headers) {
  return Send(fmt::format("GET {} HTTP/1.1\r\nHost: localhost\r\n{}\r\n", target, headers));
}

void RawHttpClient::EndSending() { ::shutdown(fd_, SHUT_WR); }

void RawHttpClient::Reset() {
  const linger hard{.l_onoff = 1, .l_linger = 0};
  ::setsockopt(fd_, SOL_SOCKET, SO_LINGER, &hard, sizeof(hard));
  ::close(fd_);
  fd_ = -1;
}

bool RawHttpClient::Fill() {
  std::array<char, 65536> bytes;
  const ssize_t got = ::recv(fd_, bytes.data(), bytes.size(), 0);
  if (got <= 0) return false;
  buffer_.append(bytes.data(), static_cast<std::size_t>(got));
  return true;
}

std::optional<RawResponse> RawHttpClient::ReceiveHead() {
  std::size_t end = 0;
  while ((end = buffer_.find("\r\n\r\n")) == std::string::npos) {
    if (!Fill()) return std::nullopt;
  }
  const std::string head = buffer_.substr(0, end + 2);
  buffer_.erase(0, end + 4);
  RawResponse response;
  std::size_t at = head.find("\r\n");
  if (!head.starts_with("HTTP/1.1 ")) return std::nullopt;
  response.status = static_cast<int>(Number(std::string_view(head).substr(9), 10).value_or(0));
  for (at += 2; at < head.size();) {
    const std::size_t line_end = head.find("\r\n", at);
    const std::string_view line = std::string_view(head).substr(at, line_end - at);
    const std::size_t colon = line.find(": ");
    if (colon == std::string_view::npos) return std::nullopt;
    response.headers.emplace_back(Lower(line.substr(0, colon)), line.substr(colon + 2));
    at = line_end + 2;
  }
  return response;
}

std::optional<RawResponse> RawHttpClient::Receive(bool head_only) {
  std::optional<RawResponse> response = ReceiveHead();
  if (!response || head_only || response->status == 204 || response->status == 304 ||
      response->status < 200) {
    return response;
  }
  if (response->Has("content-length")) {
    const auto size = Number(response->Header("content-length"), 10);
    if (!size) return std::nullopt;
    while (buffer_.size() < *size) {
      if (!Fill()) return std::nullopt;
    }
    response->body = buffer_.substr(0, *size);
    buffer_.erase(0, *size);
    return response;
  }
  if (response->Header("transfer-encoding") != "chunked") {
    while (Fill()) {
    }
    response->body = std::exchange(buffer_, {});
    return response;
  }
  for (;;) {
    std::size_t line = 0;
    while ((line = buffer_.find("\r\n")) == std::string::npos) {
      if (!Fill()) return std::nullopt;
    }
    const auto size = Number(buffer_, 16);
    if (!size) return std::nullopt;
    while (buffer_.size() < line + 2 + *size + 2) {
      if (!Fill()) return std::nullopt;
    }
    response->body += buffer_.substr(line + 2, *size);
    buffer_.erase(0, line + 2 + *size + 2);
    if (*size == 0) return response;
  }
}

std::string RawHttpClient::ReceiveSome(std::size_t max_bytes) {
  if (buffer_.empty()) Fill();
  std::string some = buffer_.substr(0, max_bytes);
  buffer_.erase(0, some.size());
  return some;
}

bool RawHttpClient::ReceiveEnd() {
  std::array<char, 65536> bytes;
  for (;;) {
    const ssize_t got = ::recv(fd_, bytes.data(), bytes.size(), 0);
    if (got == 0) return true;
    if (got < 0) return errno == ECONNRESET;
  }
}

std::optional<RawResponse> FetchOnce(std::uint16_t port, std::string_view target,
                                     std::string_view headers) {
  RawHttpClient client(port);
  if (!client.connected() || !client.Get(target, headers)) return std::nullopt;
  return client.Receive();
}

}  // namespace sightglass::testing
