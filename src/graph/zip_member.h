#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "io/file_system.h"

namespace sightglass::graph {

// The contents of the member `name` of a ZIP file, stored or deflated; also of large files (ZIP64).
//
// kInvalidArgument: no ZIP file, damaged, or packed in another way. kNotFound: no such member.
// kOutOfRange: larger than `max_bytes`.
// Cost: the directory at the end of the file and the member are read, nothing else.
base::Result<std::string> ReadZipMember(io::File& file, std::string_view name,
                                        std::uint64_t max_bytes);

}  // namespace sightglass::graph
