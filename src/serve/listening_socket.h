#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "serve/http_server.h"
#include "serve/socket_fd.h"

namespace sightglass::serve {

// A socket that listens, and how to find it.
struct ListeningSocket {
  SocketFd fd{};
  HttpAddress address{};
  // How this machine is called, if others can reach it.
  std::vector<std::string> machine_names{};
};

// Listens where `options` say. A port is in use also if something answers there on this machine at
// another address, as for a server on 127.0.0.1 when 0.0.0.0 is asked for. Errors as those of
// HttpServer::Start().
base::Result<ListeningSocket> Listen(const HttpOptions& options);

// Takes the file of a Unix socket away; nothing for other sockets.
void RemoveSocketFile(const HttpOptions& options);

// Lets the process have `descriptors` open at a time, as far as the system allows.
void RaiseDescriptorLimit(std::uint64_t descriptors);

}  // namespace sightglass::serve
