#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/bytes.h"
#include "base/ids.h"
#include "format/tensor.h"
#include "format/wire.h"

namespace sightglass::format {

// Which member of Event's oneof is set. Where a message sets several, the last one counts, as
// protobuf has it.
enum class EventWhat : std::uint8_t {
  kNone,
  kFileVersion,
  kGraphDef,
  kSummary,
  kLogMessage,
  kSessionLog,
  kTaggedRunMetadata,
  kMetaGraphDef,
};

// As in event.proto: "file_version", "summary", ...; "none".
std::string_view EventWhatName(EventWhat what);

// One Event, in place: the views point into the payload.
struct EventView {
  double wall_time = 0;  // as written: may be NaN or infinite
  base::Step step = 0;
  EventWhat what = EventWhat::kNone;
  base::Bytes body;    // the bytes of the member that is set
  base::Bytes writer;  // source_metadata.writer
};

// Cost: one pass over the outer fields; no allocation. What is inside `body` is not looked at.
WireError ParseEvent(base::Bytes payload, EventView& event);

enum class ValueForm : std::uint8_t {
  kNone,  // metadata only
  kSimpleValue,
  kOldHistogram,  // obsolete_old_style_histogram: never shown by anyone
  kImage,
  kHistogram,
  kAudio,
  kTensor,
  kGraphDef,  // the remaining forms are not Summary.Value members: whole events kept by reference
  kMetaGraphDef,
  kTaggedRunMetadata,
  kSessionLog,
};

// As in summary.proto: "simple_value", "histo", ...; "none".
std::string_view ValueFormName(ValueForm form);

// One Summary.Value, in place.
struct ValueView {
  base::Bytes whole;      // the message itself: what a reference stores
  base::Bytes tag;        // any bytes; the proto demands UTF-8, files do not always obey
  base::Bytes node_name;  // stands in for an empty tag of a tensor value
  ValueForm form = ValueForm::kNone;
  float simple_value = 0;
  base::Bytes body;  // of image, histo, audio, tensor
  bool has_metadata = false;
  base::Bytes metadata;
};

// Walks the values of a Summary in order. What a value holds is proven to be protobuf as well: the
// fields of its metadata, image, audio and histogram, and those of its tensor down to every nested
// one.
//
//   ValueWalker walker(event.body);
//   ValueView value;
//   while (walker.Next(value)) { ... }
//   if (walker.error() != WireError::kOk) ...
class ValueWalker {
 public:
  explicit ValueWalker(base::Bytes summary) : reader_(summary, 1) {}

  // false at the end, and at the first thing that is not protobuf.
  bool Next(ValueView& value);
  [[nodiscard]] WireError error() const { return error_; }

