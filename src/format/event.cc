#include "format/event.h"

namespace sightglass::format {
namespace {

// Enum values beyond the last known one read as the first: files may be newer than we are.
template <class Enum>
Enum KnownOrFirst(std::uint64_t number, Enum last) {
  return number <= static_cast<std::uint64_t>(last) ? static_cast<Enum>(number) : Enum{};
}

WireError ParsePluginData(base::Bytes message, MetadataView& view) {
  WireReader reader(message, 4);
  while (reader.Next()) {
    switch (reader.tag()) {
      case FieldTag(1, WireType::kBytes):
        view.plugin_name = reader.Bytes();
        break;
      case FieldTag(2, WireType::kBytes):
        view.plugin_content = reader.Bytes();
        break;
      default:
        reader.Skip();
    }
  }
  return reader.error();
}

}  // namespace

std::string_view EventWhatName(EventWhat what) {
  switch (what) {
    case EventWhat::kNone:
      return "none";
    case EventWhat::kFileVersion:
      return "file_version";
    case EventWhat::kGraphDef:
      return "graph_def";
    case EventWhat::kSummary:
      return "summary";
    case EventWhat::kLogMessage:
      return "log_message";
    case EventWhat::kSessionLog:
      return "session_log";
    case EventWhat::kTaggedRunMetadata:
      return "tagged_run_metadata";
    case EventWhat::kMetaGraphDef:
      return "meta_graph_def";
  }
  return "none";
}

std::string_view ValueFormName(ValueForm form) {
  switch (form) {
    case ValueForm::kNone:
      return "none";
    case ValueForm::kSimpleValue:
      return "simple_value";
    case ValueForm::kOldHistogram:
      return "obsolete_old_style_histogram";
    case ValueForm::kImage:
      return "image";
    case ValueForm::kHistogram:
      return "histo";
    case ValueForm::kAudio:
      return "audio";
    case ValueForm::kTensor:
      return "tensor";
    case ValueForm::kGraphDef:
      return "graph_def";
    case ValueForm::kMetaGraphDef:
      return "meta_graph_def";
    case ValueForm::kTaggedRunMetadata:
      return "tagged_run_metadata";
    case ValueForm::kSessionLog:
      return "session_log";
  }
  return "none";
}

namespace event_detail {

WireError ParseSourceMetadata(base::Bytes message, base::Bytes& writer) {
  WireReader reader(message, 1);
  while (reader.Next()) {
    if (reader.tag() == FieldTag(1, WireType::kBytes)) {
      writer = reader.Bytes();
    } else {
      reader.Skip();
    }
  }
  return reader.error();
}

WireError CheckParts(const ValueView& value) {
  if (value.has_metadata) {
    MetadataView metadata;
    const WireError error = ParseMetadata(value.metadata, metadata);
    if (error != WireError::kOk) return error;
  }
  switch (value.form) {
    case ValueForm::kImage:
    case ValueForm::kHistogram:
    case ValueForm::kAudio:
      return CheckFields(value.body, 3);
    case ValueForm::kTensor: {
      TensorHeader header;
      return ParseTensorHeader(value.body, header);
    }
    case ValueForm::kNone:
    case ValueForm::kSimpleValue:
    case ValueForm::kOldHistogram:  // bytes, not a message
    case ValueForm::kGraphDef:
    case ValueForm::kMetaGraphDef:
    case ValueForm::kTaggedRunMetadata:
    case ValueForm::kSessionLog:
      break;
  }
  return WireError::kOk;
}

}  // namespace event_detail

WireError ParseMetadata(base::Bytes metadata, MetadataView& view) {
  view = MetadataView{};
  WireReader reader(metadata, 3);
  while (reader.Next()) {
    switch (reader.tag()) {
      case FieldTag(1, WireType::kBytes): {
        const WireError error = ParsePluginData(reader.Bytes(), view);
        if (error != WireError::kOk) return error;
        break;
      }
      case FieldTag(2, WireType::kBytes):
        view.display_name = reader.Bytes();
        break;
      case FieldTag(3, WireType::kBytes):
        view.description = reader.Bytes();
        break;
      case FieldTag(4, WireType::kVarint):
        view.data_class = KnownOrFirst(reader.Varint(), DataClass::kBlobSequence);
        break;
      default:
        reader.Skip();
    }
  }
  return reader.error();
}

WireError ParseSessionStatus(base::Bytes session_log, SessionStatus& status) {
  status = SessionStatus::kUnspecified;
  WireReader reader(session_log, 1);
  while (reader.Next()) {
    if (reader.tag() == FieldTag(1, WireType::kVarint)) {
      status = KnownOrFirst(reader.Varint(), SessionStatus::kCheckpoint);
    } else {
      reader.Skip();
    }
  }
  return reader.error();
}

WireError ParseTaggedRunMetadata(base::Bytes message, TaggedRunMetadataView& view) {
  view = TaggedRunMetadataView{};
  WireReader reader(message, 1);
  while (reader.Next()) {
    switch (reader.tag()) {
      case FieldTag(1, WireType::kBytes):
        view.tag = reader.Bytes();
        break;
      case FieldTag(2, WireType::kBytes):
        view.run_metadata = reader.Bytes();
        break;
      default:
        reader.Skip();
    }
  }
  return reader.error();
}

}  // namespace sightglass::format
