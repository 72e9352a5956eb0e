#include "values/stored_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>

#include "format/wire.h"
#include "values/value_file.h"

namespace sightglass::values {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

// A summary with one value is this byte, the value's length and the value.
constexpr std::byte kValueField{0x0A};
constexpr std::size_t kMaxPrefixBytes = 1 + 5;

// Writes the head of a summary's field so that it ends at `end`; where it begins.
std::byte* WritePrefix(std::uint32_t bytes, std::byte* end) {
  std::byte prefix[kMaxPrefixBytes];
  std::size_t size = 0;
  prefix[size++] = kValueField;
  for (; bytes >= 0x80; bytes >>= 7) prefix[size++] = std::byte((bytes & 0x7F) | 0x80);
  prefix[size++] = std::byte(bytes);
  return std::copy(prefix, prefix + size, end - size) - size;
}

}  // namespace

Result<StoredValue> ReadStoredValue(const store::Run& run, const store::Series& series,
                                    const ValuePoint& point, io::FileSystem& files) {
  const std::uint32_t bytes = point.point.bytes;
  if (bytes > kMaxValueBytes) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("value of {} bytes, limit {}", bytes, kMaxValueBytes)};
  }
  ASSIGN_OR_RETURN(const ValueFile opened, OpenValueFile(run, point.file, files));
  // Room before the value, so that it can be walked as a summary that has only this one.
  auto buffer = std::make_unique_for_overwrite<std::byte[]>(kMaxPrefixBytes + bytes);
  std::byte* const value = buffer.get() + kMaxPrefixBytes;
  ASSIGN_OR_RETURN(const std::size_t read, opened.file->ReadAt(point.point.offset, {value, bytes}));
  if (read < bytes) {
    return ValueLost(fmt::format("{} of {} bytes are there", read, bytes), opened.path);
  }

  const std::byte* const begin = WritePrefix(bytes, value);
  format::ValueWalker walker({begin, static_cast<std::size_t>(value + bytes - begin)});
  format::ValueView view;
  if (!walker.Next(view)) return ValueLost(format::WireErrorText(walker.error()), opened.path);
  const bool by_node = view.tag.empty() && view.form == format::ValueForm::kTensor;
  if (base::AsText(by_node ? view.node_name : view.tag) != series.tag_name) {
    return ValueLost("another tag stands there", opened.path);
  }
  return StoredValue(std::move(buffer), view);
}

}  // namespace sightglass::values
