#include "kinds/text/text_cells.h"

#include <fmt/format.h>

#include <algorithm>

#include "format/tensor.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;

// The beginning of `text`, cut between characters where it is UTF-8.
std::string_view CutText(std::string_view text, std::size_t bytes) {
  std::size_t end = std::min(bytes, text.size());
  for (int i = 0; i < 3 && end > 0 && end < text.size(); ++i, --end) {
    if ((static_cast<unsigned char>(text[end]) & 0xC0) != 0x80) break;
  }
  return text.substr(0, end);
}

}  // namespace

base::Result<TextTensor> ReadTextTensor(const format::ValueView& value) {
  if (value.form != format::ValueForm::kTensor) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("a text is a tensor, this is {}", format::ValueFormName(value.form))};
  }
  format::TensorHeader header;
  if (const auto error = format::ParseTensorHeader(value.body, header);
      error != format::WireError::kOk) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("no tensor: {}", format::WireErrorText(error))};
  }
  if (header.dtype != static_cast<std::uint32_t>(format::DataType::kString)) {
    return Error{ErrorCode::kInvalidArgument, fmt::format("a text holds strings, this is of {}",
                                                          format::DataTypeName(header.dtype))};
  }
  if (header.rank > header.dims.size()) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("a text of {} axes, limit {}", header.rank, header.dims.size())};
  }
  if (!header.elements || header.string_count > *header.elements) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("{} strings do not fit the tensor's shape", header.string_count)};
  }
  return TextTensor{
      .shape = {header.dims.begin(), header.dims.begin() + header.rank},
      .body = value.body,
      .elements = *header.elements,
      .stored = header.string_count,
  };
}

TextCells ShownCells(const TextTensor& tensor, const TextCellLimits& limits) {
  const std::size_t max_cells = limits.max_cells;
  const std::size_t rank = tensor.shape.size();
  // A tensor without elements has an axis of length 0, perhaps one that is not shown.
  const auto axis = [&](std::size_t from_last) -> std::uint64_t {
    if (from_last > rank) return 1;
    const auto length = static_cast<std::uint64_t>(tensor.shape[rank - from_last]);
    return tensor.elements == 0 && length != 0 && rank > 2 ? 0 : length;
  };
  const std::uint64_t all_columns = rank == 1 ? 1 : axis(1);
  const std::uint64_t all_rows = rank == 1 ? axis(1) : axis(2);

  TextCells shown;
  shown.columns = std::min<std::uint64_t>(all_columns, max_cells);
  shown.rows = shown.columns == 0 ? std::min<std::uint64_t>(all_rows, max_cells)
                                  : std::min<std::uint64_t>(all_rows, max_cells / shown.columns);
  shown.truncated = shown.rows < all_rows || shown.columns < all_columns;
  const auto cells = static_cast<std::size_t>(shown.rows * shown.columns);
  shown.cells.reserve(cells);
  std::string_view last;
  ForEachText(tensor, [&](std::uint64_t number, std::string_view text) {
    last = text;
    if (number % all_columns < shown.columns && shown.cells.size() < cells) {
      shown.cells.push_back(text);
    }
    // Only where strings are left out does the last one of all matter.
    return shown.cells.size() < cells;
  });
  shown.cells.resize(cells, last);
  for (std::string_view& cell : shown.cells) {
    const std::uint64_t room = limits.max_bytes - shown.bytes;
    if (cell.size() > room) {
      cell = CutText(cell, static_cast<std::size_t>(room));
      shown.truncated = true;
    }
    shown.bytes += cell.size();
  }
  return shown;
}

}  // namespace sightglass::kinds
