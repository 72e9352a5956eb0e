#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/issue_log.h"
#include "base/thread_pool.h"
#include "ingest/loader.h"
#include "ingest/log_root.h"
#include "io/file_system.h"
#include "store/snapshot.h"

namespace sightglass::testing {

struct LoadedLogsOptions {
  std::size_t threads = 2;
  ingest::LoaderOptions loader = {};
};

// A loader with all it needs, at work on one log directory.
class LoadedLogs {
 public:
  // Looks once. `files` must outlive this.
  explicit LoadedLogs(const std::string& directory, io::FileSystem& files = io::LocalFileSystem(),
                      LoadedLogsOptions options = {});

  bool Refresh() { return loader_.Refresh(); }

  [[nodiscard]] std::shared_ptr<const store::Snapshot> snapshot() const {
    return loader_.snapshot();
  }
  [[nodiscard]] const base::IssueLog& issues() const { return issues_; }
  // Names of the issues that the files below `directory` have now.
  [[nodiscard]] std::set<std::string> IssueNames(std::string_view directory) const;

 private:
  base::ThreadPool pool_;
  base::IssueLog issues_;
  ingest::Loader loader_;
};

// Visible points of a scalar series of any size; a test failure and nothing if it is not one.
std::vector<store::ScalarPoint> ScalarPoints(const store::Series& series);
std::vector<store::ScalarPoint> SupersededScalarPoints(const store::Series& series);

// A visible value that stays in its file.
struct FoundValue {
  store::RefPoint point;
  std::string path;
};
std::vector<FoundValue> RefPoints(const store::Run& run, const store::Series& series);

// The bytes a reference stands for.
std::string ReadValue(const FoundValue& value);

}  // namespace sightglass::testing
