#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "io/file_system.h"

namespace sightglass::ingest {

// A directory tree to look for runs in.
struct LogRoot {
  std::string name;  // put before run names as "name/"; empty: nothing is put before them
  std::string path;

  bool operator==(const LogRoot&) const = default;
};

// TensorBoard's --logdir_spec: "name1:path1,path2,...". A part has a name if it contains ':', does
// not start with '/', and is not a URI; it is split at the first ':'. kInvalidArgument for an empty
// part.
base::Result<std::vector<LogRoot>> ParseLogdirSpec(std::string_view spec);

// Positional and --logdir arguments: '~' expanded; patterns with *, ? or [ expanded against the
// file system (a path that exists as it is written is taken literally; a pattern that matches
// nothing is kept as it is, so that it can be waited for). Several roots without names whose runs
// would collide get their last path component as name.
std::vector<LogRoot> RootsFromArguments(const std::vector<std::string>& arguments,
                                        io::FileSystem& files);

}  // namespace sightglass::ingest
