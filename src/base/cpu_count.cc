#include "base/cpu_count.h"

#include <sched.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <thread>

namespace sightglass::base {
namespace {

constexpr std::string_view kCgroupRoot = "/sys/fs/cgroup";

std::string ReadSmallFile(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::optional<std::int64_t> TakeNumber(std::string_view& text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\n')) text.remove_prefix(1);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

// Version 2: every group from our own up to the root may set a limit; the lowest holds.
std::optional<double> QuotaVersion2() {
  const std::string groups = ReadSmallFile("/proc/self/cgroup");
  const std::size_t at = groups.find("0::/");
  if (at == std::string::npos || (at > 0 && groups[at - 1] != '\n')) return std::nullopt;
  const std::size_t start = at + 3;
  std::string group = groups.substr(start, groups.find('\n', start) - start);

  std::optional<double> lowest;
  for (;;) {
    const auto quota =
        ParseCpuMax(ReadSmallFile(std::string(kCgroupRoot).append(group).append("/cpu.max")));
    if (quota && (!lowest || *quota < *lowest)) lowest = quota;
    const std::size_t slash = group.rfind('/');
    if (slash == std::string::npos) return lowest;
    group.resize(slash);
  }
}

// Version 1, as a container sees it: its own group is mounted as the root.
std::optional<double> QuotaVersion1() {
  const std::string root = std::string(kCgroupRoot).append("/cpu/cpu.cfs_");
  const std::string quota = ReadSmallFile(root + "quota_us");
  if (quota.empty()) return std::nullopt;
  return ParseCpuMax(quota + " " + ReadSmallFile(root + "period_us"));
}

std::size_t SchedulableCpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof(set), &set) == 0)
    return static_cast<std::size_t>(CPU_COUNT(&set));
  // More processors than a cpu_set_t holds.
  return std::thread::hardware_concurrency();
}

}  // namespace

std::optional<double> ParseCpuMax(std::string_view text) {
  const auto quota = TakeNumber(text);
  const auto period = TakeNumber(text);
  if (!quota || !period || *quota <= 0 || *period <= 0) return std::nullopt;
  return static_cast<double>(*quota) / static_cast<double>(*period);
}

std::size_t AvailableCpus() {
  double cpus = static_cast<double>(std::max<std::size_t>(SchedulableCpus(), 1));
  for (const auto quota : {QuotaVersion2(), QuotaVersion1()}) {
    // A quota of 1.5 keeps two threads busy three quarters of the time: better than one all of it.
    if (quota) cpus = std::min(cpus, std::ceil(*quota));
  }
  return static_cast<std::size_t>(std::max(cpus, 1.0));
}

}  // namespace sightglass::base