 private:
  WireReader reader_;
  WireError error_ = WireError::kOk;
};

// Numbers as in summary.proto.
enum class DataClass : std::uint8_t { kUnknown = 0, kScalar = 1, kTensor = 2, kBlobSequence = 3 };

struct MetadataView {
  base::Bytes plugin_name;
  base::Bytes plugin_content;
  base::Bytes display_name;
  base::Bytes description;
  DataClass data_class = DataClass::kUnknown;  // numbers not known here read as kUnknown
};

WireError ParseMetadata(base::Bytes metadata, MetadataView& view);

// Numbers as in SessionLog.SessionStatus.
enum class SessionStatus : std::uint8_t {
  kUnspecified = 0,
  kStart = 1,
  kStop = 2,
  kCheckpoint = 3
};

WireError ParseSessionStatus(base::Bytes session_log, SessionStatus& status);

struct TaggedRunMetadataView {
  base::Bytes tag;
  base::Bytes run_metadata;
};

WireError ParseTaggedRunMetadata(base::Bytes message, TaggedRunMetadataView& view);

// What follows is inline because it runs once per event: 5 million times for a file of 300 MB.

namespace event_detail {

WireError ParseSourceMetadata(base::Bytes message, base::Bytes& writer);

// Are the messages inside `value` protobuf?
WireError CheckParts(const ValueView& value);

// A SummaryMetadata that has a short plugin name, perhaps a data class, and nothing else: what
// scalars have.
inline bool IsPlainMetadata(base::Bytes metadata) {
  const std::size_t size = metadata.size();
  if (size < 4 || size > 128) return false;
  const auto at = [&](std::size_t i) { return std::to_integer<std::size_t>(metadata[i]); };
  if (at(0) != 0x0A || at(2) != 0x0A || at(3) + 2 != at(1)) return false;
  return at(1) + 2 == size || (at(1) + 4 == size && at(size - 2) == 0x20 && at(size - 1) < 0x80);
}

// Proven by looking at a few bytes; false means only that CheckParts must look.
inline bool HasPlainParts(const ValueView& value) {
  if (value.has_metadata && !IsPlainMetadata(value.metadata)) return false;
  float number = 0;
  return value.form == ValueForm::kSimpleValue ||
         (value.form == ValueForm::kTensor && tensor_detail::ReadPlainFloat(value.body, number));
}

inline WireError ParseValue(base::Bytes message, ValueView& value) {
  value = ValueView{};
  value.whole = message;
  WireReader reader(message, 2);
  const auto set_body = [&](ValueForm form) {
    value.form = form;
    value.body = reader.Bytes();
  };
  while (reader.Next()) {
    switch (reader.tag()) {
      case FieldTag(1, WireType::kBytes):
        value.tag = reader.Bytes();
        break;
      case FieldTag(2, WireType::kFixed32):
        value.form = ValueForm::kSimpleValue;
        value.simple_value = std::bit_cast<float>(reader.Fixed32());
        value.body = {};
        break;
      case FieldTag(3, WireType::kBytes):
        set_body(ValueForm::kOldHistogram);
        break;
      case FieldTag(4, WireType::kBytes):
        set_body(ValueForm::kImage);
        break;
      case FieldTag(5, WireType::kBytes):
        set_body(ValueForm::kHistogram);
        break;
      case FieldTag(6, WireType::kBytes):
        set_body(ValueForm::kAudio);
        break;
      case FieldTag(7, WireType::kBytes):
        value.node_name = reader.Bytes();
        break;
      case FieldTag(8, WireType::kBytes):
        set_body(ValueForm::kTensor);
        break;
      case FieldTag(9, WireType::kBytes):
        value.has_metadata = true;
        value.metadata = reader.Bytes();
        break;
      default:
        reader.Skip();
    }
  }
  if (reader.error() != WireError::kOk) [[unlikely]]
    return reader.error();
  return HasPlainParts(value) ? WireError::kOk : CheckParts(value);
}

}  // namespace event_detail

inline WireError ParseEvent(base::Bytes payload, EventView& event) {
  event = EventView{};
  WireReader reader(payload);
  const auto set_body = [&](EventWhat what) {
    event.what = what;
    event.body = reader.Bytes();
  };
  while (reader.Next()) {
    switch (reader.tag()) {
      case FieldTag(1, WireType::kFixed64):
        event.wall_time = std::bit_cast<double>(reader.Fixed64());
        break;
      case FieldTag(2, WireType::kVarint):
        event.step = static_cast<base::Step>(reader.Varint());
        break;
      case FieldTag(3, WireType::kBytes):
        set_body(EventWhat::kFileVersion);
        break;
      case FieldTag(4, WireType::kBytes):
        set_body(EventWhat::kGraphDef);
        break;
      case FieldTag(5, WireType::kBytes):
        set_body(EventWhat::kSummary);
        break;
      case FieldTag(6, WireType::kBytes):
        set_body(EventWhat::kLogMessage);
        break;
      case FieldTag(7, WireType::kBytes):
        set_body(EventWhat::kSessionLog);
        break;
      case FieldTag(8, WireType::kBytes):
        set_body(EventWhat::kTaggedRunMetadata);
        break;
      case FieldTag(9, WireType::kBytes):
        set_body(EventWhat::kMetaGraphDef);
        break;
      case FieldTag(10, WireType::kBytes): {
        const WireError error = event_detail::ParseSourceMetadata(reader.Bytes(), event.writer);
        if (error != WireError::kOk) return error;
        break;
      }
      default:
        reader.Skip();
    }
  }
  return reader.error();
}

inline bool ValueWalker::Next(ValueView& value) {
  while (reader_.Next()) {
    if (reader_.tag() != FieldTag(1, WireType::kBytes)) [[unlikely]] {
      reader_.Skip();
      continue;
    }
    const base::Bytes message = reader_.Bytes();
    if (reader_.error() != WireError::kOk) [[unlikely]]
      break;
    error_ = event_detail::ParseValue(message, value);
    if (error_ == WireError::kOk) [[likely]]
      return true;
    reader_ = WireReader({});  // nothing after this can be trusted
    return false;
  }
  if (error_ == WireError::kOk) error_ = reader_.error();
  return false;
}

}  // namespace sightglass::format
