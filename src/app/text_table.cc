#include "app/text_table.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/utf8_text.h"

namespace sightglass::app {

TextTable::TextTable(std::vector<TableColumn> columns) : columns_(std::move(columns)) {}

void TextTable::AddRow(std::vector<std::string> cells) {
  CHECK(cells.size() == columns_.size());
  rows_.push_back(std::move(cells));
}

void TextTable::Render(std::size_t indent, const Terminal& terminal,
                       base::BufferedOutput& out) const {
  if (rows_.empty()) return;
  std::vector<std::size_t> widths(columns_.size());  // 0: left out
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    for (const auto& row : rows_) widths[i] = std::max(widths[i], base::DisplayWidth(row[i]));
    if (widths[i] > 0) widths[i] = std::max(widths[i], base::DisplayWidth(columns_[i].title));
  }

  const auto line_of = [&](const auto& cell_of) {
    std::string line(indent, ' ');
    bool first = true;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (widths[i] == 0) continue;
      if (!std::exchange(first, false)) line += "  ";
      const std::string& cell = cell_of(i);
      const std::string padding(widths[i] - base::DisplayWidth(cell), ' ');
      line += columns_[i].align == Align::kLeft ? cell + padding : padding + cell;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
  };
  const auto title_of = [&](std::size_t i) -> const std::string& { return columns_[i].title; };
  out.Write(Painted(terminal, Paint::kDim, line_of(title_of)));
  out.Put('\n');
  for (const auto& row : rows_) {
    out.Write(line_of([&](std::size_t i) -> const std::string& { return row[i]; }));
    out.Put('\n');
  }
}

}  // namespace sightglass::app
