#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sightglass/status.h"
#include "sightglass/summary_values.h"

// From arguments that were checked to the bytes of a tensorflow.Summary, as tf.summary writes them:
// a tensor with metadata. Large bytes are copied once, into a string of the right size.
namespace sightglass::writer {

// Protobuf's own readers refuse 2 GiB.
inline constexpr std::size_t kMaxEventBytes = std::size_t{1} << 30;
// kOutOfRange if `bytes` of `what` cannot be one event.
Status CheckEventBytes(std::string_view what, std::size_t bytes);

// What a value says of itself.
struct ValueHead {
  std::string_view tag;
  std::string_view display_name = {};
  std::string_view description = {};
};

inline ValueHead HeadOf(std::string_view tag, const ValueOptions& options) {
  return {tag, options.display_name, options.description};
}

// Numbers as in types.proto.
enum class TensorType : std::uint8_t {
  kFloat = 1,
  kDouble = 2,
  kInt32 = 3,
  kUint8 = 4,
  kString = 7,
};

struct TensorBody {
  TensorType type;
  std::span<const std::int64_t> dims = {};
  std::string_view content = {};                   // numbers
  std::span<const std::string_view> strings = {};  // kString
};

// A value's place among the plugins, and what it tells its own.
struct PluginData {
  std::string_view name;
  std::string_view content = {};
};

// Appends one value to a Summary that may have others. Everything else here is made of this.
void AppendTensorValue(const ValueHead& head, const PluginData& plugin, const TensorBody& tensor,
                       std::string& summary);

// `rows`: left edge, right edge, count of each bucket.
std::string EncodeHistogram(const ValueHead& head, std::span<const double> rows);
// The form of TensorFlow 1 and torch, which keeps sums and infinite edges.
struct HistogramFigures {
  double min = 0;
  double max = 0;
  double num = 0;
  double sum = 0;
  double sum_squares = 0;
};
std::string EncodeOldHistogram(const ValueHead& head, const HistogramFigures& figures,
                               std::span<const double> limits, std::span<const double> counts);
// `pictures` are files of one size.
std::string EncodeImages(const ValueHead& head, std::int64_t width, std::int64_t height,
                         std::span<const std::string_view> pictures);
std::string EncodeAudio(const ValueHead& head, std::string_view wav);
// `dims` is empty for one text.
std::string EncodeText(const ValueHead& head, std::span<const std::int64_t> dims,
                       std::span<const std::string_view> texts);
// `rows`: six, as CountPrCurve() makes them.
std::string EncodePrCurve(const ValueHead& head, std::span<const float> rows);
// A tensorflow.TaggedRunMetadata, the body of an event by itself.
std::string EncodeTaggedRunMetadata(std::string_view tag, std::string_view run_metadata);

}  // namespace sightglass::writer
