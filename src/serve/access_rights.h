#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "serve/request_parser.h"

namespace sightglass::serve {

struct AccessOptions {
  std::string token{};  // empty: everybody may ask
  // Names besides IP addresses and localhost; "*.example.org" for all below, "*" for any.
  std::vector<std::string> allowed_hosts{};
  std::string path_prefix{};
  std::uint16_t port = 0;
  bool tls = false;
  // Over a Unix socket no page of a browser can come in by another name.
  bool any_host = false;
};

// Who may ask: the defence against pages of other sites (by name, origin and fetch metadata), and
// the token.
//
// Threads: any thread may call anything.
class AccessRights {
 public:
  explicit AccessRights(AccessOptions options);

  // Did the request come by a name of ours? A page of another site can point its own name at this
  // machine, and then it reads whatever it asks for. `authority`: that of the target, if it has
  // one. kInvalidArgument without a host, kPermissionDenied for a foreign one.
  [[nodiscard]] base::Status CheckHost(const RawRequest& request, std::string_view authority) const;
  // Does a request that could change something come from one of our own pages, or from no page?
  // kPermissionDenied if not.
  [[nodiscard]] base::Status CheckOrigin(const RawRequest& request) const;

  [[nodiscard]] bool needs_token() const { return !options_.token.empty(); }
  // By the Authorization header or the cookie. REQUIRES: needs_token().
  [[nodiscard]] bool HasToken(const RawRequest& request) const;
  // The Set-Cookie header that stands for the token. Its value is random and lives as long as the
  // process: the token does not follow from it. REQUIRES: needs_token().
  [[nodiscard]] std::string SetCookie() const;

 private:
  [[nodiscard]] bool IsAllowedHost(std::string_view host) const;

  AccessOptions options_;
  std::string cookie_name_;
  std::string cookie_value_;
};

// The name in "name:port" or "[address]:port", in lower case, without brackets or a dot at the end.
std::string HostName(std::string_view authority);
// Is `name` an IPv4 or IPv6 address?
bool IsIpAddress(std::string_view name);

}  // namespace sightglass::serve
