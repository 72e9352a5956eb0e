#pragma once

#include <string_view>

namespace sightglass::format {

// Does "&NAME;" stand for something in HTML?
bool IsHtmlEntity(std::string_view name);

}  // namespace sightglass::format
