#include "serve/listening_socket.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <system_error>
#include <utility>

#include "serve/access_rights.h"

namespace sightglass::serve {
namespace {

using base::Error;
using base::ErrorCode;
using base::OkStatus;
using base::Result;
using base::Status;
using std::chrono::milliseconds;

struct SocketAddress {
  sockaddr_storage storage{};
  socklen_t size = 0;

  [[nodiscard]] const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
  [[nodiscard]] int family() const { return storage.ss_family; }
  void SetPort(std::uint16_t port) {
    if (family() == AF_INET6) {
      reinterpret_cast<sockaddr_in6*>(&storage)->sin6_port = htons(port);
    } else {
      reinterpret_cast<sockaddr_in*>(&storage)->sin_port = htons(port);
    }
  }
};

std::string SystemMessage(int error) { return std::generic_category().message(error); }

SocketFd NewSocket(int family) {
  return SocketFd(::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
}

SocketAddress Ipv4(std::uint32_t host) {
  SocketAddress address{.size = sizeof(sockaddr_in)};
  auto* const in = reinterpret_cast<sockaddr_in*>(&address.storage);
  in->sin_family = AF_INET;
  in->sin_addr.s_addr = htonl(host);
  return address;
}

SocketAddress AnyIpv6() {
  SocketAddress address{.size = sizeof(sockaddr_in6)};
  auto* const in = reinterpret_cast<sockaddr_in6*>(&address.storage);
  in->sin6_family = AF_INET6;
  in->sin6_addr = in6addr_any;
  return address;
}

bool IsLoopback(const SocketAddress& address) {
  if (address.family() == AF_INET6) {
    const in6_addr& in = reinterpret_cast<const sockaddr_in6*>(&address.storage)->sin6_addr;
    return IN6_IS_ADDR_LOOPBACK(&in) || (IN6_IS_ADDR_V4MAPPED(&in) && in.s6_addr[12] == 127);
  }
  const auto* const in = reinterpret_cast<const sockaddr_in*>(&address.storage);
  return ntohl(in->sin_addr.s_addr) >> 24 == 127;
}

bool IsAny(const SocketAddress& address) {
  if (address.family() == AF_INET6) {
    const in6_addr& in = reinterpret_cast<const sockaddr_in6*>(&address.storage)->sin6_addr;
    return IN6_IS_ADDR_UNSPECIFIED(&in);
  }
  return reinterpret_cast<const sockaddr_in*>(&address.storage)->sin_addr.s_addr == INADDR_ANY;
}

// Does something take a connection there within `at_most`?
bool Answers(const SocketAddress& address, milliseconds at_most) {
  const SocketFd fd = NewSocket(address.family());
  if (!fd.valid()) return false;
  if (::connect(fd.get(), address.get(), address.size) == 0) return true;
  if (errno != EINPROGRESS) return false;
  pollfd wait{.fd = fd.get(), .events = POLLOUT, .revents = 0};
  if (::poll(&wait, 1, static_cast<int>(at_most.count())) <= 0) return false;
  int failed = 0;
  socklen_t size = sizeof(failed);
  return ::getsockopt(fd.get(), SOL_SOCKET, SO_ERROR, &failed, &size) == 0 && failed == 0;
}

struct ResolvedHost {
  std::vector<SocketAddress> addresses{};
  std::string canonical_name{};
};

ResolvedHost Resolve(const std::string& host, int family) {
  ResolvedHost resolved;
  addrinfo hints{};
  hints.ai_family = family;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_CANONNAME;
  addrinfo* list = nullptr;
  if (::getaddrinfo(host.c_str(), nullptr, &hints, &list) != 0) return resolved;
  for (const addrinfo* at = list; at != nullptr; at = at->ai_next) {
    SocketAddress address{.size = at->ai_addrlen};
    std::memcpy(&address.storage, at->ai_addr, at->ai_addrlen);
    resolved.addresses.push_back(address);
    if (at->ai_canonname != nullptr) resolved.canonical_name = at->ai_canonname;
  }
  ::freeaddrinfo(list);
  return resolved;
}

Error BindError(int error, const HttpOptions& options, std::uint16_t port) {
  const std::string where = fmt::format("{}:{}", options.bind_all ? "*" : options.host, port);
  switch (error) {
    case EADDRINUSE:
      return {ErrorCode::kAlreadyExists,
              fmt::format("port {} is in use; choose another with --port, or any free one with "
                          "--port=0",
                          port)};
    case EACCES:
    case EPERM:
      return {ErrorCode::kPermissionDenied,
              fmt::format("may not listen on {}; ports below 1024 are the superuser's", where)};
    case EADDRNOTAVAIL:
    case EAFNOSUPPORT:
      return {ErrorCode::kUnavailable,
              fmt::format("cannot listen on {}: this machine has no such address", where)};
    default:
      return {ErrorCode::kUnavailable,
              fmt::format("cannot listen on {}: {}", where, SystemMessage(error))};
  }
}

// 0, or the error number.
int BindAndListen(const SocketFd& fd, const SocketAddress& address, bool reuse_port) {
  if (!fd.valid()) return errno;
  const int on = 1;
  const int off = 0;
  // A server that was just stopped leaves connections behind that would block the port for minutes.
  ::setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  if (reuse_port && ::setsockopt(fd.get(), SOL_SOCKET, SO_REUSEPORT, &on, sizeof(on)) != 0) {
    return errno;
  }
  if (address.family() == AF_INET6) {
    ::setsockopt(fd.get(), IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof(off));
  }
  if (::bind(fd.get(), address.get(), address.size) != 0) return errno;
  return ::listen(fd.get(), SOMAXCONN) == 0 ? 0 : errno;
}

// One port; the addresses are tried in their order.
Result<SocketFd> ListenOnPort(const HttpOptions& options, std::vector<SocketAddress> addresses,
                              std::uint16_t port) {
  int error = EADDRNOTAVAIL;
  for (SocketAddress& address : addresses) {
    address.SetPort(port);
    if (port != 0 && !options.reuse_port && (IsLoopback(address) || IsAny(address))) {
      SocketAddress local = Ipv4(INADDR_LOOPBACK);
      local.SetPort(port);
      if (Answers(local, milliseconds(200))) return BindError(EADDRINUSE, options, port);
    }
    SocketFd fd = NewSocket(address.family());
    error = BindAndListen(fd, address, options.reuse_port);
    if (error == 0) return fd;
    if (error != EAFNOSUPPORT && error != EADDRNOTAVAIL) break;
  }
  return BindError(error, options, port);
}

SocketAddress BoundAddress(const SocketFd& fd) {
  SocketAddress address{.size = sizeof(sockaddr_storage)};
  ::getsockname(fd.get(), reinterpret_cast<sockaddr*>(&address.storage), &address.size);
  return address;
}

std::uint16_t PortOf(const SocketAddress& address) {
  return ntohs(address.family() == AF_INET6
                   ? reinterpret_cast<const sockaddr_in6*>(&address.storage)->sin6_port
                   : reinterpret_cast<const sockaddr_in*>(&address.storage)->sin_port);
}

// Fills in how others call this machine, and whether that name leads here.
void FindMachineNames(std::uint16_t port, ListeningSocket& socket, std::string& shown_host) {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0 || name[0] == '\0') return;
  const std::string host = name.data();
  const ResolvedHost resolved = Resolve(host, AF_UNSPEC);
  for (const std::string& known : {host, host.substr(0, host.find('.')), resolved.canonical_name}) {
    if (!known.empty()) socket.machine_names.push_back(known);
  }
  if (resolved.addresses.empty()) return;
  SocketAddress address = resolved.addresses.front();
  address.SetPort(port);
  if (Answers(address, milliseconds(1000))) {
    shown_host = resolved.canonical_name.empty() ? host : resolved.canonical_name;
  }
}

Result<ListeningSocket> ListenOnTcp(const HttpOptions& options) {
  std::vector<SocketAddress> addresses;
  if (options.bind_all) {
    addresses = {AnyIpv6(), Ipv4(INADDR_ANY)};
  } else {
    const bool ipv6 = options.host.find(':') != std::string::npos;
    addresses = Resolve(options.host, ipv6 ? AF_INET6 : AF_INET).addresses;
    if (addresses.empty()) {
      return Error{
          ErrorCode::kUnavailable,
          fmt::format("cannot listen on '{}': no address of this name is known", options.host)};
    }
  }
  ListeningSocket socket;
  std::uint32_t port = options.port;
  const std::uint32_t last =
      options.port == 0 ? 0 : std::min<std::uint32_t>(port + options.port_tries, UINT16_MAX);
  for (;;) {
    auto fd = ListenOnPort(options, addresses, static_cast<std::uint16_t>(port));
    if (fd.ok()) {
      socket.fd = std::move(fd).value();
      break;
    }
    if (fd.error().code != ErrorCode::kAlreadyExists || options.port_tries == 0) return fd.error();
    if (port == last) {
      return Error{ErrorCode::kAlreadyExists,
                   fmt::format("ports {} to {} are all in use; choose another with --port, or any "
                               "free one with --port=0",
                               options.port, last)};
    }
    ++port;
  }
  const SocketAddress bound = BoundAddress(socket.fd);
  socket.address.port = PortOf(bound);
  socket.address.loopback_only = IsLoopback(bound);
  std::string shown = options.bind_all ? "localhost" : options.host;
  if (!socket.address.loopback_only) {
    std::string name;
    FindMachineNames(socket.address.port, socket, name);
    if (options.bind_all && !name.empty()) shown = name;
  }
  if (shown.find(':') != std::string::npos) shown = fmt::format("[{}]", shown);
  socket.address.url = fmt::format("{}://{}:{}{}/", options.tls_cert.empty() ? "http" : "https",
                                   shown, socket.address.port, options.path_prefix);
  return socket;
}

// Takes away what a server that ended badly left behind, and nothing else.
Status RemoveStaleSocket(const SocketAddress& address, const std::string& path) {
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0) return OkStatus();
  if (!S_ISSOCK(info.st_mode)) {
    return Error{ErrorCode::kAlreadyExists,
                 fmt::format("there is a file that is no socket: {}", path)};
  }
  const SocketFd fd = NewSocket(AF_UNIX);
  const int failed = ::connect(fd.get(), address.get(), address.size) == 0 ? 0 : errno;
  if (failed != ECONNREFUSED && failed != ENOENT) {
    return Error{ErrorCode::kAlreadyExists,
                 fmt::format("another server listens here, or it cannot be told: {}", path)};
  }
  ::unlink(path.c_str());
  return OkStatus();
}

Result<ListeningSocket> ListenOnUnix(const HttpOptions& options) {
  const std::string& path = options.unix_socket;
  SocketAddress address{.size = sizeof(sockaddr_un)};
  auto* const un = reinterpret_cast<sockaddr_un*>(&address.storage);
  un->sun_family = AF_UNIX;
  if (path.size() >= sizeof(un->sun_path)) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("the path of a socket may have {} bytes, this one has {}: {}",
                             sizeof(un->sun_path) - 1, path.size(), path)};
  }
  path.copy(un->sun_path, path.size());
  RETURN_IF_ERROR(RemoveStaleSocket(address, path));
  ListeningSocket socket;
  socket.fd = NewSocket(AF_UNIX);
  // Before bind(), which takes the mode over: at no moment may others connect.
  const bool listens = socket.fd.valid() && ::fchmod(socket.fd.get(), 0600) == 0 &&
                       ::bind(socket.fd.get(), address.get(), address.size) == 0 &&
                       ::chmod(path.c_str(), 0600) == 0 &&
                       ::listen(socket.fd.get(), SOMAXCONN) == 0;
  if (!listens) {
    const int error = errno;
    return Error{error == EACCES       ? ErrorCode::kPermissionDenied
                 : error == EADDRINUSE ? ErrorCode::kAlreadyExists
                                       : ErrorCode::kUnavailable,
                 fmt::format("cannot listen: {}: {}", SystemMessage(error), path)};
  }
  socket.address.url = "unix:" + path;
  return socket;
}

}  // namespace

Result<ListeningSocket> Listen(const HttpOptions& options) {
  return options.unix_socket.empty() ? ListenOnTcp(options) : ListenOnUnix(options);
}

void RemoveSocketFile(const HttpOptions& options) {
  if (!options.unix_socket.empty()) ::unlink(options.unix_socket.c_str());
}

void RaiseDescriptorLimit(std::uint64_t descriptors) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= descriptors) return;
  limit.rlim_cur = std::min<rlim_t>(descriptors, limit.rlim_max);
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace sightglass::serve
