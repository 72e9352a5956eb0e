#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "serve/transport.h"

namespace sightglass::serve {

// A certificate with its key, and what is demanded of clients: TLS 1.2 or 1.3, no renegotiation.
//
// Threads: any thread may call anything.
class TlsContext {
 public:
  // Paths of PEM files; the certificate may bring its chain. kInvalidArgument if one cannot be read
  // or they do not belong together.
  static base::Result<std::unique_ptr<TlsContext>> Load(const std::string& cert_path,
                                                        const std::string& key_path);
  ~TlsContext();
  TlsContext(const TlsContext&) = delete;
  TlsContext& operator=(const TlsContext&) = delete;

  // `fd` must outlive it. nullptr without memory.
  [[nodiscard]] std::unique_ptr<Transport> MakeTransport(int fd) const;

 private:
  struct Impl;
  explicit TlsContext(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace sightglass::serve
