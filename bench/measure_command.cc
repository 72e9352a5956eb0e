// measure_command STDOUT_FILE COMMAND [ARGUMENT...]
//
// Runs a command with its output in a file, and prints as one line of JSON what it cost. Exists
// because a child's peak memory, as the kernel counts it, begins with that of the process that
// started it: started from a scripting language, no program seems to need less than 10 MB or so.

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>

namespace {

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

int Fail(const char* what, const char* subject) {
  fmt::print(stderr, "measure_command: {}: {}: {}\n", what, std::strerror(errno), subject);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    fmt::print(stderr, "usage: measure_command STDOUT_FILE COMMAND [ARGUMENT...]\n");
    return 2;
  }
  const int output = ::open(argv[1], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (output < 0) return Fail("cannot create", argv[1]);

  const auto start = std::chrono::steady_clock::now();
  const pid_t child = ::fork();
  if (child < 0) return Fail("cannot fork for", argv[2]);
  if (child == 0) {
    ::dup2(output, STDOUT_FILENO);
    ::execv(argv[2], argv + 2);
    ::_exit(Fail("cannot run", argv[2]) + 125);
  }
  int state = 0;
  rusage usage{};
  while (::wait4(child, &state, 0, &usage) < 0) {
    if (errno != EINTR) return Fail("cannot wait for", argv[2]);
  }
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;

  // As a shell counts it: a signal reads as 128 more than its number.
  const int exit_code = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
  fmt::print(
      "{{\"exit_code\":{},\"wall_seconds\":{:.6f},\"cpu_seconds\":{:.6f},\"peak_rss_bytes\":{}}}\n",
      exit_code, wall.count(), Seconds(usage.ru_utime) + Seconds(usage.ru_stime),
      static_cast<long long>(usage.ru_maxrss) * 1024);
  return 0;
}
