#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/mutex.h"
#include "base/result.h"

namespace sightglass::kinds {

struct LoadedGraph;  // of graph_cache.h

// A graph that is in no log directory.
struct OpenedGraph {
  std::string id{};      // 16 hexadecimal digits
  std::string name{};    // of the file, without directories
  std::string format{};  // as graph::GraphFile has it
  bool is_conceptual = false;
  std::uint64_t bytes = 0;    // of the file
  std::uint64_t version = 0;  // of other contents another one
  bool is_upload = false;     // kept in memory, and may be removed
};

// Where the graph of an id is now.
struct OpenedPlace {
  std::string id;
  std::uint64_t version = 0;
  std::string path{};                          // of a file on disk
  std::shared_ptr<const LoadedGraph> graph{};  // of an upload
};

struct OpenedGraphsLimits {
  std::size_t uploads = 8;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;  // of uploads, parsed
};

// Graphs from files that were named on the command line or sent by the page. A file on disk may be
// replaced, and is then read again; of what was sent only the parsed graph is kept, as long as
// there is room: the least recently used goes first, the newest stays.
//
// Threads: any.
class OpenedGraphs {
 public:
  using Loaded = base::Result<std::shared_ptr<const LoadedGraph>>;

  explicit OpenedGraphs(const OpenedGraphsLimits& limits = {}) : limits_(limits) {}

  // A file, or the directory of a SavedModel; it is listed from now on, also while it is not there.
  OpenedGraph AddFile(const std::string& path) EXCLUDES(mutex_);
  // What was sent. The same contents have the same id, so that a link goes on working. Errors as
  // graph::ReadGraphBytes().
  base::Result<OpenedGraph> AddUpload(std::string_view name, base::Bytes contents) EXCLUDES(mutex_);
  // Of what was sent; kNotFound. kInvalidArgument for a file of the command line.
  base::Status Remove(std::string_view id) EXCLUDES(mutex_);

  // Files of the command line first, then what was sent, the newest last.
  [[nodiscard]] std::vector<OpenedGraph> List() const EXCLUDES(mutex_);
  [[nodiscard]] std::size_t size() const EXCLUDES(mutex_);

  // kNotFound: there is none, or its file is gone.
  base::Result<OpenedPlace> Find(std::string_view id) EXCLUDES(mutex_);
  // The graph there; of a file it is read. Errors as graph::ReadGraphFile().
  Loaded Read(const OpenedPlace& place) EXCLUDES(mutex_);

 private:
  struct Entry {
    OpenedGraph facts;
    std::string path{};
    std::shared_ptr<const LoadedGraph> graph{};
    std::uint64_t order = 0;
    std::uint64_t last_use = 0;
  };

  void MakeRoom(std::vector<std::shared_ptr<const LoadedGraph>>& dropped) REQUIRES_LOCK(mutex_);

  const OpenedGraphsLimits limits_;
  mutable base::Mutex mutex_;
  std::map<std::string, Entry, std::less<>> entries_ GUARDED_BY(mutex_);  // by id
  std::uint64_t uses_ GUARDED_BY(mutex_) = 0;
};

}  // namespace sightglass::kinds
