#include "format/encode.h"

#include <bit>

namespace sightglass::format {
namespace {

// What every event has. protobuf leaves out zeros, but -0.0 is not one of them.
void AppendEventHead(WireWriter& writer, double wall_time, base::Step step) {
  if (std::bit_cast<std::uint64_t>(wall_time) != 0) writer.Double(1, wall_time);
  if (step != 0) writer.Varint(2, static_cast<std::uint64_t>(step));
}

std::uint32_t FieldOf(EventWhat what) {
  switch (what) {
    case EventWhat::kNone:
      break;
    case EventWhat::kFileVersion:
      return 3;
    case EventWhat::kGraphDef:
      return 4;
    case EventWhat::kSummary:
      return 5;
    case EventWhat::kLogMessage:
      return 6;
    case EventWhat::kSessionLog:
      return 7;
    case EventWhat::kTaggedRunMetadata:
      return 8;
    case EventWhat::kMetaGraphDef:
      return 9;
  }
  return 0;
}

std::string EncodeShape(std::span<const std::int64_t> dims) {
  std::string shape;
  WireWriter shape_writer(shape);
  for (const std::int64_t dim : dims) {
    std::string message;
    if (dim != 0) WireWriter(message).Varint(1, static_cast<std::uint64_t>(dim));
    shape_writer.Message(2, message);
  }
  return shape;
}

std::string EncodeTensorHead(DataType dtype, std::span<const std::int64_t> dims) {
  std::string tensor;
  WireWriter writer(tensor);
  writer.Varint(1, static_cast<std::uint64_t>(dtype));
  writer.Message(2, EncodeShape(dims));
  return tensor;
}

// Tag, body and metadata in the order TensorFlow writes them.
template <class WriteBody>
std::string EncodeValue(std::string_view tag, std::string_view metadata, WriteBody write_body) {
  std::string value;
  WireWriter writer(value);
  if (!tag.empty()) writer.Message(1, tag);
  write_body(writer);
  if (!metadata.empty()) writer.Message(9, metadata);
  return value;
}

}  // namespace

std::string EncodeFileVersion(double wall_time, std::string_view version, std::string_view writer) {
  std::string event;
  WireWriter event_writer(event);
  AppendEventHead(event_writer, wall_time, 0);
  event_writer.Message(3, version);
  if (!writer.empty()) {
    std::string source;
    WireWriter(source).Message(1, writer);
    event_writer.Message(10, source);
  }
  return event;
}

std::string EncodeSummaryEvent(double wall_time, base::Step step, std::string_view summary) {
  return EncodeBytesEvent(wall_time, step, EventWhat::kSummary, summary);
}

std::string EncodeBytesEvent(double wall_time, base::Step step, EventWhat what,
                             std::string_view body) {
  std::string event;
  WireWriter writer(event);
  AppendEventHead(writer, wall_time, step);
  if (what != EventWhat::kNone) writer.Message(FieldOf(what), body);
  return event;
}

std::string EncodeSessionLog(double wall_time, base::Step step, SessionStatus status) {
  std::string log;
  if (status != SessionStatus::kUnspecified) {
    WireWriter(log).Varint(1, static_cast<std::uint64_t>(status));
  }
  return EncodeBytesEvent(wall_time, step, EventWhat::kSessionLog, log);
}

std::string JoinValues(std::span<const std::string> values) {
  std::string summary;
  WireWriter writer(summary);
  for (const std::string& value : values) writer.Message(1, value);
  return summary;
}

std::string EncodeMetadata(const MetadataFields& fields) {
  std::string metadata;
  WireWriter writer(metadata);
  if (!fields.plugin_name.empty() || !fields.plugin_content.empty()) {
    std::string plugin;
    WireWriter plugin_writer(plugin);
    if (!fields.plugin_name.empty()) plugin_writer.Message(1, fields.plugin_name);
    if (!fields.plugin_content.empty()) plugin_writer.Message(2, fields.plugin_content);
    writer.Message(1, plugin);
  }
  if (!fields.display_name.empty()) writer.Message(2, fields.display_name);
  if (!fields.description.empty()) writer.Message(3, fields.description);
  if (fields.data_class != DataClass::kUnknown) {
    writer.Varint(4, static_cast<std::uint64_t>(fields.data_class));
  }
  return metadata;
}

std::string EncodeSimpleValue(std::string_view tag, float value, std::string_view metadata) {
  // A member of a oneof is written even when it is zero.
  return EncodeValue(tag, metadata, [&](WireWriter& writer) { writer.Float(2, value); });
}

std::string EncodeTensorValue(std::string_view tag, std::string_view tensor,
                              std::string_view metadata) {
  return EncodeValue(tag, metadata, [&](WireWriter& writer) { writer.Message(8, tensor); });
}

std::string EncodeImageValue(std::string_view tag, int height, int width, int colorspace,
                             std::string_view encoded) {
  std::string image;
  WireWriter image_writer(image);
  const auto varint = [&](std::uint32_t field, int number) {
    if (number != 0) image_writer.Varint(field, static_cast<std::uint64_t>(std::int64_t{number}));
  };
  varint(1, height);
  varint(2, width);
  varint(3, colorspace);
  image_writer.Message(4, encoded);
  return EncodeValue(tag, {}, [&](WireWriter& writer) { writer.Message(4, image); });
}

std::string EncodeFloatScalar(float value) {
  char content[sizeof(float)];
  std::memcpy(content, &value, sizeof(float));
  return EncodeTensorContent(DataType::kFloat, {}, {content, sizeof(float)});
}

std::string EncodeTensorContent(DataType dtype, std::span<const std::int64_t> dims,
                                std::string_view content) {
  std::string tensor = EncodeTensorHead(dtype, dims);
  WireWriter(tensor).Message(4, content);
  return tensor;
}

std::string EncodeStringTensor(std::span<const std::int64_t> dims,
                               std::span<const std::string> strings) {
  std::string tensor = EncodeTensorHead(DataType::kString, dims);
  WireWriter writer(tensor);
  for (const std::string& text : strings) writer.Message(8, text);
  return tensor;
}

}  // namespace sightglass::format
