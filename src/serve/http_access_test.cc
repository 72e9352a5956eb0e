// Who gets in, and by which way: tokens, TLS, Unix sockets, ports.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>

#include "serve/http_test_server.h"
#include "serve/listening_socket.h"
#include "tests/support/is_ok.h"
#include "tests/support/raw_http_client.h"
#include "tests/support/temp_dir.h"

namespace sightglass::serve {
namespace {

using base::ErrorCode;
using testing::FetchOnce;
using ::testing::HasSubstr;
using testing::IsError;
using testing::RawHttpClient;
using testing::RawResponse;
using ::testing::StartsWith;
using testing::TempDir;

int Status(const std::optional<RawResponse>& response) { return response ? response->status : 0; }

// A key and a certificate signed with it, as two PEM files.
struct Certificate {
  explicit Certificate(const std::string& folder)
      : cert_path(folder + "/cert.pem"), key_path(folder + "/key.pem") {
    EVP_PKEY* const key = EVP_EC_gen("P-256");
    X509* const cert = X509_new();
    X509_set_version(cert, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(cert), 1);
    X509_gmtime_adj(X509_getm_notBefore(cert), -3600);
    X509_gmtime_adj(X509_getm_notAfter(cert), 3600);
    X509_set_pubkey(cert, key);
    X509_NAME_add_entry_by_txt(X509_get_subject_name(cert), "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>("localhost"), -1, -1, 0);
    X509_set_issuer_name(cert, X509_get_subject_name(cert));
    X509_sign(cert, key, EVP_sha256());
    std::FILE* file = std::fopen(cert_path.c_str(), "w");
    PEM_write_X509(file, cert);
    std::fclose(file);
    file = std::fopen(key_path.c_str(), "w");
    PEM_write_PrivateKey(file, key, nullptr, nullptr, 0, nullptr, nullptr);
    std::fclose(file);
    X509_free(cert);
    EVP_PKEY_free(key);
  }

  std::string cert_path;
  std::string key_path;
};

// Sends `request` over TLS and reads to the end. Empty if the handshake fails.
std::string FetchOverTls(std::uint16_t port, int version, std::string_view request) {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  std::string all;
  SSL_CTX* const context = SSL_CTX_new(TLS_client_method());
  SSL_CTX_set_min_proto_version(context, version);
  SSL_CTX_set_max_proto_version(context, version);
  SSL_CTX_set_security_level(context, 0);
  SSL* const ssl = SSL_new(context);
  SSL_set_fd(ssl, fd);
  if (::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0 &&
      SSL_connect(ssl) == 1 &&
      SSL_write(ssl, request.data(), static_cast<int>(request.size())) > 0) {
    char bytes[4096];
    for (int got = 0; (got = SSL_read(ssl, bytes, sizeof(bytes))) > 0;) {
      all.append(bytes, static_cast<std::size_t>(got));
    }
  }
  SSL_free(ssl);
  SSL_CTX_free(context);
  ::close(fd);
  ERR_clear_error();
  return all;
}

TEST(HttpAccess, TokenAndOneTimeLink) {
  std::atomic<int> used = 0;
  HttpTestServer test;
  test.options.token = "secret";
  test.options.path_prefix = "/p";
  test.AddText("/x", "[]");
  test.AddText("/api/health", "{}");
  test.Start();
  test.server->set_on_link_used([&used] { ++used; });
  EXPECT_EQ(Status(FetchOnce(test.port(), "/p/x")), 401);
  EXPECT_EQ(Status(FetchOnce(test.port(), "/p/api/health")), 200);
  EXPECT_EQ(Status(FetchOnce(test.port(), "/p/x", "Authorization: Bearer secret\r\n")), 200);

  const std::string link = test.server->MakeOneTimeLink();
  ASSERT_THAT(link, StartsWith(test.server->address().url + "auth?code="));
  EXPECT_NE(link, test.server->MakeOneTimeLink());
  const std::string target = link.substr(link.find("/p/auth"));
  const auto in = FetchOnce(test.port(), target);
  ASSERT_EQ(Status(in), 303);
  EXPECT_EQ(in->Header("location"), "/p/");
  EXPECT_EQ(used, 1);
  const std::string set = in->Header("set-cookie");
  EXPECT_THAT(set, HasSubstr(std::to_string(test.port())));
  EXPECT_EQ(
      Status(FetchOnce(test.port(), "/p/x", "Cookie: " + set.substr(0, set.find(';')) + "\r\n")),
      200);
  EXPECT_EQ(Status(FetchOnce(test.port(), target)), 401);
  EXPECT_EQ(used, 1);
  EXPECT_GE(test.server->counts().refused, 2U);
}

TEST(HttpAccess, WithoutATokenThereIsNoLink) {
  HttpTestServer test;
  test.Start();
  EXPECT_EQ(test.server->MakeOneTimeLink(), "");
}

TEST(HttpAccess, Tls) {
  const TempDir folder;
  const Certificate certificate(folder.path());
  HttpTestServer test;
  test.options.tls_cert = certificate.cert_path;
  test.options.tls_key = certificate.key_path;
  const std::string body(3'000'000, 'x');
  test.AddText("/x", body);
  test.Start();
  EXPECT_THAT(test.server->address().url, StartsWith("https://"));
  constexpr std::string_view kRequest =
      "GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n"
      "GET /x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
    const std::string all = FetchOverTls(test.port(), version, kRequest);
    EXPECT_THAT(all.substr(0, 100), StartsWith("HTTP/1.1 200 OK\r\n"));
    EXPECT_GT(all.size(), 2 * body.size());
    EXPECT_TRUE(all.ends_with(body));
  }
  EXPECT_EQ(FetchOverTls(test.port(), TLS1_1_VERSION, kRequest), "");
  // Plain HTTP on this port is no handshake.
  RawHttpClient plain(test.port());
  ASSERT_TRUE(plain.Get("/x"));
  EXPECT_TRUE(plain.ReceiveEnd());
}

TEST(HttpAccess, TlsHandshakesThatDoNotEnd) {
  const TempDir folder;
  const Certificate certificate(folder.path());
  HttpTestServer test;
  test.options.tls_cert = certificate.cert_path;
  test.options.tls_key = certificate.key_path;
  test.options.limits.header_time = std::chrono::milliseconds(50);
  test.Start();
  RawHttpClient client(test.port());
  EXPECT_TRUE(client.ReceiveEnd());
}

TEST(HttpAccess, BadCertificates) {
  const TempDir folder;
  const Certificate certificate(folder.path());
  const TempDir other_folder;
  const Certificate other(other_folder.path());
  HttpTestServer test;
  const auto start = [&test](std::string cert, std::string key) {
    test.options.tls_cert = std::move(cert);
    test.options.tls_key = std::move(key);
    return HttpServer::Start(test.options, test.router, test.revisions, test.pool);
  };
  EXPECT_THAT(start(certificate.cert_path, ""), IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(start("/nowhere.pem", certificate.key_path), IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(start(certificate.cert_path, certificate.cert_path),
              IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(start(certificate.cert_path, other.key_path), IsError(ErrorCode::kInvalidArgument));
}

TEST(HttpAccess, UnixSocket) {
  const TempDir folder;
  HttpTestServer test;
  test.options.unix_socket = folder.path() + "/socket";
  test.AddText("/x", "[]");
  test.Start();
  EXPECT_EQ(test.server->address().url, "unix:" + test.options.unix_socket);
  struct stat info {};
  ASSERT_EQ(::stat(test.options.unix_socket.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777U, 0600U);
  RawHttpClient client(test.options.unix_socket);
  ASSERT_TRUE(client.Send("GET /x HTTP/1.1\r\nHost: whatever\r\n\r\n"));
  EXPECT_EQ(Status(client.Receive()), 200);
  // Not for a second server.
  EXPECT_THAT(HttpServer::Start(test.options, test.router, test.revisions, test.pool),
              IsError(ErrorCode::kAlreadyExists));
  ASSERT_TRUE(client.Send("GET /x HTTP/1.1\r\nHost: whatever\r\n\r\n"));
  EXPECT_EQ(Status(client.Receive()), 200);
  test.server->Stop();
  EXPECT_NE(::stat(test.options.unix_socket.c_str(), &info), 0);
}

TEST(HttpAccess, StaleSocketsAreReplacedAndFilesAreNot) {
  const TempDir folder;
  HttpTestServer test;
  test.options.unix_socket = folder.path() + "/socket";
  {
    const SocketFd left(::socket(AF_UNIX, SOCK_STREAM, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    test.options.unix_socket.copy(address.sun_path, sizeof(address.sun_path) - 1);
    ASSERT_EQ(::bind(left.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  }
  test.Start();
  EXPECT_TRUE(RawHttpClient(test.options.unix_socket).connected());
  test.server->Stop();

  HttpOptions file = test.options;
  file.unix_socket = folder.path() + "/file";
  std::ofstream(file.unix_socket) << "precious";
  EXPECT_THAT(HttpServer::Start(file, test.router, test.revisions, test.pool),
              IsError(ErrorCode::kAlreadyExists));
  struct stat info {};
  EXPECT_EQ(::stat(file.unix_socket.c_str(), &info), 0);
  file.unix_socket = std::string(200, 'a');
  EXPECT_THAT(HttpServer::Start(file, test.router, test.revisions, test.pool),
              IsError(ErrorCode::kInvalidArgument));
}

TEST(HttpAccess, PortsInUse) {
  HttpTestServer test;
  test.Start();
  EXPECT_TRUE(test.server->address().loopback_only);
  EXPECT_EQ(test.server->address().url, "http://localhost:" + std::to_string(test.port()) + "/");
  HttpOptions same = test.options;
  same.port = test.port();
  EXPECT_THAT(Listen(same), IsError(ErrorCode::kAlreadyExists));
  same.bind_all = true;
  EXPECT_THAT(Listen(same), IsError(ErrorCode::kAlreadyExists));
  same.bind_all = false;
  same.port_tries = 50;
  const auto next = Listen(same);
  ASSERT_TRUE(next.ok());
  EXPECT_GT(next->address.port, same.port);
  EXPECT_LE(next->address.port, same.port + 50);
}

TEST(HttpAccess, SharedPorts) {
  HttpTestServer test;
  test.options.reuse_port = true;
  test.Start();
  HttpOptions same = test.options;
  same.port = test.port();
  const auto second = Listen(same);
  ASSERT_TRUE(second.ok());
  EXPECT_EQ(second->address.port, test.port());
}

TEST(HttpAccess, AddressesThatAreNotOurs) {
  HttpOptions options{.host = "192.0.2.1", .port = 0};
  EXPECT_THAT(Listen(options), IsError(ErrorCode::kUnavailable));
  options.host = "no such host";
  EXPECT_THAT(Listen(options), IsError(ErrorCode::kUnavailable));
}

TEST(HttpAccess, EveryAddress) {
  HttpTestServer test;
  test.options.bind_all = true;
  test.options.path_prefix = "/p";
  test.AddText("/x", "[]");
  test.Start();
  EXPECT_FALSE(test.server->address().loopback_only);
  EXPECT_TRUE(test.server->address().url.ends_with("/p/"));
  EXPECT_EQ(Status(FetchOnce(test.port(), "/p/x")), 200);
}

TEST(HttpAccess, Ipv6AddressesStandInBrackets) {
  const auto socket = Listen({.host = "::1", .port = 0});
  if (!socket.ok()) GTEST_SKIP() << "no IPv6 here";
  EXPECT_THAT(socket->address.url, StartsWith("http://[::1]:"));
  EXPECT_TRUE(socket->address.loopback_only);
}

}  // namespace
}  // namespace sightglass::serve
