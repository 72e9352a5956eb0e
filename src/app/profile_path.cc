#include "app/profile_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "kind/name_id.h"

namespace sightglass::app {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kReadableBytes = 40;

// As the XDG specification says: a path that is not absolute does not count.
std::string SettingsFolder() {
  const char* const config = std::getenv("XDG_CONFIG_HOME");
  if (config != nullptr && *config == '/') return config;
  const char* const home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? std::string(home) + "/.config" : "";
}

// Links are not followed: the name that the user gave stands for the same notes wherever it leads.
std::string AbsolutePath(const std::string& path) {
  std::error_code error;
  std::string absolute = fs::absolute(path, error).lexically_normal().string();
  if (error) return path;
  while (absolute.size() > 1 && absolute.ends_with('/')) absolute.pop_back();
  return absolute;
}

std::string Readable(std::string_view path) {
  std::string text(path.substr(path.rfind('/') + 1).substr(0, kReadableBytes));
  std::ranges::replace_if(
      text,
      [](char c) {
        return !((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                 c == '-' || c == '_' || c == '.');
      },
      '_');
  return text.empty() || text.starts_with('.') ? "_" + text : text;
}

}  // namespace

std::string ProfilePath(std::string_view flag, const std::vector<ingest::LogRoot>& roots) {
  if (flag == "none") return "";
  if (!flag.empty()) return std::string(flag);
  const std::string settings = SettingsFolder();
  if (settings.empty() || roots.empty()) return "";
  std::vector<std::string> places;
  places.reserve(roots.size());
  for (const ingest::LogRoot& root : roots) {
    // No path has a zero byte, so no two sets of places join to the same text.
    places.push_back(fmt::format("{}{}{}{}", root.name, '\0', AbsolutePath(root.path), '\0'));
  }
  std::ranges::sort(places);
  return fmt::format("{}/sightglass/profiles/{}-{}.json", settings,
                     Readable(AbsolutePath(roots.front().path)),
                     kind::NameId(fmt::format("{}", fmt::join(places, ""))));
}

}  // namespace sightglass::app
