// Any bytes as the payload of a record: parse the event, walk its values, read its numbers.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/bytes.h"
#include "base/check.h"
#include "format/encode.h"
#include "format/event.h"

namespace sightglass::format {
namespace {

bool IsInside(base::Bytes part, base::Bytes whole) {
  return part.empty() ||
         (part.data() >= whole.data() && part.data() + part.size() <= whole.data() + whole.size());
}

void CheckValue(const ValueView& value, base::Bytes summary) {
  for (const base::Bytes part :
       {value.whole, value.tag, value.node_name, value.body, value.metadata}) {
    CHECK(IsInside(part, summary));
  }
  // What the quick tests let through, the full ones do too.
  CHECK(event_detail::CheckParts(value) == WireError::kOk);
  CHECK(value.has_metadata || value.metadata.empty());
  MetadataView metadata;
  CHECK(ParseMetadata(value.metadata, metadata) == WireError::kOk);
  CHECK(IsInside(metadata.plugin_name, value.metadata));
  CHECK(IsInside(metadata.plugin_content, value.metadata));
}

void Run(base::Bytes payload) {
  EventView event;
  const WireError error = ParseEvent(payload, event);
  if (error != WireError::kOk) return;
  CHECK(CheckFields(payload) == WireError::kOk);
  CHECK(IsInside(event.body, payload));
  CHECK(IsInside(event.writer, payload));

  const std::string again =
      EncodeBytesEvent(event.wall_time, event.step, event.what, base::AsText(event.body));
  EventView same;
  CHECK(ParseEvent(base::AsBytes(again), same) == WireError::kOk);
  CHECK(std::bit_cast<std::uint64_t>(same.wall_time) ==
        std::bit_cast<std::uint64_t>(event.wall_time));
  CHECK(same.step == event.step && same.what == event.what);
  CHECK(base::AsText(same.body) == base::AsText(event.body));

  if (event.what == EventWhat::kSummary) {
    ValueWalker walker(event.body);
    ValueView value;
    while (walker.Next(value)) CheckValue(value, event.body);
    CHECK(!walker.Next(value));
  } else if (event.what == EventWhat::kSessionLog) {
    SessionStatus status = SessionStatus::kUnspecified;
    static_cast<void>(ParseSessionStatus(event.body, status));
    CHECK(status <= SessionStatus::kCheckpoint);
  } else if (event.what == EventWhat::kTaggedRunMetadata) {
    TaggedRunMetadataView view;
    static_cast<void>(ParseTaggedRunMetadata(event.body, view));
    CHECK(IsInside(view.tag, event.body) && IsInside(view.run_metadata, event.body));
  }
}

}  // namespace
}  // namespace sightglass::format

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sightglass::format::Run(std::as_bytes(std::span(data, size)));
  return 0;
}
