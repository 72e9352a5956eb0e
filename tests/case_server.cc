#include "tests/case_server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill is POSIX's
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/json.hpp>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <thread>

namespace sightglass::testing {
namespace {

using base::Error;
using base::ErrorCode;
using Deadline = std::chrono::steady_clock::time_point;

// Long, because sanitizers and busy machines are slow; what is waited for comes in milliseconds.
constexpr std::chrono::seconds kPatience{30};
constexpr std::chrono::milliseconds kPause{5};

Error Broken(std::string_view why) { return {ErrorCode::kDataLoss, std::string(why)}; }

std::string LowerCase(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

// Up to the next CRLF, which is taken away with it; nullopt if there is none.
std::optional<std::string_view> TakeLine(std::string_view& bytes) {
  const std::size_t end = bytes.find("\r\n");
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view line = bytes.substr(0, end);
  bytes.remove_prefix(end + 2);
  return line;
}

base::Result<std::string> JoinChunks(std::string_view bytes) {
  std::string body;
  while (true) {
    const auto line = TakeLine(bytes);
    if (!line) return Broken("a chunk without its length");
    const std::size_t length = std::strtoul(std::string(*line).c_str(), nullptr, 16);
    if (bytes.size() < length + 2) return Broken("a chunk that is cut off");
    if (length == 0) return body;
    body += bytes.substr(0, length);
    bytes.remove_prefix(length + 2);
  }
}

// The value of `--name=value` or `--name value`.
std::string FlagValue(const std::vector<std::string>& flags, const std::string& name) {
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (flags[i].starts_with(name + "=")) return flags[i].substr(name.size() + 1);
    if (flags[i] == name && i + 1 < flags.size()) return flags[i + 1];
  }
  return "";
}

void Redirect(const std::string& path, int descriptor) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0 || ::dup2(file, descriptor) < 0) ::_exit(126);
}

// Everything until the other side closes.
std::optional<std::string> Exchange(std::uint16_t port, std::string_view request) {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  timeval patience{.tv_sec = kPatience.count(), .tv_usec = 0};
  ::setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
  std::optional<std::string> answer;
  if (::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0) {
    while (!request.empty()) {
      const ssize_t sent = ::send(fd, request.data(), request.size(), MSG_NOSIGNAL);
      if (sent <= 0) break;  // it may have answered already, and not want the rest
      request.remove_prefix(static_cast<std::size_t>(sent));
    }
    answer.emplace();
    char buffer[16384];
    ssize_t got = 0;
    while ((got = ::recv(fd, buffer, sizeof(buffer), 0)) > 0) {
      answer->append(buffer, static_cast<std::size_t>(got));
    }
  }
  ::close(fd);
  return answer;
}

}  // namespace

const std::string* CaseAnswer::Header(std::string_view name) const {
  const auto found = std::ranges::find(headers, name, &std::pair<std::string, std::string>::first);
  return found == headers.end() ? nullptr : &found->second;
}

base::Result<CaseAnswer> ParseAnswer(std::string_view bytes, std::string_view method) {
  CaseAnswer answer;
  const auto first = TakeLine(bytes);
  constexpr std::string_view kVersion = "HTTP/1.1 ";
  if (!first || !first->starts_with(kVersion)) return Broken("not an HTTP answer");
  answer.status = std::atoi(std::string(first->substr(kVersion.size())).c_str());
  while (true) {
    const auto line = TakeLine(bytes);
    if (!line) return Broken("headers without an end");
    if (line->empty()) break;
    const std::size_t colon = line->find(':');
    if (colon == std::string_view::npos) return Broken("a header without a colon");
    const std::size_t value = std::min(line->find_first_not_of(' ', colon + 1), line->size());
    answer.headers.emplace_back(LowerCase(line->substr(0, colon)), line->substr(value));
  }
  const bool has_body = method != "HEAD" && answer.status != 304 && answer.status != 204;
  if (const std::string* encoding = answer.Header("transfer-encoding");
      has_body && encoding != nullptr && *encoding == "chunked") {
    ASSIGN_OR_RETURN(answer.body, JoinChunks(bytes));
    return answer;
  }
  answer.body = bytes;
  const std::string* length = answer.Header("content-length");
  if (has_body && length != nullptr && *length != std::to_string(bytes.size())) {
    return Broken(fmt::format("a body of {} bytes, not {}", bytes.size(), *length));
  }
  return answer;
}

