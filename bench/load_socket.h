#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "io/unique_fd.h"

namespace sightglass::bench {

struct ServerAddress {
  std::string host = "127.0.0.1";  // a number: names are not looked up
  std::uint16_t port = 0;
};

// One request as it goes over the wire.
struct LoadRequest {
  std::string bytes;
  std::string name;  // "GET /path", for messages
};

// `description`: METHOD TARGET [CONTENT_TYPE BODY_FILE], with single blanks between. `headers`:
// further ones, "Name: value". kInvalidArgument, or what reading the file said.
base::Result<LoadRequest> MakeLoadRequest(const ServerAddress& address,
                                          std::string_view description,
                                          const std::vector<std::string>& headers);

// A client's TCP connection that never blocks.
class LoadSocket {
 public:
  // kUnavailable if it is refused at once; a later refusal shows at the first Send().
  static base::Result<LoadSocket> Connect(const ServerAddress& address);

  [[nodiscard]] int descriptor() const { return fd_.get(); }

  // How many bytes were taken; 0: none now.
  base::Result<std::size_t> Send(std::string_view bytes) const;

  struct Received {
    std::string_view bytes{};  // empty: none now, or closed
    bool closed = false;
  };
  // Into `buffer`, which keeps its size.
  base::Result<Received> Receive(std::string& buffer) const;

 private:
  explicit LoadSocket(io::UniqueFd fd) : fd_(std::move(fd)) {}

  io::UniqueFd fd_;
};

// "what: why", with the message of errno.
base::Error LoadError(std::string_view what, int error_number);

// As many descriptors as the system lets us have: a thousand listeners need a thousand.
void RaiseDescriptorLimit();

}  // namespace sightglass::bench
