#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/ids.h"
#include "base/wire_writer.h"
#include "format/event.h"
#include "format/tensor.h"

namespace sightglass::format {

// Bytes of events and records, as TensorFlow and its friends write them. Everything appends to a
// std::string, so that a caller can build a whole file in one buffer.

using base::AppendFrame;
using base::WireWriter;

// Payloads (unframed).
std::string EncodeFileVersion(double wall_time, std::string_view version = "brain.Event:2",
                              std::string_view writer = {});
// `summary` is a serialized Summary: JoinValues() joins serialized Value messages into one.
std::string EncodeSummaryEvent(double wall_time, base::Step step, std::string_view summary);
std::string EncodeBytesEvent(double wall_time, base::Step step, EventWhat what,
                             std::string_view body);
std::string EncodeSessionLog(double wall_time, base::Step step, SessionStatus status);
std::string JoinValues(std::span<const std::string> values);

struct MetadataFields {
  std::string_view plugin_name = {};
  std::string_view plugin_content = {};
  std::string_view display_name = {};
  std::string_view description = {};
  DataClass data_class = DataClass::kUnknown;
};
std::string EncodeMetadata(const MetadataFields& fields);

// Serialized Summary.Value messages. `metadata` is a serialized SummaryMetadata, left out when
// empty.
std::string EncodeSimpleValue(std::string_view tag, float value, std::string_view metadata = {});
std::string EncodeTensorValue(std::string_view tag, std::string_view tensor,
                              std::string_view metadata = {});
std::string EncodeImageValue(std::string_view tag, int height, int width, int colorspace,
                             std::string_view encoded);

// Serialized TensorProto messages.
std::string EncodeFloatScalar(float value);  // DT_FLOAT, shape [], tensor_content: as TF2 writes it
std::string EncodeTensorContent(DataType dtype, std::span<const std::int64_t> dims,
                                std::string_view content);
std::string EncodeStringTensor(std::span<const std::int64_t> dims,
                               std::span<const std::string> strings);

}  // namespace sightglass::format
