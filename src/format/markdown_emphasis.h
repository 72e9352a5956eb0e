#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sightglass::format {

// `text` with <em> and <strong> for *a*, _a_, **a** and __a__. The rest goes through `escape`,
// piece by piece. '_' within a word is no mark. Cost: linear but for marks that pair with none: at
// most kMaxOpenMarks are remembered.
inline constexpr std::size_t kMaxOpenMarks = 256;
std::string EmphasisToHtml(std::string_view text, std::string (*escape)(std::string_view));

}  // namespace sightglass::format
