#include "app/log_loading.h"

#include <chrono>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/progress.h"
#include "base/check.h"
#include "base/text.h"
#include "ingest/discovery.h"
#include "io/file_system.h"

namespace sightglass::app {
namespace {

std::string Shown(std::string_view path) { return base::EscapeForDisplay(path, 1000); }

// A file system in which every directory holds one file, if it has that one.
class SingleFileSystem : public io::FileSystem {
 public:
  SingleFileSystem(io::FileSystem& files, std::string name)
      : files_(files), name_(std::move(name)) {}

  base::Result<std::unique_ptr<io::File>> Open(const std::string& path) override {
    return files_.Open(path);
  }
  base::Result<io::FileInfo> Stat(const std::string& path) override { return files_.Stat(path); }
  base::Result<std::vector<io::DirectoryEntry>> List(const std::string& path) override {
    ASSIGN_OR_RETURN(std::vector<io::DirectoryEntry> entries, files_.List(path));
    std::erase_if(entries, [this](const io::DirectoryEntry& entry) { return entry.name != name_; });
    return entries;
  }

 private:
  io::FileSystem& files_;
  const std::string name_;
};

// The deepest existing directory above `path`: where a wrong path goes wrong.
std::string NearestParent(const std::string& path, io::FileSystem& files) {
  std::filesystem::path parent = std::filesystem::path(path).lexically_normal();
  while (parent.has_parent_path() && parent != parent.parent_path()) {
    parent = parent.parent_path();
    if (files.Stat(parent.string()).ok()) return parent.string();
  }
  std::error_code error;
  const std::filesystem::path here = std::filesystem::current_path(error);
  return error ? "." : here.string();
}

base::Status CheckRoot(const ingest::LogRoot& root, io::FileSystem& files) {
  const auto info = files.Stat(root.path);
  if (!info.ok() && info.error().code == base::ErrorCode::kNotFound) {
    return base::Error{
        base::ErrorCode::kNotFound,
        fmt::format("log directory does not exist: '{}'; check its spelling ('{}' does exist)",
                    Shown(root.path), Shown(NearestParent(root.path, files)))};
  }
  if (!info.ok()) return info.error();
  if (info->type != io::EntryType::kDirectory) {
    const std::string parent = std::filesystem::path(root.path).parent_path().string();
    return base::Error{base::ErrorCode::kInvalidArgument,
                       fmt::format("not a directory: '{}'; give the directory it is in: '{}'",
                                   Shown(root.path), Shown(parent.empty() ? "." : parent))};
  }
  // Below a root, what cannot be read is an issue and the rest loads; of the root nothing is left.
  RETURN_IF_ERROR(files.List(root.path));
  return base::OkStatus();
}

base::Result<const LoadedLogs*> Load(std::vector<ingest::LogRoot> roots, io::FileSystem& files,
                                     const CommonOptions& options) {
  static LoadedLogs* const logs = new LoadedLogs;
  CHECK(logs->loader == nullptr);
  logs->roots = std::move(roots);
  const auto start = std::chrono::steady_clock::now();
  logs->pool = std::make_unique<base::ThreadPool>(options.threads);

  ingest::LoaderOptions loader_options;
  const bool has_viewer = !options.quiet && Progress::IsPossible();
  // Publishing on the way is work, and without a bar nobody would see it.
  loader_options.publish_interval_millis = has_viewer ? 200 : 3'600'000;
  logs->loader = std::make_unique<ingest::Loader>(logs->roots, files, *logs->pool, logs->issues,
                                                  loader_options);
  {
    const Progress progress(options.quiet, [] {
      const auto snapshot = logs->loader->snapshot();
      return ProgressState{.bytes_done = snapshot->bytes_done,
                           .bytes_total = snapshot->bytes_total,
                           .runs = snapshot->runs.size()};
    });
    logs->loader->Refresh();
  }
  logs->snapshot = logs->loader->snapshot();
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  logs->seconds = elapsed.count();
  return static_cast<const LoadedLogs*>(logs);
}

}  // namespace

base::Result<std::vector<ingest::LogRoot>> ResolveRootsUnchecked(const CommonOptions& options) {
  std::vector<ingest::LogRoot> roots =
      ingest::RootsFromArguments(options.logdirs, io::LocalFileSystem());
  for (const std::string& spec : options.logdir_specs) {
    ASSIGN_OR_RETURN(std::vector<ingest::LogRoot> named, ingest::ParseLogdirSpec(spec));
    std::move(named.begin(), named.end(), std::back_inserter(roots));
  }
  return roots;
}

base::Result<std::vector<ingest::LogRoot>> ResolveRoots(const CommonOptions& options) {
  ASSIGN_OR_RETURN(std::vector<ingest::LogRoot> roots, ResolveRootsUnchecked(options));
  io::FileSystem& files = io::LocalFileSystem();
  for (const ingest::LogRoot& root : roots) RETURN_IF_ERROR(CheckRoot(root, files));
  return roots;
}

std::string RootsText(const std::vector<ingest::LogRoot>& roots) {
  std::string text;
  for (const ingest::LogRoot& root : roots) {
    if (!text.empty()) text += ", ";
    text += "'" + Shown(root.path) + "'";
  }
  return text;
}

base::Result<const LoadedLogs*> LoadLogs(const CommonOptions& options) {
  ASSIGN_OR_RETURN(std::vector<ingest::LogRoot> roots, ResolveRoots(options));
  return Load(std::move(roots), io::LocalFileSystem(), options);
}

base::Result<const LoadedLogs*> LoadEventFile(const std::string& path,
                                              const CommonOptions& options) {
  const std::filesystem::path file(path);
  if (!ingest::IsEventFileName(file.filename().string())) {
    return base::Error{
        base::ErrorCode::kInvalidArgument,
        fmt::format("not an event file, whose name has 'tfevents' in it: '{}'", Shown(path))};
  }
  io::FileSystem& local = io::LocalFileSystem();
  RETURN_IF_ERROR(local.Open(path));
  static SingleFileSystem* const files = new SingleFileSystem(local, file.filename().string());
  const std::string directory = file.parent_path().string();
  return Load({{.name = "", .path = directory.empty() ? "." : directory}}, *files, options);
}

}  // namespace sightglass::app
