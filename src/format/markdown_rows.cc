#include "format/markdown_rows.h"

#include <algorithm>

#include "format/markdown_lines.h"

namespace sightglass::format {
namespace {

// Does a '|' that is meant as a border end the row?
bool EndsWithBorder(std::string_view row) {
  if (!row.ends_with('|')) return false;
  std::size_t slashes = 0;
  while (slashes + 1 < row.size() && row[row.size() - 2 - slashes] == '\\') ++slashes;
  return slashes % 2 == 0;
}

// Where code that begins at `at` ends, past its last mark; `at` if it does not end.
std::size_t CodeEnd(std::string_view row, std::size_t at) {
  std::size_t marks = at;
  while (marks < row.size() && row[marks] == '`') ++marks;
  const std::size_t size = marks - at;
  for (std::size_t next = marks; next < row.size();) {
    if (row[next] != '`') {
      ++next;
      continue;
    }
    std::size_t end = next;
    while (end < row.size() && row[end] == '`') ++end;
    if (end - next == size) return end;
    next = end;
  }
  return at;
}

std::vector<std::string_view> SplitRow(std::string_view row, bool has_border) {
  if (has_border) {
    if (row.starts_with('|')) row.remove_prefix(1);
    if (EndsWithBorder(row)) row.remove_suffix(1);
  }
  std::vector<std::string_view> cells;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < row.size();) {
    if (row[at] == '\\') {
      at += 2;
    } else if (row[at] == '`') {
      const std::size_t end = CodeEnd(row, at);
      if (end == at) {
        while (at < row.size() && row[at] == '`') ++at;
      } else {
        at = end;
      }
    } else if (row[at] == '|') {
      cells.push_back(row.substr(begin, at - begin));
      begin = ++at;
    } else {
      ++at;
    }
  }
  cells.push_back(row.substr(begin));
  return cells;
}

bool IsRule(const std::vector<std::string_view>& cells) {
  return std::ranges::all_of(cells, [](std::string_view cell) {
    return cell.find_first_not_of("|:- ") == std::string_view::npos;
  });
}

}  // namespace

bool AddMarkdownTable(std::string_view block, MarkdownNode& parent, MarkdownBudget& budget) {
  const std::size_t heading_end = block.find('\n');
  if (heading_end == std::string_view::npos) return false;
  const std::string_view heading = Trim(block.substr(0, heading_end));
  if (heading.find('|') == std::string_view::npos) return false;
  const bool has_border = heading.starts_with('|') || EndsWithBorder(heading);
  const std::size_t columns = SplitRow(heading, has_border).size();
  std::vector<std::string_view> lines = SplitLines(block);
  budget.Spend(block.size());
  for (std::string_view& line : lines) line = Trim(line);
  // A table of one column is one only if every row has a border.
  const auto is_bordered = [](std::string_view line) {
    return line.starts_with('|') || EndsWithBorder(line);
  };
  if (columns < 2 && (!has_border || !std::ranges::all_of(lines, is_bordered))) return false;
  const auto rule = SplitRow(lines[1], has_border);
  if (rule.size() != columns || !IsRule(rule)) return false;

  const auto add_row = [&](MarkdownNode& body, std::string_view line, std::string_view tag) {
    MarkdownNode& row = body.Add("tr");
    const auto cells = SplitRow(line, has_border);
    // Rows are filled up: a few bytes can ask for many cells.
    budget.Spend(columns * 64);
    for (std::size_t i = 0; i < columns && !budget.spent(); ++i) {
      MarkdownNode& cell = row.Add(tag);
      if (i < cells.size()) cell.text = Trim(cells[i]);
    }
  };
  MarkdownNode& table = parent.Add("table");
  add_row(table.Add("thead"), lines[0], "th");
  MarkdownNode& body = table.Add("tbody");
  if (lines.size() == 2) add_row(body, {}, "td");
  for (std::size_t i = 2; i < lines.size() && !budget.spent(); ++i) add_row(body, lines[i], "td");
  return true;
}

}  // namespace sightglass::format
