#include "bench/load_socket.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

namespace sightglass::bench {
namespace {

base::Error BadRequest(std::string_view description) {
  return base::Error{
      base::ErrorCode::kInvalidArgument,
      fmt::format("'{}' is not METHOD TARGET [CONTENT_TYPE BODY_FILE]", description)};
}

std::vector<std::string> SplitAtBlanks(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = text.find(' ');
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return parts;
}

}  // namespace

base::Error LoadError(std::string_view what, int error_number) {
  return base::Error{base::ErrorCode::kUnavailable,
                     fmt::format("{}: {}", what, std::strerror(error_number))};
}

base::Result<LoadRequest> MakeLoadRequest(const ServerAddress& address,
                                          std::string_view description,
                                          const std::vector<std::string>& headers) {
  const std::vector<std::string> parts = SplitAtBlanks(description);
  if ((parts.size() != 2 && parts.size() != 4) || !parts[1].starts_with('/')) {
    return BadRequest(description);
  }
  LoadRequest request{.bytes = fmt::format("{} {} HTTP/1.1\r\nHost: {}:{}\r\n", parts[0], parts[1],
                                           address.host, address.port),
                      .name = fmt::format("{} {}", parts[0], parts[1])};
  for (const std::string& header : headers) request.bytes += header + "\r\n";
  std::string body;
  if (parts.size() == 4) {
    std::ifstream file(parts[3], std::ios::binary);
    if (!file) {
      return base::Error{base::ErrorCode::kNotFound, fmt::format("cannot read {}", parts[3])};
    }
    body.assign(std::istreambuf_iterator<char>(file), {});
    request.bytes +=
        fmt::format("Content-Type: {}\r\nContent-Length: {}\r\n", parts[2], body.size());
  }
  request.bytes += "\r\n";
  request.bytes += body;
  return request;
}

base::Result<LoadSocket> LoadSocket::Connect(const ServerAddress& address) {
  sockaddr_in where{};
  where.sin_family = AF_INET;
  where.sin_port = htons(address.port);
  if (::inet_pton(AF_INET, address.host.c_str(), &where.sin_addr) != 1) {
    return base::Error{base::ErrorCode::kInvalidArgument,
                       fmt::format("not an IPv4 address: {}", address.host)};
  }
  io::UniqueFd fd(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!fd.valid()) return LoadError("cannot make a socket", errno);
  const int on = 1;
  ::setsockopt(fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  ::setsockopt(fd.get(), IPPROTO_TCP, TCP_QUICKACK, &on, sizeof(on));
  if (::connect(fd.get(), reinterpret_cast<const sockaddr*>(&where), sizeof(where)) != 0 &&
      errno != EINPROGRESS) {
    return LoadError("cannot connect", errno);
  }
  return LoadSocket(std::move(fd));
}

base::Result<std::size_t> LoadSocket::Send(std::string_view bytes) const {
  const ssize_t count = ::send(fd_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
  if (count >= 0) return static_cast<std::size_t>(count);
  // ENOTCONN: the connection is still being made.
  if (errno == EAGAIN || errno == EINTR || errno == ENOTCONN) return std::size_t{0};
  return LoadError("cannot send", errno);
}

base::Result<LoadSocket::Received> LoadSocket::Receive(std::string& buffer) const {
  const ssize_t count = ::recv(fd_.get(), buffer.data(), buffer.size(), 0);
  // A server that sends head and body apart waits for the acknowledgement of the first, which
  // clients put off for 40 ms. We acknowledge at once, so as to measure the server and not that.
  // The system forgets this option with every segment.
  const int on = 1;
  ::setsockopt(fd_.get(), IPPROTO_TCP, TCP_QUICKACK, &on, sizeof(on));
  if (count > 0) {
    return Received{.bytes = std::string_view(buffer).substr(0, static_cast<std::size_t>(count))};
  }
  if (count == 0) return Received{.closed = true};
  if (errno == EAGAIN || errno == EINTR) return Received{};
  return LoadError("cannot receive", errno);
}

void RaiseDescriptorLimit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace sightglass::bench
