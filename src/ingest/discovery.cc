#include "ingest/discovery.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

namespace sightglass::ingest {
namespace {

// Far deeper than people nest, and below what a path can hold; with links it ends trees that never
// end.
constexpr std::size_t kMaxDepth = 256;
constexpr std::size_t kMaxDirectories = 1'000'000;
// Enough to keep every thread busy; bounds the memory of listings that wait to be taken in.
constexpr std::size_t kListedAtOnce = 4096;

std::string Join(const std::string& directory, const std::string& name) {
  if (directory.empty()) return name;
  return directory.ends_with('/') ? directory + name : directory + "/" + name;
}

std::string ParentOf(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

}  // namespace

bool IsEventFileName(std::string_view name) {
  return name.find("tfevents") != std::string_view::npos;
}

Discovery::Discovery(std::vector<LogRoot> roots, io::FileSystem& files, base::ThreadPool& pool,
                     base::IssueLog& issues)
    : roots_(std::move(roots)),
      files_(files),
      pool_(pool),
      issues_(issues),
      trees_(roots_.size()) {}

void Discovery::WalkAll() {
  for (std::size_t root = 0; root < roots_.size(); ++root) {
    trees_[root].clear();
    WalkBelow(root, "");
  }
}

void Discovery::Walk(const std::vector<std::string>& changed) {
  const std::set<std::string> wanted(changed.begin(), changed.end());
  for (std::size_t root = 0; root < roots_.size(); ++root) {
    if (!trees_[root].contains("")) {
      // The root was missing: whatever changed may have been its parent.
      WalkBelow(root, "");
      continue;
    }
    std::vector<std::string> again;
    for (const auto& [relative, directory] : trees_[root]) {
      if (wanted.contains(PathOf(root, relative))) again.push_back(relative);
    }
    for (const std::string& relative : again) {
      // An earlier directory of the list may have turned out to be gone, and taken this one along.
      if (trees_[root].contains(relative)) WalkBelow(root, relative);
    }
  }
}

std::string Discovery::PathOf(std::size_t root, const std::string& relative) const {
  return relative.empty() ? roots_[root].path : Join(roots_[root].path, relative);
}

void Discovery::Drop(std::size_t root, const std::string& relative) {
  Tree& tree = trees_[root];
  const std::string below = relative.empty() ? "" : relative + "/";
  tree.erase(relative);
  auto it = tree.lower_bound(below);
  while (it != tree.end() && it->first.starts_with(below)) {
    issues_.Forget(PathOf(root, it->first));
    it = tree.erase(it);
  }
}

bool Discovery::LeadsUp(std::size_t root, const std::string& relative) const {
  const auto target = files_.Stat(PathOf(root, relative));
  if (!target.ok()) return false;
  std::string above = relative;
  while (!above.empty()) {
    const std::size_t slash = above.rfind('/');
    above = slash == std::string::npos ? "" : above.substr(0, slash);
    const auto info = files_.Stat(PathOf(root, above));
    if (info.ok() && info->device == target->device && info->inode == target->inode) return true;
  }
  return false;
}

void Discovery::WalkBelow(std::size_t root, const std::string& start) {
  std::vector<std::string> level{start};
  while (!level.empty()) {
    std::vector<std::string> next;
    for (std::size_t begin = 0; begin < level.size(); begin += kListedAtOnce) {
      const std::size_t count = std::min(kListedAtOnce, level.size() - begin);
      std::vector<std::optional<base::Result<std::vector<io::DirectoryEntry>>>> listings(count);
      pool_.ForEach(count, [&](std::size_t i) {
        listings[i].emplace(files_.List(PathOf(root, level[begin + i])));
      });
      for (std::size_t i = 0; i < count; ++i) {
        TakeListing(root, level[begin + i], *std::move(listings[i]), next);
      }
    }
    level = std::move(next);
  }
}

void Discovery::TakeListing(std::size_t root, const std::string& relative,
                            base::Result<std::vector<io::DirectoryEntry>> entries,
                            std::vector<std::string>& next) {
  const std::string path = PathOf(root, relative);
  if (!entries.ok()) {
    Drop(root, relative);
    issues_.Forget(path);
    if (entries.error().code != base::ErrorCode::kNotFound) {
      issues_.Report({.kind = base::IssueKind::kDirectoryUnreadable,
                      .path = path,
                      .message = entries.error().message});
    }
    return;
  }
  issues_.Forget(path);
  Directory directory;
  for (io::DirectoryEntry& entry : *entries) {
    if (entry.type == io::EntryType::kFile && IsEventFileName(entry.name)) {
      directory.files.push_back(std::move(entry.name));
      continue;
    }
    if (entry.type != io::EntryType::kDirectory) continue;
    const std::string below = Join(relative, entry.name);
    if (entry.is_symlink && LeadsUp(root, below)) {
      issues_.Replace(PathOf(root, below), {});
      issues_.Report({.kind = base::IssueKind::kSymlinkLoop,
                      .path = PathOf(root, below),
                      .message = "link to a directory above it, not followed"});
      continue;
    }
    directory.directories.push_back(entry.name);
  }
  // A directory that was there before has been walked, unless it is the one asked for; its own
  // changes come with its own notice.
  const auto known = trees_[root].find(relative);
  if (known != trees_[root].end()) {
    for (const std::string& name : known->second.directories) {
      if (!std::ranges::binary_search(directory.directories, name)) {
        Drop(root, Join(relative, name));
      }
    }
  }
  const auto depth = static_cast<std::size_t>(std::count(relative.begin(), relative.end(), '/'));
  if (depth >= kMaxDepth || trees_[root].size() + next.size() > kMaxDirectories) {
    issues_.Report(
        {.kind = base::IssueKind::kDirectoryUnreadable,
         .path = path,
         .message = fmt::format("not looked below: more than {} levels or {} directories",
                                kMaxDepth, kMaxDirectories)});
    directory.directories.clear();
  }
  for (const std::string& name : directory.directories) {
    const std::string below = Join(relative, name);
    if (!trees_[root].contains(below)) next.push_back(below);
  }
  trees_[root][relative] = std::move(directory);
}

std::vector<FoundRun> Discovery::Runs() const {
  std::map<std::string, FoundRun> by_name;
  for (std::size_t root = 0; root < roots_.size(); ++root) {
    for (const auto& [relative, directory] : trees_[root]) {
      if (directory.files.empty()) continue;
      FoundRun run;
      run.name = relative.empty() ? "." : relative;
      if (!roots_[root].name.empty()) run.name = roots_[root].name + "/" + run.name;
      run.directory = PathOf(root, relative);
      run.files.reserve(directory.files.size());
      for (const std::string& name : directory.files) {
        run.files.push_back(Join(run.directory, name));
      }
      auto [it, is_new] = by_name.try_emplace(run.name);
      if (!is_new && it->second.directory != run.directory) {
        issues_.Forget(it->second.directory);
        issues_.Report({.kind = base::IssueKind::kDuplicateRun,
                        .path = it->second.directory,
                        .message = fmt::format("run \"{}\" is taken from {} instead", run.name,
                                               run.directory)});
      }
      it->second = std::move(run);
    }
  }
  std::vector<FoundRun> runs;
  runs.reserve(by_name.size());
  for (auto& [name, run] : by_name) runs.push_back(std::move(run));
  return runs;
}

std::vector<std::string> Discovery::directories() const {
  std::set<std::string> paths;
  for (std::size_t root = 0; root < roots_.size(); ++root) {
    for (const auto& [relative, directory] : trees_[root]) paths.insert(PathOf(root, relative));
    if (!trees_[root].empty()) continue;
    std::string parent = ParentOf(roots_[root].path);
    while (parent != "/" && parent != "." && !files_.Stat(parent).ok()) parent = ParentOf(parent);
    paths.insert(parent);
  }
  return {paths.begin(), paths.end()};
}

}  // namespace sightglass::ingest
