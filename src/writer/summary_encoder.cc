#include "writer/summary_encoder.h"

#include <bit>
#include <vector>

#include "base/bytes.h"
#include "base/wire_writer.h"
#include "writer/text_pieces.h"

namespace sightglass::writer {
namespace {

using base::WireWriter;

// Fields of Summary.Value.
constexpr std::uint32_t kHistoField = 5;
constexpr std::uint32_t kTensorField = 8;

std::size_t VarintBytes(std::uint64_t value) {
  return (static_cast<std::size_t>(std::bit_width(value | 1)) + 6) / 7;
}

// A field with a number below 16 that holds `size` bytes.
std::size_t FieldBytes(std::size_t size) { return 1 + VarintBytes(size) + size; }

// Opens such a field: the caller appends just `size` bytes.
void BeginField(std::uint32_t field, std::size_t size, std::string& out) {
  out.push_back(static_cast<char>((field << 3) | 2));
  base::AppendVarint(out, size);
}

std::string EncodeMetadata(const ValueHead& head, const PluginData& plugin) {
  std::string plugin_data;
  WireWriter plugin_writer(plugin_data);
  plugin_writer.Message(1, plugin.name);
  if (!plugin.content.empty()) plugin_writer.Message(2, plugin.content);
  std::string metadata;
  WireWriter writer(metadata);
  writer.Message(1, plugin_data);
  if (!head.display_name.empty()) writer.Message(2, head.display_name);
  if (!head.description.empty()) writer.Message(3, head.description);
  return metadata;
}

// A value whose data is in `field`; `append` adds its `size` bytes. Sizes come first in protobuf,
// so they are counted before anything is written and the large bytes need to be copied only once.
template <class Append>
void AppendValue(const ValueHead& head, const PluginData& plugin, std::uint32_t field,
                 std::size_t size, std::string& summary, Append append) {
  const std::string metadata = EncodeMetadata(head, plugin);
  const std::size_t value_bytes =
      FieldBytes(head.tag.size()) + FieldBytes(size) + FieldBytes(metadata.size());
  summary.reserve(summary.size() + FieldBytes(value_bytes));
  BeginField(1, value_bytes, summary);
  WireWriter writer(summary);
  writer.Message(1, head.tag);
  BeginField(field, size, summary);
  append(summary);
  writer.Message(9, metadata);
}

std::string EncodeShape(std::span<const std::int64_t> dims) {
  std::string shape;
  for (const std::int64_t size : dims) {
    std::string dim;
    if (size != 0) WireWriter(dim).Varint(1, static_cast<std::uint64_t>(size));
    WireWriter(shape).Message(2, dim);
  }
  return shape;
}

template <class T>
std::string_view BytesOf(std::span<const T> values) {
  return base::AsText(std::as_bytes(values));
}

}  // namespace

Status CheckEventBytes(std::string_view what, std::size_t bytes) {
  if (bytes <= kMaxEventBytes) return {};
  return BeyondLimit(JoinPieces({"bytes of ", what}), bytes, kMaxEventBytes);
}

void AppendTensorValue(const ValueHead& head, const PluginData& plugin, const TensorBody& tensor,
                       std::string& summary) {
  const std::string shape = EncodeShape(tensor.dims);
  std::size_t size = 2 + FieldBytes(shape.size());
  if (!tensor.content.empty()) size += FieldBytes(tensor.content.size());
  for (const std::string_view text : tensor.strings) size += FieldBytes(text.size());
  AppendValue(head, plugin, kTensorField, size, summary, [&](std::string& out) {
    WireWriter writer(out);
    writer.Varint(1, static_cast<std::uint64_t>(tensor.type));
    writer.Message(2, shape);
    if (!tensor.content.empty()) writer.Message(4, tensor.content);
    for (const std::string_view text : tensor.strings) writer.Message(8, text);
  });
}

std::string EncodeHistogram(const ValueHead& head, std::span<const double> rows) {
  const std::int64_t dims[] = {static_cast<std::int64_t>(rows.size() / 3), 3};
  std::string summary;
  AppendTensorValue(head, {.name = "histograms"},
                    {.type = TensorType::kDouble, .dims = dims, .content = BytesOf(rows)}, summary);
  return summary;
}

std::string EncodeOldHistogram(const ValueHead& head, const HistogramFigures& figures,
                               std::span<const double> limits, std::span<const double> counts) {
  std::string histo;
  histo.reserve(64 + 8 * (limits.size() + counts.size()));
  WireWriter writer(histo);
  writer.Double(1, figures.min);
  writer.Double(2, figures.max);
  writer.Double(3, figures.num);
  writer.Double(4, figures.sum);
  writer.Double(5, figures.sum_squares);
  writer.PackedDoubles(6, limits);
  writer.PackedDoubles(7, counts);
  std::string summary;
  AppendValue(head, {.name = "histograms"}, kHistoField, histo.size(), summary,
              [&](std::string& out) { out += histo; });
  return summary;
}

std::string EncodeImages(const ValueHead& head, std::int64_t width, std::int64_t height,
                         std::span<const std::string_view> pictures) {
  const std::string width_text = std::to_string(width);
  const std::string height_text = std::to_string(height);
  std::vector<std::string_view> strings = {width_text, height_text};
  strings.insert(strings.end(), pictures.begin(), pictures.end());
  const std::int64_t dims[] = {static_cast<std::int64_t>(strings.size())};
  std::string summary;
  AppendTensorValue(head, {.name = "images"},
                    {.type = TensorType::kString, .dims = dims, .strings = strings}, summary);
  return summary;
}

std::string EncodeAudio(const ValueHead& head, std::string_view wav) {
  // AudioPluginData with the encoding WAV. The second string of a clip is its label, which readers
  // drop.
  constexpr std::string_view kWavContent = "\x10\x0B";
  constexpr std::int64_t kDims[] = {1, 2};
  const std::string_view strings[] = {wav, {}};
  std::string summary;
  AppendTensorValue(head, {.name = "audio", .content = kWavContent},
                    {.type = TensorType::kString, .dims = kDims, .strings = strings}, summary);
  return summary;
}

std::string EncodeText(const ValueHead& head, std::span<const std::int64_t> dims,
                       std::span<const std::string_view> texts) {
  std::string summary;
  AppendTensorValue(head, {.name = "text"},
                    {.type = TensorType::kString, .dims = dims, .strings = texts}, summary);
  return summary;
}

std::string EncodePrCurve(const ValueHead& head, std::span<const float> rows) {
  const std::size_t thresholds = rows.size() / 6;
  const std::int64_t dims[] = {6, static_cast<std::int64_t>(thresholds)};
  std::string content;
  WireWriter(content).Varint(2, thresholds);
  std::string summary;
  AppendTensorValue(head, {.name = "pr_curves", .content = content},
                    {.type = TensorType::kFloat, .dims = dims, .content = BytesOf(rows)}, summary);
  return summary;
}

std::string EncodeTaggedRunMetadata(std::string_view tag, std::string_view run_metadata) {
  std::string body;
  body.reserve(FieldBytes(tag.size()) + FieldBytes(run_metadata.size()));
  WireWriter writer(body);
  writer.Message(1, tag);
  writer.Message(2, run_metadata);
  return body;
}

}  // namespace sightglass::writer
