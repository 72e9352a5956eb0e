#pragma once

#include <string_view>

#include "sightglass/status.h"

namespace sightglass::writer {

// Protobuf's strings must be UTF-8: readers refuse a whole event for one that is not.
// kInvalidArgument names `what` ("tag", "hparam name"), the byte and where it stands. As Unicode
// defines it: no surrogates, nothing beyond U+10FFFF, no longer form than needed.
Status CheckUtf8(std::string_view what, std::string_view text);

}  // namespace sightglass::writer
