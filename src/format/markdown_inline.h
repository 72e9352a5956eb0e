#pragma once

#include <string>
#include <string_view>

#include "format/markdown_blocks.h"
#include "format/markdown_tree.h"

namespace sightglass::format {

// The text of a block as HTML: code, links, pictures, tags, emphasis. What is left of marks in it
// (see MarkdownPieces) is put in by ExpandMarks().
//
// One sort of thing is looked for after the other, so that what is code is not a link, and what is
// a link has no emphasis that reaches out of it.
std::string InlineToHtml(std::string_view text, const MarkdownReferences& references,
                         MarkdownPieces& pieces, MarkdownBudget& budget);

// `html` with every mark replaced by its piece, and those in it.
std::string ExpandMarks(std::string_view html, const MarkdownPieces& pieces,
                        MarkdownBudget& budget);

}  // namespace sightglass::format
