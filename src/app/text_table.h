#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/terminal.h"
#include "base/buffered_output.h"

namespace sightglass::app {

enum class Align : unsigned char { kLeft, kRight };

struct TableColumn {
  std::string title;
  Align align = Align::kLeft;
};

// Rows of text in aligned columns, two blanks between. A column without a single non-empty cell is
// left out with its title.
//
// Cells are UTF-8 without control characters (see base::EscapeForDisplay).
class TextTable {
 public:
  explicit TextTable(std::vector<TableColumn> columns);

  // REQUIRES: as many cells as there are columns.
  void AddRow(std::vector<std::string> cells);
  [[nodiscard]] bool empty() const { return rows_.empty(); }

  // Writes the titles and all rows, each line after `indent` blanks and without blanks at its end.
  // Writes nothing if there are no rows.
  void Render(std::size_t indent, const Terminal& terminal, base::BufferedOutput& out) const;

 private:
  std::vector<TableColumn> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace sightglass::app
