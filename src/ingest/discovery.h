#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/issue_log.h"
#include "base/thread_pool.h"
#include "ingest/log_root.h"
#include "io/file_system.h"

namespace sightglass::ingest {

// Is a file of this (base) name read as an event file? TensorBoard's rule: the name contains
// "tfevents".
bool IsEventFileName(std::string_view name);

// A run: a directory that directly holds event files.
struct FoundRun {
  std::string name;                // root name and relative path; "." for an unnamed root itself
  std::string directory;           // path of the directory
  std::vector<std::string> files;  // paths, sorted
};

// The directories below some roots, kept from one look to the next, so that a change in one
// directory costs one listing.
//
// Directory links are followed; one that leads to a directory above itself is not (kSymlinkLoop).
// Hidden names are not special.
//
// Threads: one at a time.
class Discovery {
 public:
  // All must outlive this.
  Discovery(std::vector<LogRoot> roots, io::FileSystem& files, base::ThreadPool& pool,
            base::IssueLog& issues);

  // Walks everything.
  void WalkAll();
  // Lists only `changed` again (paths as in directories()), and walks what is new below them.
  void Walk(const std::vector<std::string>& changed);

  // Sorted by name. Two directories that make the same run name: the later root wins, as in
  // TensorBoard, and the other one is reported.
  [[nodiscard]] std::vector<FoundRun> Runs() const;
  // Everything worth watching: every directory walked, and for a missing root its nearest existing
  // parent.
  [[nodiscard]] std::vector<std::string> directories() const;

 private:
  struct Directory {
    std::vector<std::string> files;        // names of event files
    std::vector<std::string> directories;  // names of sub-directories that were walked
  };
  using Tree = std::map<std::string, Directory>;  // by path relative to the root, "" for the root

  // Lists `start` and what is new below it, level by level: the listings of a level side by side,
  // since on a network file system each of them waits.
  void WalkBelow(std::size_t root, const std::string& start);
  // Takes in the listing of one directory; adds those below that have not been walked to `next`.
  void TakeListing(std::size_t root, const std::string& relative,
                   base::Result<std::vector<io::DirectoryEntry>> entries,
                   std::vector<std::string>& next);
  bool LeadsUp(std::size_t root, const std::string& relative) const;
  void Drop(std::size_t root, const std::string& relative);
  [[nodiscard]] std::string PathOf(std::size_t root, const std::string& relative) const;

  std::vector<LogRoot> roots_;
  io::FileSystem& files_;
  base::ThreadPool& pool_;
  base::IssueLog& issues_;
  std::vector<Tree> trees_;  // one per root
};

}  // namespace sightglass::ingest
