#pragma once

#include <span>
#include <string>
#include <string_view>

#include "sightglass/status.h"
#include "sightglass/summary_values.h"

namespace sightglass::writer {

inline constexpr std::string_view kLayoutTag = "custom_scalars__config__";

// A Summary with the layout of the CUSTOM SCALARS page. kInvalidArgument for a chart with neither
// or both of tags and margins, and for text that is not UTF-8.
Status EncodeLayout(std::span<const CustomCategory> layout, std::string& summary);

}  // namespace sightglass::writer
