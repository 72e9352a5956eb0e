#pragma once

#include <string>
#include <string_view>

#include "format/markdown_tree.h"

namespace sightglass::format {

// Markdown made ready for its blocks: tabs are blanks, lines of blanks are empty, fenced code and
// blocks of HTML are marks that stand alone.
// REQUIRES: lines end with "\n".
std::string PrepareMarkdown(std::string_view text, MarkdownPieces& pieces, MarkdownBudget& budget);

}  // namespace sightglass::format
