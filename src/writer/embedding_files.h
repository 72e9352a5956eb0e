#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sightglass/numbers.h"
#include "sightglass/status.h"
#include "sightglass/summary_values.h"

namespace sightglass::writer {

struct EmbeddingView {
  std::string_view tag;
  std::int64_t step = 0;
  Numbers values;  // rows x columns
  std::int64_t rows = 0;
  std::int64_t columns = 0;
};

// Writes the files of one embedding below `log_dir` and enters it into projector_config.pbtxt,
// beside whatever is there of others. Each file appears whole. kInvalidArgument for sizes that do
// not fit each other, cells that do not fit the header, and text that is not UTF-8;
// kFailedPrecondition if there is a configuration that cannot be understood: it is left alone.
Status WriteEmbedding(const std::string& log_dir, const EmbeddingView& view,
                      const EmbeddingOptions& options);

// The name of a tag's folder: no separators, nothing that leads elsewhere.
std::string EscapePathPart(std::string_view tag);

}  // namespace sightglass::writer
