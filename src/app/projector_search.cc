#include "app/projector_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

namespace sightglass::app {
namespace {

constexpr std::string_view kPluginFolder = "/plugins/org_tensorflow_tensorboard_projector";
constexpr std::size_t kMaxConfigBytes = std::size_t{1} << 20;

// The quoted text that `text` begins with behind a colon and blanks; empty if there is none.
std::string_view QuotedValue(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(": \t\r\n"), text.size()));
  if (text.empty() || (text.front() != '"' && text.front() != '\'')) return {};
  const std::size_t end = text.find(text.front(), 1);
  return end == std::string_view::npos ? std::string_view() : text.substr(1, end - 1);
}

// The first kMaxConfigBytes of the config in `directory`; empty if there is none.
std::string ReadConfig(io::FileSystem& files, const std::string& directory) {
  const auto file = files.Open(directory + "/projector_config.pbtxt");
  if (!file.ok()) return {};
  const auto info = (*file)->Stat();
  if (!info.ok()) return {};
  std::string text(std::min<std::uint64_t>(info->size_bytes, kMaxConfigBytes), '\0');
  const auto got = (*file)->ReadAt(0, std::as_writable_bytes(std::span(text)));
  text.resize(got.ok() ? *got : 0);
  return text;
}

// Does the config in `directory` lead to something that can be shown: a checkpoint, or a file with
// vectors? A look for these names suffices: a tab that turns out to be empty does no harm.
bool LeadsSomewhere(io::FileSystem& files, const std::string& directory) {
  const std::string config = ReadConfig(files, directory);
  if (config.empty()) return false;
  constexpr std::string_view kTensorPath = "tensor_path";
  if (config.find("model_checkpoint_path") != std::string::npos) return true;
  if (files.Stat(directory + "/checkpoint").ok()) return true;
  for (std::size_t at = 0; (at = config.find(kTensorPath, at)) != std::string::npos;) {
    at += kTensorPath.size();
    const std::string_view path = QuotedValue(std::string_view(config).substr(at));
    const bool stays_inside = !path.starts_with('/') && path.find("..") == std::string_view::npos;
    if (path.empty() || !stays_inside) continue;
    if (files.Stat(fmt::format("{}/{}", directory, path)).ok()) return true;
  }
  return false;
}

}  // namespace

bool ProjectorSearch::HasConfig(const store::Snapshot& snapshot) {
  const auto now = clock_.MonotonicNow();
  {
    const base::MutexLock lock(mutex_);
    if (is_found_) return true;
    const bool is_fresh = has_looked_ && looked_at_version_ == snapshot.version;
    if (is_fresh && now - looked_at_ < kPatience) return false;
    has_looked_ = true;
    looked_at_version_ = snapshot.version;
    looked_at_ = now;
  }
  // Not under the lock: a directory may be on a disk that takes its time.
  const bool is_found = Look(snapshot);
  const base::MutexLock lock(mutex_);
  is_found_ = is_found_ || is_found;
  return is_found_;
}

bool ProjectorSearch::Look(const store::Snapshot& snapshot) const {
  const auto has_config = [this](const std::string& directory) {
    return LeadsSomewhere(files_, directory) ||
           LeadsSomewhere(files_, directory + std::string(kPluginFolder));
  };
  return std::ranges::any_of(log_directories_, has_config) ||
         std::ranges::any_of(snapshot.runs,
                             [&](const auto& run) { return has_config(run->directory); });
}

}  // namespace sightglass::app
