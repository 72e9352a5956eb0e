#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/issue_log.h"

namespace sightglass::serve {

struct LogDirectory {
  std::string name;    // put before the names of its runs; may be empty
  std::string path;    // as the user gave it: may be shown
  std::string prefix;  // how paths of its files begin, to be cut off before they are shown
};

// What the program knows of itself and tells through the core routes. Functions may be called from
// any thread.
struct ServerFacts {
  std::string version;
  std::vector<LogDirectory> log_directories;
  std::string logdir_text;  // as TensorBoard shows it: --logdir or --logdir_spec
  std::string window_title;
  std::string flags_json = "{}";  // every flag and its value, for /data/environment
  const base::IssueLog* issues = nullptr;
  const base::Clock* clock = nullptr;
  // Log directories that do not exist (yet), as the user gave them.
  std::function<std::vector<std::string>()> missing_directories;
  // Is there a projector_config.pbtxt in a log directory or run that leads to a checkpoint or a
  // file of tensors?
  std::function<bool()> has_projector_config;
  // Reloads everything now, as after a press of "reload". Returns at once.
  std::function<void()> reload;
  // Where the profile is kept, see profile_store.h; empty: in memory only.
  std::string profile_path{};
  // Connections that are open now; not set: not known.
  std::function<std::uint64_t()> connections{};
};

}  // namespace sightglass::serve