CaseServer::CaseServer(const std::string& binary, const std::vector<std::string>& flags,
                       const std::string& directory)
    : status_target_(FlagValue(flags, "--path_prefix")), token_(FlagValue(flags, "--token")) {
  while (status_target_.ends_with('/')) status_target_.pop_back();
  status_target_ += "/api/status";
  std::vector<std::string> copies = {binary, "serve"};
  copies.insert(copies.end(), flags.begin(), flags.end());
  const std::string port_file = output_.Join("port");
  copies.insert(copies.end(), {"--port", "0", "--port_file", port_file});
  std::vector<char*> words;
  for (std::string& word : copies) words.push_back(word.data());
  words.push_back(nullptr);
  const std::string messages = output_.Join("messages");
  child_ = ::fork();
  if (child_ == 0) {
    ::setenv("TZ", "UTC", 1);
    ::unsetenv("SSH_CONNECTION");
    ::unsetenv("SIGHTGLASS_TOKEN");
    ::setenv("XDG_CONFIG_HOME", (std::filesystem::path(directory) / "config").c_str(), 1);
    if (::chdir(directory.c_str()) != 0) ::_exit(126);
    Redirect(messages, STDOUT_FILENO);
    if (::dup2(STDOUT_FILENO, STDERR_FILENO) < 0) ::_exit(126);
    ::execv(words[0], words.data());
    ::_exit(127);
  }
  const Deadline deadline = std::chrono::steady_clock::now() + kPatience;
  while (!std::filesystem::exists(port_file)) {
    int status = 0;
    if (::waitpid(child_, &status, WNOHANG) == child_) {
      child_ = -1;
      ADD_FAILURE() << "the server ended with " << status << ":\n" << Messages();
      return;
    }
    if (std::chrono::steady_clock::now() > deadline) {
      ADD_FAILURE() << "no port file:\n" << Messages();
      return;
    }
    std::this_thread::sleep_for(kPause);
  }
  port_ = static_cast<std::uint16_t>(std::atoi(ReadFileBytes(port_file).c_str()));
  WaitUntilLoaded();
}

void CaseServer::WaitUntilLoaded() {
  CaseRequest request{.method = "GET", .target = status_target_};
  if (!token_.empty()) request.headers.emplace_back("Authorization", "Bearer " + token_);
  const Deadline deadline = std::chrono::steady_clock::now() + kPatience;
  while (true) {
    const CaseAnswer answer = Ask(request);
    boost::json::error_code error;
    const boost::json::value status = boost::json::parse(answer.body, error);
    const boost::json::value* const revision =
        !error && status.is_object() ? status.as_object().if_contains("revision") : nullptr;
    const boost::json::value* const loading =
        !error && status.is_object() ? status.as_object().if_contains("loading") : nullptr;
    if (revision != nullptr && loading != nullptr && *revision != 0 && *loading == false) return;
    if (std::chrono::steady_clock::now() > deadline || ::testing::Test::HasFailure()) {
      ADD_FAILURE() << "does not finish loading: " << answer.status << " " << answer.body << "\n"
                    << Messages();
      return;
    }
    std::this_thread::sleep_for(kPause);
  }
}

CaseServer::~CaseServer() {
  if (child_ < 0) return;
  EXPECT_EQ(::kill(child_, SIGTERM), 0);
  int status = 0;
  const Deadline deadline = std::chrono::steady_clock::now() + kPatience;
  while (::waitpid(child_, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > deadline) {
      ADD_FAILURE() << "the server does not stop:\n" << Messages();
      ::kill(child_, SIGKILL);
      ::waitpid(child_, &status, 0);
      return;
    }
    std::this_thread::sleep_for(kPause);
  }
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0)
      << "ended with status " << status << ":\n"
      << Messages();
}

CaseAnswer CaseServer::Ask(const CaseRequest& request) const {
  std::string text = fmt::format("{} {} HTTP/1.1\r\n", request.method, request.target);
  const auto is_host = [](const auto& header) { return LowerCase(header.first) == "host"; };
  if (std::ranges::none_of(request.headers, is_host)) {
    text += fmt::format("Host: localhost:{}\r\n", port_);
  }
  for (const auto& [name, value] : request.headers) text += fmt::format("{}: {}\r\n", name, value);
  if (!request.body.empty()) text += fmt::format("Content-Length: {}\r\n", request.body.size());
  text += "Connection: close\r\n\r\n" + request.body;
  const auto bytes = Exchange(port_, text);
  if (!bytes) {
    ADD_FAILURE() << "cannot connect";
    return {};
  }
  auto answer = ParseAnswer(*bytes, request.method);
  if (!answer.ok()) {
    ADD_FAILURE() << answer.error().message << ":\n" << bytes->substr(0, 2000);
    return {};
  }
  return *std::move(answer);
}

bool CaseServer::Says(std::string_view text) const {
  const Deadline deadline = std::chrono::steady_clock::now() + kPatience;
  while (Messages().find(text) == std::string::npos) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(kPause);
  }
  return true;
}

std::string CaseServer::Messages() const { return ReadFileBytes(output_.Join("messages")); }

}  // namespace sightglass::testing
