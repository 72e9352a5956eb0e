#pragma once

#include <cstdint>
#include <string>

#include "kinds/text/text_cells.h"

namespace sightglass::kinds {

enum class TextMarkup : std::uint8_t {
  kMarkdown,  // every cell is Markdown
  kHtml,      // every cell is HTML as it is
};

// A text as TensorBoard shows it: one string as it is, a list or table as a table, and a warning
// before a part of something larger. Nothing in it can act in a page: see format/safe_html.h.
//
// Each cell is made safe by itself, so that none can reach out of its place in the table;
// TensorBoard looks at the table as a whole.
std::string TextToSafeHtml(const TextTensor& tensor, const TextCells& cells, TextMarkup markup);

}  // namespace sightglass::kinds
