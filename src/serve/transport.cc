#include "serve/transport.h"

#include <sys/socket.h>
#include <sys/uio.h>

#include <array>
#include <cerrno>

namespace sightglass::serve {
namespace {

using State = IoResult::State;

bool WouldBlock() { return errno == EAGAIN || errno == EWOULDBLOCK; }

iovec Piece(std::string_view text) {
  // The system takes pieces to write and pieces to read by one type.
  return {.iov_base = const_cast<char*>(text.data()), .iov_len = text.size()};
}

class PlainTransport final : public Transport {
 public:
  explicit PlainTransport(int fd) : fd_(fd) {}

  IoResult Handshake() override { return {State::kDone}; }

  IoResult Read(std::span<char> into) override {
    for (;;) {
      const ssize_t got = ::recv(fd_, into.data(), into.size(), 0);
      if (got > 0) return {State::kDone, static_cast<std::size_t>(got)};
      if (got == 0) return {State::kEnd};
      if (errno == EINTR) continue;
      return {WouldBlock() ? State::kWantRead : State::kBroken};
    }
  }

  IoResult Write(std::string_view first, std::string_view second) override {
    std::array<iovec, 2> pieces = {Piece(first), Piece(second)};
    msghdr message{};
    message.msg_iov = first.empty() ? &pieces[1] : pieces.data();
    message.msg_iovlen = first.empty() ? 1 : 2;
    for (;;) {
      const ssize_t put = ::sendmsg(fd_, &message, MSG_NOSIGNAL);
      if (put >= 0) return {State::kDone, static_cast<std::size_t>(put)};
      if (errno == EINTR) continue;
      return {WouldBlock() ? State::kWantWrite : State::kBroken};
    }
  }

  void EndWriting() override { ::shutdown(fd_, SHUT_WR); }

 private:
  const int fd_;
};

}  // namespace

std::unique_ptr<Transport> MakePlainTransport(int fd) {
  return std::make_unique<PlainTransport>(fd);
}

}  // namespace sightglass::serve
