#include "serve/tls_transport.h"

#include <fmt/format.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <utility>

#include "base/check.h"

namespace sightglass::serve {
namespace {

using State = IoResult::State;

constexpr std::size_t kRecordBytes = std::size_t{16} << 10;  // the most that TLS puts into one

std::string LastSslError() {
  const unsigned long code = ERR_get_error();
  ERR_clear_error();
  std::array<char, 256> text{};
  ERR_error_string_n(code, text.data(), text.size());
  return text.data();
}

int FdOf(BIO* bio) { return static_cast<int>(reinterpret_cast<std::intptr_t>(BIO_get_data(bio))); }

// OpenSSL's own socket BIO writes so that a closed connection raises SIGPIPE; this one does not.
int BioWrite(BIO* bio, const char* data, std::size_t size, std::size_t* written) {
  BIO_clear_retry_flags(bio);
  const ssize_t put = ::send(FdOf(bio), data, size, MSG_NOSIGNAL);
  if (put >= 0) {
    *written = static_cast<std::size_t>(put);
    return 1;
  }
  if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) BIO_set_retry_write(bio);
  return 0;
}

int BioRead(BIO* bio, char* into, std::size_t size, std::size_t* got) {
  BIO_clear_retry_flags(bio);
  const ssize_t bytes = ::recv(FdOf(bio), into, size, 0);
  if (bytes > 0) {
    *got = static_cast<std::size_t>(bytes);
    return 1;
  }
  if (bytes == 0) {
    BIO_set_flags(bio, BIO_FLAGS_IN_EOF);
  } else if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) {
    BIO_set_retry_read(bio);
  }
  return 0;
}

long BioControl(BIO* bio, int command, long, void*) {
  if (command == BIO_CTRL_EOF) return BIO_test_flags(bio, BIO_FLAGS_IN_EOF) != 0 ? 1 : 0;
  return command == BIO_CTRL_FLUSH ? 1 : 0;
}

const BIO_METHOD* SocketMethod() {
  static const BIO_METHOD* const kMethod = [] {
    BIO_METHOD* method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "socket");
    CHECK(method != nullptr);
    BIO_meth_set_write_ex(method, BioWrite);
    BIO_meth_set_read_ex(method, BioRead);
    BIO_meth_set_ctrl(method, BioControl);
    return method;
  }();
  return kMethod;
}

class TlsTransport final : public Transport {
 public:
  TlsTransport(SSL* ssl, int fd) : ssl_(ssl), fd_(fd) {}
  ~TlsTransport() override { SSL_free(ssl_); }
  TlsTransport(const TlsTransport&) = delete;
  TlsTransport& operator=(const TlsTransport&) = delete;

  IoResult Handshake() override {
    ERR_clear_error();
    const int done = SSL_accept(ssl_);
    return done == 1 ? IoResult{State::kDone} : Failed(done);
  }

  IoResult Read(std::span<char> into) override {
    ERR_clear_error();
    std::size_t got = 0;
    const int done = SSL_read_ex(ssl_, into.data(), into.size(), &got);
    return done == 1 ? IoResult{State::kDone, got} : Failed(done);
  }

  IoResult Write(std::string_view first, std::string_view second) override {
    ERR_clear_error();
    std::string_view piece = first.empty() ? second : first;
    // One record, and so one packet, for a short head and what follows it. Tried again after
    // kWantWrite it comes out the same, as OpenSSL demands.
    std::array<char, kRecordBytes> joined;
    if (!first.empty() && !second.empty() && first.size() < joined.size()) {
      const auto end = std::ranges::copy(first, joined.begin()).out;
      const std::size_t more = std::min(second.size(), joined.size() - first.size());
      std::copy_n(second.begin(), more, end);
      piece = {joined.data(), first.size() + more};
    }
    std::size_t put = 0;
    const int done = SSL_write_ex(ssl_, piece.data(), piece.size(), &put);
    return done == 1 ? IoResult{State::kDone, put} : Failed(done);
  }

