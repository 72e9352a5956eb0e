#include "format/frame.h"

#include <algorithm>
#include <limits>

#include "base/check.h"

namespace sightglass::format {

bool HasSoundHeader(base::Bytes window, std::uint64_t* frame_bytes) {
  DCHECK(window.size() >= kFrameHeaderBytes);
  const auto payload_bytes = base::LoadLittleEndian<std::uint64_t>(window.data());
  // Four bytes and a bit of a sound length are zero: in a search nearly every offset is out here.
  if (payload_bytes > kMaxPayloadBytes) return false;
  if (!frame_detail::ChecksumIs(base::Crc32cOf8(payload_bytes), window.data() + 8)) return false;
  *frame_bytes = frame_detail::FrameBytes(payload_bytes);
  return true;
}

std::size_t FindSoundHeader(base::Bytes window, std::size_t from) {
  if (window.size() < kFrameHeaderBytes) return from;
  const std::size_t past_last = window.size() - kFrameHeaderBytes + 1;
  std::uint64_t frame_bytes = 0;
  // The upper half of a sound length is zero. A byte that is not rules out all offsets at which it
  // would be part of that half, four with one look.
  static_assert(kMaxPayloadBytes <= std::numeric_limits<std::uint32_t>::max());
  std::size_t offset = from;
  while (offset < past_last) {
    std::size_t last = 7;
    while (last >= 4 && window[offset + last] == std::byte{0}) --last;
    if (last >= 4) {
      offset += last - 3;
      continue;
    }
    if (HasSoundHeader(window.subspan(offset), &frame_bytes)) return offset;
    ++offset;
  }
  return std::max(from, past_last);
}

}  // namespace sightglass::format
