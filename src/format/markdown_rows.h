#pragma once

#include <string_view>

#include "format/markdown_tree.h"

namespace sightglass::format {

// If `block` is a table, adds it to `parent`: a row of headings, a row of lines "---|:--", and any
// number of rows.
bool AddMarkdownTable(std::string_view block, MarkdownNode& parent, MarkdownBudget& budget);

}  // namespace sightglass::format
