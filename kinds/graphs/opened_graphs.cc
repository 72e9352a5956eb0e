#include "kinds/graphs/opened_graphs.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/hash.h"
#include "base/text.h"
#include "graph/graph_file.h"
#include "kind/name_id.h"
#include "kinds/graphs/graph_cache.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using Graph = std::shared_ptr<const LoadedGraph>;

constexpr std::size_t kMaxNameBytes = 255;

// Without the directories; what a browser sends may have those of another system.
std::string FileName(std::string_view path) {
  while (path.size() > 1 && (path.ends_with('/') || path.ends_with('\\'))) path.remove_suffix(1);
  const std::size_t slash = path.find_last_of("/\\");
  if (slash != std::string_view::npos && path.size() > 1) path.remove_prefix(slash + 1);
  return std::string(path.substr(0, kMaxNameBytes));
}

Graph Indexed(const graph::GraphFile& file) {
  auto loaded = std::make_shared<LoadedGraph>();
  loaded->index = std::make_shared<const graph::GraphIndex>(file.graph, graph::CostTable());
  return loaded;
}

Error NoSuchFile(std::string_view id) {
  return {ErrorCode::kNotFound,
          fmt::format("no file '{}' is open: it was removed, made room for later ones, or the "
                      "server was started anew",
                      base::EscapeForDisplay(id, 60))};
}

}  // namespace

OpenedGraph OpenedGraphs::AddFile(const std::string& path) {
  Entry added;
  added.facts.id = kind::NameId(path);
  added.facts.name = FileName(path);
  added.path = path;
  const base::MutexLock lock(mutex_);
  added.order = ++uses_;
  OpenedGraph facts = added.facts;
  entries_.insert_or_assign(facts.id, std::move(added));
  return facts;
}

Result<OpenedGraph> OpenedGraphs::AddUpload(std::string_view name, base::Bytes contents) {
  ASSIGN_OR_RETURN(const graph::GraphFile file, graph::ReadGraphBytes(contents));
  Entry added;
  added.facts.version = base::HashBytes(base::AsText(contents));
  added.facts.id = fmt::format("{:016x}", added.facts.version);
  added.facts.name = FileName(name);
  added.facts.format = file.format;
  added.facts.is_conceptual = file.conceptual;
  added.facts.bytes = contents.size();
  added.facts.is_upload = true;
  added.graph = Indexed(file);
  // Let go of after the lock: to give back some hundred megabytes takes a while.
  std::vector<Graph> dropped;
  const base::MutexLock lock(mutex_);
  added.order = added.last_use = ++uses_;
  OpenedGraph facts = added.facts;
  entries_.insert_or_assign(facts.id, std::move(added));
  MakeRoom(dropped);
  return facts;
}

void OpenedGraphs::MakeRoom(std::vector<Graph>& dropped) {
  for (;;) {
    std::size_t uploads = 0;
    std::uint64_t bytes = 0;
    auto oldest = entries_.end();
    for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
      if (!entry->second.facts.is_upload) continue;
      ++uploads;
      bytes += entry->second.graph->index->memory_bytes();
      if (oldest == entries_.end() || entry->second.last_use < oldest->second.last_use) {
        oldest = entry;
      }
    }
    if (uploads <= 1 || (uploads <= limits_.uploads && bytes <= limits_.memory_bytes)) return;
    dropped.push_back(std::move(oldest->second.graph));
    entries_.erase(oldest);
  }
}

base::Status OpenedGraphs::Remove(std::string_view id) {
  Graph dropped;
  const base::MutexLock lock(mutex_);
  const auto entry = entries_.find(id);
  if (entry == entries_.end()) return NoSuchFile(id);
  if (!entry->second.facts.is_upload) {
    return Error{ErrorCode::kInvalidArgument,
                 "a file of the command line stays as long as the server runs"};
  }
  dropped = std::move(entry->second.graph);
  entries_.erase(entry);
  return base::OkStatus();
}

std::vector<OpenedGraph> OpenedGraphs::List() const {
  struct Listed {
    OpenedGraph facts;
    std::string path;
    std::uint64_t order;
  };
  std::vector<Listed> all;
  {
    const base::MutexLock lock(mutex_);
    for (const auto& [id, entry] : entries_) all.push_back({entry.facts, entry.path, entry.order});
  }
  std::ranges::sort(all, {},
                    [](const Listed& one) { return std::pair(one.facts.is_upload, one.order); });
  std::vector<OpenedGraph> list;
  for (Listed& one : all) {
    // As it is now, or not there now.
    if (!one.path.empty()) {
      const auto stamp = graph::StampGraphFile(one.path);
      one.facts.bytes = stamp.ok() ? stamp->bytes : 0;
      one.facts.version = stamp.ok() ? stamp->version : 0;
    }
    list.push_back(std::move(one.facts));
  }
  return list;
}

std::size_t OpenedGraphs::size() const {
  const base::MutexLock lock(mutex_);
  return entries_.size();
}

Result<OpenedPlace> OpenedGraphs::Find(std::string_view id) {
  OpenedPlace place{.id = std::string(id)};
  {
    const base::MutexLock lock(mutex_);
    const auto entry = entries_.find(id);
    if (entry == entries_.end()) return NoSuchFile(id);
    entry->second.last_use = ++uses_;
    place.version = entry->second.facts.version;
    place.path = entry->second.path;
    place.graph = entry->second.graph;
  }
  if (!place.path.empty()) {
    ASSIGN_OR_RETURN(const graph::GraphFileStamp stamp, graph::StampGraphFile(place.path));
    place.version = stamp.version;
  }
  return place;
}

OpenedGraphs::Loaded OpenedGraphs::Read(const OpenedPlace& place) {
  if (place.graph != nullptr) return place.graph;
  ASSIGN_OR_RETURN(const graph::GraphFile file, graph::ReadGraphFile(place.path));
  Graph loaded = Indexed(file);
  const base::MutexLock lock(mutex_);
  // Another file may stand there than before.
  if (const auto entry = entries_.find(place.id); entry != entries_.end()) {
    entry->second.facts.format = file.format;
    entry->second.facts.is_conceptual = file.conceptual;
  }
  return loaded;
}

}  // namespace sightglass::kinds
