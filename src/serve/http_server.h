#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/thread_pool.h"
#include "kind/router.h"
#include "store/revision_log.h"

namespace sightglass::serve {

struct HttpLimits {
  std::size_t header_bytes = std::size_t{16} << 10;
  std::size_t target_bytes = std::size_t{8} << 10;
  std::size_t connections = 8192;
  std::chrono::milliseconds header_time{10'000};  // for all of the request line and headers
  std::chrono::milliseconds body_time{30'000};    // for all of the body
  std::chrono::milliseconds idle_time{75'000};    // between requests
  std::chrono::milliseconds write_time{30'000};   // without any progress of the client's reading
  // How long work for a client that closed its sending side goes on: it may be half-closed and
  // still wait, or gone.
  std::chrono::milliseconds half_closed_time{1'000};
};

struct HttpOptions {
  std::string host = "localhost";
  std::uint16_t port = 6006;  // 0: any
  // How many further ports are tried if `port` is taken.
  std::uint16_t port_tries = 0;
  bool bind_all = false;  // every address, IPv4 and IPv6; `host` does not matter
  bool reuse_port = false;
  std::string unix_socket{};  // a path: instead of host and port
  std::string path_prefix{};  // "" or "/p", without a slash at the end
  std::string token{};        // empty: everybody may ask
  std::string tls_cert{};     // paths of PEM files; both or none
  std::string tls_key{};
  // Names besides the obvious ones that a Host header may have; "*": any.
  std::vector<std::string> allowed_hosts{};
  // Which pages may show ours in a frame: sources of the policy `frame-ancestors`.
  std::string frame_ancestors = "'self'";
  bool access_log = false;
  std::size_t threads = 2;  // event loops
  HttpLimits limits{};
};

// Where the server can be reached.
struct HttpAddress {
  std::string url;  // "http://localhost:6006/prefix/"; "unix:PATH" for a socket
  std::uint16_t port = 0;
  bool loopback_only = true;
};

// HTTP/1.1 over TCP, TLS or a Unix socket: connections, limits, rights, encodings; what is answered
// comes from the routes.
//
// Threads: its own for the event loops; handlers that are not quick run on `pool`. Any thread may
// call anything.
class HttpServer {
 public:
  // Listens; the first request may come before this returns. The router is complete and never
  // changes; all three must outlive the server. Errors name the address and what to do:
  // kAlreadyExists (in use), kPermissionDenied, kUnavailable (no such address), kInvalidArgument
  // (certificate or key).
  static base::Result<std::unique_ptr<HttpServer>> Start(const HttpOptions& options,
                                                         const kind::Router& router,
                                                         const store::RevisionLog& revisions,
                                                         base::ThreadPool& pool);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  [[nodiscard]] const HttpAddress& address() const;
  // With a token: a link that lets one browser in, once, and stands for the token with a cookie
  // afterwards. Each call makes a new one. Empty without a token.
  [[nodiscard]] std::string MakeOneTimeLink();
  // Called when a one-time link was used, from a thread of the server. Set before the first
  // request.
  void set_on_link_used(std::function<void()> callback);

  // Stops listening, cancels what runs, lets answers that are being sent finish for at most
  // `grace`, and returns when no thread of the server runs any more and no handler either. Not to
  // be called from a handler.
  void Stop(std::chrono::milliseconds grace = std::chrono::milliseconds{500});

  struct Counts {
    std::uint64_t connections = 0;  // open now
    std::uint64_t requests = 0;     // since the start
    std::uint64_t refused = 0;      // by a limit or a right
  };
  [[nodiscard]] Counts counts() const;

 private:
  struct Impl;
  explicit HttpServer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace sightglass::serve
