#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/ids.h"
#include "base/result.h"
#include "io/file_system.h"
#include "store/snapshot.h"

namespace sightglass::values {

struct ValueFile {
  std::unique_ptr<io::File> file;
  std::string path;
};

// Opens a file of `run`. kNotFound: it is gone.
base::Result<ValueFile> OpenValueFile(const store::Run& run, base::FileId file,
                                      io::FileSystem& files);

// kDataLoss: the file's bytes are no longer the value that was read.
base::Error ValueLost(std::string_view what, const std::string& path);

}  // namespace sightglass::values
