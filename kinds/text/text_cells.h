#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "format/event.h"

namespace sightglass::kinds {

// A logged text, in place: the strings of a tensor and how they lie.
struct TextTensor {
  std::vector<std::int64_t> shape{};
  base::Bytes body{};          // the tensor's message
  std::uint64_t elements = 1;  // that the shape has room for
  std::uint64_t stored = 0;    // strings that are in the file: at most `elements`
};

// kInvalidArgument: no tensor of strings, or more of them than the shape has room for; kOutOfRange:
// more than eight axes. Cost: one pass over the fields.
base::Result<TextTensor> ReadTextTensor(const format::ValueView& value);

// Calls fn(number, text) for each stored string in row-major order until it gives false.
template <class Fn>
void ForEachText(const TextTensor& tensor, Fn fn) {
  format::WireReader reader(tensor.body);
  for (std::uint64_t number = 0; number < tensor.stored && reader.Next();) {
    if (reader.tag() != format::FieldTag(8, format::WireType::kBytes)) {
      reader.Skip();
    } else if (!fn(number++, base::AsText(reader.Bytes()))) {
      return;
    }
  }
}

// What is shown of a text: a table. One string is a table of one cell, a list one of one column; of
// more than two axes it is the part at index 0 of all but the last two.
struct TextCells {
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  std::vector<std::string_view> cells{};  // row by row; any bytes
  std::uint64_t bytes = 0;                // of all cells together
  bool truncated = false;                 // there is more than this
};

struct TextCellLimits {
  std::size_t max_cells = 65'536;
  std::uint64_t max_bytes = std::uint64_t{64} << 20;
};

// Of too many cells, rows at the end go first, then columns; of too many bytes, the last cells are
// cut or empty. Strings that the file leaves out are the last one again, or empty where there is
// none, as in TensorFlow.
TextCells ShownCells(const TextTensor& tensor, const TextCellLimits& limits = {});

}  // namespace sightglass::kinds
