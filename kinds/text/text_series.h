#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "kinds/text/text_cells.h"
#include "store/snapshot.h"
#include "values/stored_value.h"

namespace sightglass::kinds {

inline constexpr std::string_view kTextPlugin = "text";

// Does the series belong to TensorBoard's texts, and has it points?
bool IsTextSeries(const store::Series& series);
// Does TensorBoard list it? It leaves out what says that it is of a later version of the plugin.
bool IsListedTextSeries(const store::Series& series);

struct TextSeries {
  const store::Run* run = nullptr;
  const store::Series* series = nullptr;  // null: there is none
};

// Names that are not UTF-8 are found by their bytes, and as answers show them ("\xNN").
TextSeries FindTextSeries(const store::Snapshot& snapshot, std::string_view run,
                          std::string_view tag);

// A text that was read, with its bytes.
struct StoredText {
  values::StoredValue value;
  TextTensor tensor{};
};

// Errors as values::ReadStoredValue() gives them; kInvalidArgument and kOutOfRange also for what is
// no text, as ReadTextTensor() does.
base::Result<StoredText> ReadStoredText(const TextSeries& series, const values::ValuePoint& point);

}  // namespace sightglass::kinds
