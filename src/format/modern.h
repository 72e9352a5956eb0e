#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "format/event.h"
#include "format/tensor.h"

namespace sightglass::format {

// Values of any age, seen as today's: a plugin name, its content, and a tensor.

// Owned metadata of a series: that of its first value, completed the way TensorBoard completes old
// files.
struct SeriesMetadata {
  std::string plugin_name;     // "scalars", "images", ...; may be any text, or empty
  std::string plugin_content;  // as written, or what TensorBoard's conversion writes for old forms
  std::string display_name;
  std::string description;
  DataClass data_class =
      DataClass::kUnknown;  // inferred from the plugin name where the file leaves it open

  bool plugin_assumed = false;  // the writer named none; TensorBoard does not show such series
  bool boolean = false;         // scalars whose first value is true or false

  bool operator==(const SeriesMetadata&) const = default;
};

// The metadata a series has if `first` is its first value. Old forms: plugin by form, display name
// = own one or the tag, description kept. A tensor without metadata: one number -> "scalars",
// strings -> "text", else no plugin.
base::Result<SeriesMetadata> MetadataOf(const ValueView& first);

// Metadata of the series that whole events become: graph_def "graphs" and tagged_run_metadata
// "graph_tagged_run_metadata", as in TensorBoard; meta_graph_def "meta_graph" and session_log
// "session_log" are ours.
SeriesMetadata MetadataOfEvent(ValueForm form);
inline constexpr std::string_view kRunGraphTag = "__run_graph__";
inline constexpr std::string_view kMetaGraphTag = "__meta_graph__";
inline constexpr std::string_view kSessionLogTag = "__session_log__";

DataClass DataClassOfPlugin(std::string_view plugin_name);

// Small facts about a value that stays in its file.
struct ValueFacts {
  std::uint32_t dtype = 0;
  std::uint32_t rank = 0;
  std::array<std::int64_t, 4> dims{};  // the first four
  // images: width, height, number of pictures. audio: sample rate in hertz, channels, frames (old
  // form), or clips in [2] with zeros before (tensor form). Otherwise zero.
  std::array<std::int64_t, 3> detail{};

  bool operator==(const ValueFacts&) const = default;
};

// `plugin_name` is the series' plugin. kInvalidArgument when the value cannot be one of that plugin
// (an image tensor without pictures, a histogram that is not [k, 3], ...): worth an issue, though
// the value is still listed. Cost: headers only; for images the first two strings.
base::Result<ValueFacts> FactsOf(const ValueView& value, std::string_view plugin_name);

struct HistogramBucket {
  double left = 0;
  double right = 0;
  double count = 0;

  bool operator==(const HistogramBucket&) const = default;
};

// Buckets of a histogram value of any form. Old `histo` values: empty outer buckets removed, outer
// edges = min and max, as TensorBoard does, but in float64: it rounds all three numbers to float32,
// so its answers for old files can only be compared after rounding. Inner edges that are not finite
// become min or max, and empty buckets with reversed edges are dropped. Tensors: rows as written.
base::Result<std::vector<HistogramBucket>> DecodeHistogram(const ValueView& value,
                                                           const TensorLimits& limits = {});

struct ImageBlobs {
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::vector<base::Bytes> encoded;  // in place
};
base::Result<ImageBlobs> DecodeImageValue(const ValueView& value);

// The clips of an audio value, in place (labels of the [k, 2] form dropped).
base::Result<std::vector<base::Bytes>> DecodeAudioValue(const ValueView& value);

}  // namespace sightglass::format
