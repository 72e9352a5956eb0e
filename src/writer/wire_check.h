#pragma once

#include <string_view>

#include "sightglass/status.h"

namespace sightglass::writer {

// Can `bytes` be a protobuf message, as far as its outermost fields tell? kInvalidArgument names
// `what` and the byte. A reader that meets something else may give its whole file up.
Status CheckWire(std::string_view what, std::string_view bytes);

}  // namespace sightglass::writer
