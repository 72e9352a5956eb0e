#include "kinds/text/text_html.h"

#include <fmt/format.h>

#include "format/markdown.h"
#include "format/safe_html.h"

namespace sightglass::kinds {

std::string TextToSafeHtml(const TextTensor& tensor, const TextCells& cells, TextMarkup markup) {
  std::size_t nul_bytes = 0;
  const auto render = [&](std::string_view text) {
    if (markup == TextMarkup::kHtml) return format::SanitizeHtml(format::CleanText(text).text);
    format::RenderedMarkdown rendered = format::RenderMarkdown(text);
    nul_bytes += rendered.nul_bytes;
    return std::move(rendered.html);
  };
  const std::size_t rank = tensor.shape.size();
  std::string html;
  if (rank == 0) {
    html = render(cells.cells.at(0));
    return format::NulBytesWarning(nul_bytes) + html;
  }
  std::string table = "<table>\n<tbody>\n";
  for (std::uint64_t row = 0; row < cells.rows; ++row) {
    table += "<tr>\n";
    for (std::uint64_t column = 0; column < cells.columns; ++column) {
      table += "<td>";
      table += render(cells.cells[static_cast<std::size_t>(row * cells.columns + column)]);
      table += "</td>\n";
    }
    table += "</tr>\n";
  }
  table += "</tbody>\n</table>";
  std::string warning;
  if (rank > 2) {
    // The blanks are TensorBoard's.
    warning = format::MarkdownToSafeHtml(
        fmt::format("**Warning:** This text summary contained data of dimensionality {}, but only "
                    "  2d tables are supported. Showing a 2d slice of the data instead.",
                    rank));
  }
  return warning + format::NulBytesWarning(nul_bytes) + table;
}

}  // namespace sightglass::kinds
