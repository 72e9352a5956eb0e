#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "tests/support/temp_dir.h"

namespace sightglass::testing {

struct CaseRequest {
  std::string method = "GET";
  std::string target;                                          // path and query as they are sent
  std::vector<std::pair<std::string, std::string>> headers{};  // Host is added unless given
  std::string body{};
};

struct CaseAnswer {
  int status = 0;
  std::vector<std::pair<std::string, std::string>> headers{};  // names in lower case
  std::string body{};                                          // chunks put together

  // The first of this (lower-case) name; nullptr if there is none.
  [[nodiscard]] const std::string* Header(std::string_view name) const;
};

// An answer as it came over the wire, to its end. kDataLoss for what is none, or is cut off.
base::Result<CaseAnswer> ParseAnswer(std::string_view bytes, std::string_view method);

// The real program as a server, on a port of its own.
class CaseServer {
 public:
  // Starts `binary serve FLAGS` in `directory` and waits until everything is loaded. What cannot be
  // done fails the test.
  CaseServer(const std::string& binary, const std::vector<std::string>& flags,
             const std::string& directory);
  // Stops it as a user does; it must then end by itself, with 0.
  ~CaseServer();
  CaseServer(const CaseServer&) = delete;
  CaseServer& operator=(const CaseServer&) = delete;

  // Empty answer (status 0) and a failed test if there is none.
  [[nodiscard]] CaseAnswer Ask(const CaseRequest& request) const;
  // Waits until the program has said `text`: it answers before it has said everything. False if it
  // does not come.
  [[nodiscard]] bool Says(std::string_view text) const;
  // All that the program has said.
  [[nodiscard]] std::string Messages() const;

 private:
  void WaitUntilLoaded();

  const TempDir output_;
  std::string status_target_;  // of /api/status
  std::string token_;
  pid_t child_ = -1;
  std::uint16_t port_ = 0;
};

}  // namespace sightglass::testing
