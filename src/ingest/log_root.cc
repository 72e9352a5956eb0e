#include "ingest/log_root.h"

#include <fnmatch.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

namespace sightglass::ingest {
namespace {

bool HasWildcard(std::string_view text) {
  return text.find_first_of("*?[") != std::string_view::npos;
}

std::string ExpandHome(std::string_view path) {
  if (path == "~" || path.starts_with("~/")) {
    if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0') {
      return std::string(home) + std::string(path.substr(1));
    }
  }
  return std::string(path);
}

// letter (letter | digit | '.')* "://"
bool IsUri(std::string_view text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const std::size_t colon = text.find("://");
  if (colon == std::string_view::npos || colon == 0 || !is_letter(text.front())) return false;
  return std::ranges::all_of(text.substr(0, colon), [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '.';
  });
}

// Appends every existing directory that matches `pattern`, which starts (after what is in `prefix`)
// with a path component.
void ExpandPattern(const std::string& prefix, std::string_view pattern, io::FileSystem& files,
                   std::vector<std::string>& found) {
  const std::size_t begin = pattern.find_first_not_of('/');
  if (begin == std::string_view::npos) {
    if (const auto info = files.Stat(prefix.empty() ? "/" : prefix);
        info.ok() && info->type == io::EntryType::kDirectory) {
      found.push_back(prefix.empty() ? "/" : prefix);
    }
    return;
  }
  const std::string base = begin > 0 && !prefix.ends_with('/') ? prefix + "/" : prefix;
  const std::size_t end = pattern.find('/', begin);
  const std::string component(pattern.substr(begin, end - begin));
  const std::string_view rest = end == std::string_view::npos ? "" : pattern.substr(end);
  if (!HasWildcard(component)) {
    ExpandPattern(base + component, rest, files, found);
    return;
  }
  const auto entries = files.List(base.empty() ? "." : base);
  if (!entries.ok()) return;
  for (const io::DirectoryEntry& entry : *entries) {
    if (entry.type != io::EntryType::kDirectory) continue;
    if (fnmatch(component.c_str(), entry.name.c_str(), FNM_PERIOD) != 0) continue;
    ExpandPattern(base + entry.name, rest, files, found);
  }
}

std::string LastComponent(std::string_view path) {
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  const std::size_t slash = path.rfind('/');
  return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

// Several unnamed trees in one list of runs would hide each other's runs of the same name, so each
// gets a name: its last path component, with a number where that is not enough.
void NameRoots(std::vector<LogRoot>& roots) {
  if (roots.size() < 2) return;
  std::set<std::string> taken;
  for (LogRoot& root : roots) {
    const std::string wish = LastComponent(root.path);
    std::string name = wish;
    for (int number = 2; !taken.insert(name).second; ++number) {
      name = wish + "-" + std::to_string(number);
    }
    root.name = name;
  }
}

}  // namespace

base::Result<std::vector<LogRoot>> ParseLogdirSpec(std::string_view spec) {
  std::vector<LogRoot> roots;
  while (true) {
    const std::size_t comma = spec.find(',');
    const std::string_view part = spec.substr(0, comma);
    LogRoot root;
    const std::size_t colon = part.find(':');
    if (colon != std::string_view::npos && !part.starts_with('/') && !IsUri(part)) {
      root.name = part.substr(0, colon);
      root.path = ExpandHome(part.substr(colon + 1));
    } else {
      root.path = ExpandHome(part);
    }
    if (root.path.empty()) {
      return base::Error{base::ErrorCode::kInvalidArgument,
                         fmt::format("logdir_spec has an empty path in part {} (\"{}\"); "
                                     "expected name1:path1,name2:path2",
                                     roots.size() + 1, part)};
    }
    roots.push_back(std::move(root));
    if (comma == std::string_view::npos) return roots;
    spec.remove_prefix(comma + 1);
  }
}

std::vector<LogRoot> RootsFromArguments(const std::vector<std::string>& arguments,
                                        io::FileSystem& files) {
  std::vector<LogRoot> roots;
  std::set<std::string> seen;
  const auto add = [&](std::string path) {
    if (seen.insert(path).second) roots.push_back({.name = "", .path = std::move(path)});
  };
  for (const std::string& argument : arguments) {
    const std::string path = ExpandHome(argument);
    if (!HasWildcard(path) || files.Stat(path).ok()) {
      add(path);
      continue;
    }
    std::vector<std::string> found;
    ExpandPattern("", path, files, found);
    if (found.empty()) found.push_back(path);
    for (std::string& match : found) add(std::move(match));
  }
  NameRoots(roots);
  return roots;
}

}  // namespace sightglass::ingest
