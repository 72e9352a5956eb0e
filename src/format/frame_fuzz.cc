// Any bytes as a stretch of an event file: every frame is read, every search equals the plain one.

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/bytes.h"
#include "base/check.h"
#include "format/encode.h"
#include "format/frame.h"

namespace sightglass::format {
namespace {

bool IsSound(FrameState state) {
  return state != FrameState::kDamagedHeader && state != FrameState::kTooLarge;
}

void Run(base::Bytes file) {
  std::size_t at = 0;
  while (at < file.size()) {
    const base::Bytes rest = file.subspan(at);
    const Frame frame = ReadFrame(rest);
    std::size_t next = file.size();
    switch (frame.state) {
      case FrameState::kRecord: {
        CHECK(frame.frame_bytes == frame.payload.size() + kFrameOverheadBytes);
        std::string again;
        AppendFrame(again, base::AsText(frame.payload));
        CHECK(again == base::AsText(rest.subspan(0, frame.frame_bytes)));
        next = at + frame.frame_bytes;
        break;
      }
      case FrameState::kIncomplete:
        CHECK(frame.frame_bytes > rest.size());
        break;
      case FrameState::kDamagedPayload:
        CHECK(frame.frame_bytes <= rest.size());
        next = FindSoundHeader(file, at + 1);
        break;
      case FrameState::kDamagedHeader:
      case FrameState::kTooLarge: {
        CHECK(frame.payload.empty());
        next = FindSoundHeader(file, at + 1);
        std::size_t plain = at + 1;
        while (plain + kFrameHeaderBytes <= file.size() &&
               !IsSound(ReadFrame(file.subspan(plain)).state)) {
          ++plain;
        }
        CHECK(next == plain);
        break;
      }
    }
    CHECK(next > at);
    at = next;
  }
  std::string framed;
  AppendFrame(framed, base::AsText(file));
  const Frame frame = ReadFrame(base::AsBytes(framed));
  CHECK(frame.state == FrameState::kRecord);
  CHECK(base::AsText(frame.payload) == base::AsText(file));
}

}  // namespace
}  // namespace sightglass::format

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sightglass::format::Run(std::as_bytes(std::span(data, size)));
  return 0;
}
