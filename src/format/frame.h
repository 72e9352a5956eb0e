#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/bytes.h"
#include "base/crc32c.h"

namespace sightglass::format {

// TFRecord framing: u64 length, u32 masked CRC of those 8 bytes, payload, u32 masked CRC of the
// payload.
inline constexpr std::size_t kFrameHeaderBytes = 12;
inline constexpr std::size_t kFrameFooterBytes = 4;
inline constexpr std::size_t kFrameOverheadBytes = kFrameHeaderBytes + kFrameFooterBytes;

// protobuf cannot read longer messages, so no writer makes them.
inline constexpr std::uint64_t kMaxPayloadBytes = (std::uint64_t{1} << 31) - 1;

enum class FrameState : std::uint8_t {
  kRecord,      // whole, both checksums right
  kIncomplete,  // sound as far as it goes; `frame_bytes` are needed (kFrameHeaderBytes if not even
                // the header is there)
  kDamagedHeader,   // the length's checksum is wrong
  kDamagedPayload,  // the header is right, the payload's checksum is not
  kTooLarge,        // the header is right and claims more than kMaxPayloadBytes
};

struct Frame {
  FrameState state = FrameState::kIncomplete;
  base::Bytes payload;            // of kRecord
  std::uint64_t frame_bytes = 0;  // header, payload and footer; saturates at 2^64 - 1; 0 where the
                                  // header is damaged
};

namespace frame_detail {

// Does the masked CRC that stands at `at` belong to `crc`? REQUIRES: 4 readable bytes.
inline bool ChecksumIs(std::uint32_t crc, const std::byte* at) {
  return base::MaskCrc32c(crc) == base::LoadLittleEndian<std::uint32_t>(at);
}

inline std::uint64_t FrameBytes(std::uint64_t payload_bytes) {
  constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
  return payload_bytes > kMax - kFrameOverheadBytes ? kMax : payload_bytes + kFrameOverheadBytes;
}

}  // namespace frame_detail

// The frame at the start of `window`.
// Cost: the checksum of the payload; inlined into the loader's loop.
inline Frame ReadFrame(base::Bytes window) {
  if (window.size() < kFrameHeaderBytes) [[unlikely]] {
    return {.state = FrameState::kIncomplete, .payload = {}, .frame_bytes = kFrameHeaderBytes};
  }
  const auto payload_bytes = base::LoadLittleEndian<std::uint64_t>(window.data());
  if (!frame_detail::ChecksumIs(base::Crc32cOf8(payload_bytes), window.data() + 8)) [[unlikely]] {
    return {.state = FrameState::kDamagedHeader, .payload = {}, .frame_bytes = 0};
  }
  const std::uint64_t frame_bytes = frame_detail::FrameBytes(payload_bytes);
  if (payload_bytes > kMaxPayloadBytes) [[unlikely]] {
    return {.state = FrameState::kTooLarge, .payload = {}, .frame_bytes = frame_bytes};
  }
  if (window.size() < frame_bytes) [[unlikely]] {
    return {.state = FrameState::kIncomplete, .payload = {}, .frame_bytes = frame_bytes};
  }
  const base::Bytes payload = window.subspan(kFrameHeaderBytes, payload_bytes);
  if (!frame_detail::ChecksumIs(base::Crc32c(payload), payload.data() + payload.size()))
      [[unlikely]] {
    return {.state = FrameState::kDamagedPayload, .payload = {}, .frame_bytes = frame_bytes};
  }
  return {.state = FrameState::kRecord, .payload = payload, .frame_bytes = frame_bytes};
}

// Does a frame header with a right checksum and a length of at most kMaxPayloadBytes stand at the
// start of `window`? Then *frame_bytes is the size of the frame it claims. REQUIRES: window.size()
// >= kFrameHeaderBytes.
bool HasSoundHeader(base::Bytes window, std::uint64_t* frame_bytes);

// The first offset at or after `from` where a sound header stands. When no header wholly inside the
// window is sound: the place to go on from once there are more bytes, which is window.size() -
// kFrameHeaderBytes + 1 (0 if the window is smaller than a header), or `from` if that is further
// on. Cost: about a quarter of a nanosecond a byte.
std::size_t FindSoundHeader(base::Bytes window, std::size_t from);

}  // namespace sightglass::format
