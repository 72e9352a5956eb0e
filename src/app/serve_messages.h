#pragma once

#include <string>
#include <string_view>

#include "serve/http_server.h"

namespace sightglass::app {

// The lines that the server prints, each without a newline at its end.

// "Sightglass 0.1.0 at http://localhost:6006/ (Press CTRL+C to quit)"
std::string AddressLine(std::string_view version, const serve::HttpAddress& address);

// What somebody who is logged in over SSH pastes into a terminal of their own machine to see the
// page there; empty if `ssh_connection` (the variable SSH_CONNECTION) does not tell.
std::string SshLine(std::string_view ssh_connection, std::string_view user,
                    const serve::HttpAddress& address, std::string_view unix_socket);

// What anybody who reaches the port could do; empty where nobody else can, or a token is asked for.
std::string ExposureWarning(const serve::HttpAddress& address, bool has_token, bool has_tls);

}  // namespace sightglass::app