  void EndWriting() override {
    ERR_clear_error();
    if (SSL_is_init_finished(ssl_) != 0) SSL_shutdown(ssl_);
    ::shutdown(fd_, SHUT_WR);
  }

 private:
  IoResult Failed(int result) {
    const int error = SSL_get_error(ssl_, result);
    const bool ended =
        SSL_get_shutdown(ssl_) == SSL_RECEIVED_SHUTDOWN || BIO_eof(SSL_get_rbio(ssl_)) == 1;
    ERR_clear_error();
    switch (error) {
      case SSL_ERROR_WANT_READ:
        return {State::kWantRead};
      case SSL_ERROR_WANT_WRITE:
        return {State::kWantWrite};
      case SSL_ERROR_ZERO_RETURN:
        return {State::kEnd};
      default:
        return {ended ? State::kEnd : State::kBroken};
    }
  }

  SSL* const ssl_;
  const int fd_;
};

// Clients that know HTTP/2 are told that this server does not.
int ChooseProtocol(SSL*, const unsigned char** out, unsigned char* out_size,
                   const unsigned char* in, unsigned in_size, void*) {
  static constexpr std::array<unsigned char, 9> kOurs = {8, 'h', 't', 't', 'p', '/', '1', '.', '1'};
  unsigned char* chosen = nullptr;
  const int found =
      SSL_select_next_proto(&chosen, out_size, kOurs.data(), kOurs.size(), in, in_size);
  if (found != OPENSSL_NPN_NEGOTIATED) return SSL_TLSEXT_ERR_NOACK;
  *out = chosen;
  return SSL_TLSEXT_ERR_OK;
}

}  // namespace

struct TlsContext::Impl {
  explicit Impl(SSL_CTX* given) : context(given) {}
  ~Impl() { SSL_CTX_free(context); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  SSL_CTX* const context;
};

base::Result<std::unique_ptr<TlsContext>> TlsContext::Load(const std::string& cert_path,
                                                           const std::string& key_path) {
  SSL_CTX* const context = SSL_CTX_new(TLS_server_method());
  CHECK(context != nullptr);
  auto impl = std::make_unique<Impl>(context);
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_options(
      context, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE);
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_alpn_select_cb(context, ChooseProtocol, nullptr);
  const auto bad = [](std::string_view what, const std::string& path) {
    return base::Error{base::ErrorCode::kInvalidArgument,
                       fmt::format("{}: {}: {}", what, LastSslError(), path)};
  };
  if (SSL_CTX_use_certificate_chain_file(context, cert_path.c_str()) != 1) {
    return bad("cannot use the certificate", cert_path);
  }
  if (SSL_CTX_use_PrivateKey_file(context, key_path.c_str(), SSL_FILETYPE_PEM) != 1) {
    return bad("cannot use the key, or it does not belong to the certificate", key_path);
  }
  if (SSL_CTX_check_private_key(context) != 1) {
    return bad("the key does not belong to the certificate", key_path);
  }
  return std::unique_ptr<TlsContext>(new TlsContext(std::move(impl)));
}

TlsContext::TlsContext(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
TlsContext::~TlsContext() = default;

std::unique_ptr<Transport> TlsContext::MakeTransport(int fd) const {
  SSL* const ssl = SSL_new(impl_->context);
  if (ssl == nullptr) return nullptr;
  BIO* const bio = BIO_new(SocketMethod());
  if (bio == nullptr) {
    SSL_free(ssl);
    return nullptr;
  }
  // The descriptor travels as a pointer, as OpenSSL means it to.
  BIO_set_data(bio, reinterpret_cast<void*>(  // NOLINT(performance-no-int-to-ptr)
                        static_cast<std::intptr_t>(fd)));
  BIO_set_init(bio, 1);
  SSL_set_bio(ssl, bio, bio);
  return std::make_unique<TlsTransport>(ssl, fd);
}

}  // namespace sightglass::serve
