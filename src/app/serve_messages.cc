#include "app/serve_messages.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>

#include "base/text.h"

namespace sightglass::app {

std::string AddressLine(std::string_view version, const serve::HttpAddress& address) {
  return fmt::format("Sightglass {} at {} (Press CTRL+C to quit)", version, address.url);
}

std::string SshLine(std::string_view ssh_connection, std::string_view user,
                    const serve::HttpAddress& address, std::string_view unix_socket) {
  // "client-address client-port server-address server-port"
  std::array<std::string_view, 4> parts;
  for (std::string_view& part : parts) {
    const std::size_t end = ssh_connection.find(' ');
    part = ssh_connection.substr(0, end);
    ssh_connection.remove_prefix(end == std::string_view::npos ? ssh_connection.size() : end + 1);
  }
  const std::string_view host = parts[2];
  const std::string_view ssh_port = parts[3];
  // They go into a command that somebody pastes: nothing but an address and a number.
  constexpr std::string_view kAddress = "0123456789abcdefABCDEF.:";
  constexpr std::string_view kDigits = "0123456789";
  if (host.empty() || host.find_first_not_of(kAddress) != std::string_view::npos) return {};
  if (ssh_port.empty() || ssh_port.find_first_not_of(kDigits) != std::string_view::npos) return {};

  constexpr unsigned kUsualPort = 6006;
  const unsigned local = unix_socket.empty() ? address.port : kUsualPort;
  const std::string target = unix_socket.empty() ? fmt::format("localhost:{}", address.port)
                                                 : base::EscapeForDisplay(unix_socket, 1000);
  // The same address, but for the name of the machine.
  const std::string_view url = address.url;
  const std::size_t name = url.find("://");
  const std::size_t path = name == std::string_view::npos ? name : url.find('/', name + 3);
  return fmt::format(
      "From your own machine:  ssh {}-L {}:{} {}{}{}   then open {}://localhost:{}{}",
      ssh_port == "22" ? "" : fmt::format("-p {} ", ssh_port), local, target,
      base::EscapeForDisplay(user, 100), user.empty() ? "" : "@", host,
      url.starts_with("https:") ? "https" : "http", local,
      path == std::string_view::npos ? "/" : url.substr(path));
}

std::string ExposureWarning(const serve::HttpAddress& address, bool has_token, bool has_tls) {
  if (address.loopback_only) return {};
  if (!has_token) {
    return "warning: anyone who can reach this port can read everything below the log directory; "
           "--token auto lets only those in who know a secret, --tls_cert and --tls_key hide it on "
           "the way";
  }
  if (!has_tls) {
    return "warning: the token and all answers cross the network in the clear; --tls_cert and "
           "--tls_key hide them";
  }
  return {};
}

}  // namespace sightglass::app
