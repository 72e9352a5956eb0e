#pragma once

#include <string_view>

#include "base/result.h"

namespace sightglass::io {

// What a failed system call means: `error_number` is its errno, `operation` what was tried. The
// path comes last, escaped.
base::Error SystemError(int error_number, std::string_view operation, std::string_view path);

}  // namespace sightglass::io
