#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sightglass/summary_values.h"

namespace sightglass::writer {

class RunFile;

// One scalar series of a run: what stays the same in all its records.
//
// A record holds a simple_value: the smallest form, and one that every reader takes. A tag with a
// name or a description to show says so in the first record of each file, where a tensor with
// metadata stands in its place; a tag with double precision writes such tensors always.
//
// Threads: made by any, then used by the queue's only.
class ScalarTag {
 public:
  ScalarTag(RunFile& file, std::string_view tag, const ScalarOptions& options);

  [[nodiscard]] RunFile& file() const { return file_; }
  [[nodiscard]] const std::string& tag() const { return tag_; }

  // Appends a framed record.
  void AppendRecord(std::string& out, std::int64_t step, double wall_time, double value);

 private:
  void AppendTensorRecord(std::string& out, std::int64_t step, double wall_time, double value,
                          bool with_metadata) const;

  RunFile& file_;
  const std::string tag_;
  const std::string display_name_;
  const std::string description_;
  const bool double_precision_;
  std::string summary_;  // the Event's field 5, up to the four bytes of the value
  std::uint64_t described_generation_ = 0;
};

}  // namespace sightglass::writer
