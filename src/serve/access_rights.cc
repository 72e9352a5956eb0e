#include "serve/access_rights.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "kind/header_value.h"
#include "serve/secure_random.h"

namespace sightglass::serve {
namespace {

using base::Error;
using base::ErrorCode;
using base::OkStatus;
using base::Status;

constexpr std::size_t kShownBytes = 100;

}  // namespace

std::string HostName(std::string_view authority) {
  authority = kind::TrimBlanks(authority);
  if (authority.starts_with('[')) {
    return kind::LowerCase(
        authority.substr(1, std::min(authority.find(']'), authority.size()) - 1));
  }
  authority = authority.substr(0, authority.find(':'));
  if (authority.ends_with('.')) authority.remove_suffix(1);
  return kind::LowerCase(authority);
}

bool IsIpAddress(std::string_view name) {
  const std::string text(name.substr(0, name.find('%')));  // without a zone
  in6_addr address{};
  return inet_pton(AF_INET, text.c_str(), &address) == 1 ||
         inet_pton(AF_INET6, text.c_str(), &address) == 1;
}

AccessRights::AccessRights(AccessOptions options)
    : options_(std::move(options)),
      // Cookies do not know ports, and two servers of one machine must not log each other out.
      cookie_name_(fmt::format("sightglass_{}", options_.port)),
      cookie_value_(RandomHex(32)) {
  for (std::string& host : options_.allowed_hosts) host = kind::LowerCase(host);
}

bool AccessRights::IsAllowedHost(std::string_view host) const {
  if (host == "localhost" || host.ends_with(".localhost") || IsIpAddress(host)) return true;
  return std::ranges::any_of(options_.allowed_hosts, [host](std::string_view allowed) {
    if (allowed == "*") return true;
    if (allowed.starts_with("*.")) return host.ends_with(allowed.substr(1));
    return host == allowed;
  });
}

Status AccessRights::CheckHost(const RawRequest& request, std::string_view authority) const {
  const std::size_t hosts = request.CountHeaders("host");
  const std::string_view header = request.Header("host");
  if (hosts > 1) return Error{ErrorCode::kInvalidArgument, "more than one Host header"};
  if (header.empty() && request.http11) {
    return Error{ErrorCode::kInvalidArgument, "HTTP/1.1 without a Host header"};
  }
  if (options_.any_host) return OkStatus();
  for (const std::string_view given : {header, authority}) {
    if (given.empty()) continue;
    const std::string host = HostName(given);
    if (IsAllowedHost(host)) continue;
    return Error{
        ErrorCode::kPermissionDenied,
        fmt::format("the host name '{0}' is not one of this server; if it should be, start "
                    "it with --allowed_host={0}",
                    base::EscapeForDisplay(host, kShownBytes))};
  }
  return OkStatus();
}

Status AccessRights::CheckOrigin(const RawRequest& request) const {
  if (kind::EqualIgnoringCase(request.Header("sec-fetch-site"), "cross-site")) {
    return Error{ErrorCode::kPermissionDenied, "a request of another site's page"};
  }
  for (const auto& [name, origin] : request.headers) {
    if (name != "origin") continue;
    // By host and port alone: a proxy may have taken the encryption off.
    const std::size_t slashes = origin.find("://");
    const std::string_view authority = slashes == std::string::npos
                                           ? std::string_view()
                                           : std::string_view(origin).substr(slashes + 3);
    if (authority.empty() || !kind::EqualIgnoringCase(authority, request.Header("host"))) {
      return Error{ErrorCode::kPermissionDenied,
                   fmt::format("a request of a page of '{}', which is not this server's",
                               base::EscapeForDisplay(origin, kShownBytes))};
    }
  }
  return OkStatus();
}

bool AccessRights::HasToken(const RawRequest& request) const {
  constexpr std::string_view kScheme = "bearer ";
  const std::string_view authorization = request.Header("authorization");
  if (kind::EqualIgnoringCase(authorization.substr(0, kScheme.size()), kScheme) &&
      EqualSecrets(kind::TrimBlanks(authorization.substr(kScheme.size())), options_.token)) {
    return true;
  }
  for (const auto& [name, value] : request.headers) {
    if (name != "cookie") continue;
    std::string_view rest = value;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(';'), rest.size());
      const std::string_view cookie = kind::TrimBlanks(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
      const std::size_t equals = std::min(cookie.find('='), cookie.size());
      if (cookie.substr(0, equals) == cookie_name_ && equals < cookie.size() &&
          EqualSecrets(cookie.substr(equals + 1), cookie_value_)) {
        return true;
      }
    }
  }
  return false;
}

std::string AccessRights::SetCookie() const {
  return fmt::format("{}={}; Path={}/; HttpOnly; SameSite=Strict{}", cookie_name_, cookie_value_,
                     options_.path_prefix, options_.tls ? "; Secure" : "");
}

}  // namespace sightglass::serve
