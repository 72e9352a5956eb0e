#include "values/stored_event.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include "format/wire.h"
#include "values/stored_value.h"
#include "values/value_file.h"

namespace sightglass::values {
namespace {

using base::Error;
using base::ErrorCode;

// The byte that begins the message's field in what is around it.
std::optional<std::byte> FieldByte(format::ValueForm form) {
  switch (form) {
    case format::ValueForm::kGraphDef:
      return std::byte{0x22};
    case format::ValueForm::kMetaGraphDef:
      return std::byte{0x4A};
    case format::ValueForm::kTaggedRunMetadata:
      return std::byte{0x12};
    default:
      return std::nullopt;
  }
}

// Does `before` end in the head of a field that says so many bytes follow?
bool EndsInHead(base::Bytes before, std::byte field, std::uint64_t bytes) {
  for (std::size_t size = 2; size <= before.size(); ++size) {
    const base::Bytes head = before.last(size);
    if (head.front() != field) continue;
    const std::byte* const end = head.data() + head.size();
    const auto length = format::wire_detail::ParseVarint(head.data() + 1, end);
    if (length.next == end && length.value == bytes) return true;
  }
  return false;
}

}  // namespace

base::Result<StoredEvent> FindStoredEvent(const store::Run& run, const ValuePoint& point,
                                          format::ValueForm form, io::FileSystem& files) {
  const auto field = FieldByte(form);
  if (!field) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("a {} is no whole event", format::ValueFormName(form))};
  }
  ASSIGN_OR_RETURN(ValueFile opened, OpenValueFile(run, point.file, files));
  const std::uint64_t offset = point.point.offset;
  const std::uint64_t bytes = point.point.bytes;
  if (bytes > 0) {  // of an empty one nothing tells where it stood
    std::array<std::byte, 11> buffer{};
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), offset));
    ASSIGN_OR_RETURN(const std::size_t read,
                     opened.file->ReadAt(offset - wanted, std::span(buffer).first(wanted)));
    if (!EndsInHead(base::Bytes(buffer).first(read), *field, bytes)) {
      return ValueLost("another event stands there", opened.path);
    }
  }
  return StoredEvent{.file = std::move(opened.file), .offset = offset, .bytes = bytes};
}

base::Result<std::unique_ptr<std::byte[]>> ReadStoredEvent(const StoredEvent& event) {
  if (event.bytes > kMaxValueBytes) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("value of {} bytes, limit {}", event.bytes, kMaxValueBytes)};
  }
  const auto size = static_cast<std::size_t>(event.bytes);
  auto buffer = std::make_unique_for_overwrite<std::byte[]>(size);
  ASSIGN_OR_RETURN(const std::size_t read, event.file->ReadAt(event.offset, {buffer.get(), size}));
  if (read < size) {
    return Error{
        ErrorCode::kDataLoss,
        fmt::format("the file changed since it was read: {} of {} bytes are there", read, size)};
  }
  return buffer;
}

}  // namespace sightglass::values
