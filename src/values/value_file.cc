#include "values/value_file.h"

#include <fmt/format.h>

#include <utility>

namespace sightglass::values {

using base::Error;
using base::ErrorCode;

base::Result<ValueFile> OpenValueFile(const store::Run& run, base::FileId file,
                                      io::FileSystem& files) {
  for (const auto& record : run.files) {
    if (record->id != file) continue;
    ASSIGN_OR_RETURN(auto opened, files.Open(record->path));
    return ValueFile{.file = std::move(opened), .path = record->path};
  }
  return Error{ErrorCode::kNotFound, fmt::format("a file of run '{}' is gone", run.name)};
}

Error ValueLost(std::string_view what, const std::string& path) {
  return {ErrorCode::kDataLoss,
          fmt::format("the file changed since it was read: {}: {}", what, path)};
}

}  // namespace sightglass::values
