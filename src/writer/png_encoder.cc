#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "writer/animation_frames.h"
#include "writer/deflate_encoder.h"
#include "writer/image_encoders.h"
#include "writer/png_filter.h"

namespace sightglass::writer {
namespace {

void AppendBig16(std::uint32_t value, std::string& out) {
  out.push_back(static_cast<char>(value >> 8));
  out.push_back(static_cast<char>(value));
}

void AppendBig32(std::uint32_t value, std::string& out) {
  AppendBig16(value >> 16, out);
  AppendBig16(value, out);
}

// Begins a chunk whose length is not known yet; EndChunk() fills it in.
std::size_t BeginChunk(std::string_view type, std::string& out) {
  const std::size_t begin = out.size();
  out.append(4, '\0');
  out.append(type);
  return begin;
}

void EndChunk(std::size_t begin, std::string& out) {
  const std::size_t size = out.size() - begin - 8;
  for (std::size_t i = 0; i < 4; ++i) out[begin + i] = static_cast<char>(size >> (24 - 8 * i));
  AppendBig32(ExtendCrc32(0, std::string_view(out).substr(begin + 4)), out);
}

void AppendHead(std::int64_t width, std::int64_t height, std::int64_t channels, std::string& out) {
  constexpr std::array<char, 5> kColorTypes = {0, 0, 4, 2, 6};  // by the number of channels
  out.append("\x89PNG\r\n\x1A\n");
  const std::size_t header = BeginChunk("IHDR", out);
  AppendBig32(static_cast<std::uint32_t>(width), out);
  AppendBig32(static_cast<std::uint32_t>(height), out);
  out.push_back(8);  // bits
  out.push_back(kColorTypes[static_cast<std::size_t>(channels)]);
  out.append(3, '\0');  // deflate, the five filters, not interlaced
  EndChunk(header, out);
}

void AppendData(const PixelView& picture, std::string& out) {
  const std::size_t data = BeginChunk("IDAT", out);
  AppendZlib(FilterRows(picture), out);
  EndChunk(data, out);
}

void AppendEnd(std::string& out) { EndChunk(BeginChunk("IEND", out), out); }

// How long a frame is shown, in seconds, as a fraction of 16-bit numbers.
struct Delay {
  std::uint32_t numerator;
  std::uint32_t denominator;
};

Delay DelayOf(double frames_per_second) {
  if (frames_per_second >= 1 && frames_per_second <= 65'535 &&
      frames_per_second == std::floor(frames_per_second)) {
    return {1, static_cast<std::uint32_t>(frames_per_second)};
  }
  // As fine as the longest of both sides allows: milliseconds for up to a minute.
  const double seconds = 1 / frames_per_second;
  const double denominator = seconds <= 65 ? 1'000 : 1;
  const double numerator = std::round(std::min(seconds * denominator, 65'535.0));
  return {static_cast<std::uint32_t>(numerator), static_cast<std::uint32_t>(denominator)};
}

void AppendFrameControl(std::uint32_t number, const PixelRect& area, Delay delay,
                        std::string& out) {
  const std::size_t control = BeginChunk("fcTL", out);
  AppendBig32(number, out);
  AppendBig32(static_cast<std::uint32_t>(area.width), out);
  AppendBig32(static_cast<std::uint32_t>(area.height), out);
  AppendBig32(static_cast<std::uint32_t>(area.left), out);
  AppendBig32(static_cast<std::uint32_t>(area.top), out);
  AppendBig16(delay.numerator, out);
  AppendBig16(delay.denominator, out);
  // Stays as it is afterwards, and replaces what was there, transparency included.
  out.append(2, '\0');
  EndChunk(control, out);
}

}  // namespace

void AppendPng(const PixelView& picture, std::string& out) {
  AppendHead(picture.width, picture.height, picture.channels, out);
  AppendData(picture, out);
  AppendEnd(out);
}

Status AppendAnimatedPng(const Numbers& frames, const PixelShape& shape, double frames_per_second,
                         std::string& out) {
  AppendHead(shape.width, shape.height, shape.channels, out);
  const std::size_t control = BeginChunk("acTL", out);
  AppendBig32(static_cast<std::uint32_t>(shape.count), out);
  AppendBig32(0, out);  // for ever
  EndChunk(control, out);

  const Delay delay = DelayOf(frames_per_second);
  std::uint32_t number = 0;  // of fcTL and fdAT chunks
  // Two, because a frame is compared with the one before.
  std::array<PixelBuffer, 2> scratch;
  PixelView before;
  PixelBuffer part;
  for (std::int64_t i = 0; i < shape.count; ++i) {
    const PixelView now = ConvertPixels(frames, shape, i, scratch[static_cast<std::size_t>(i % 2)]);
    if (i == 0) {
      AppendFrameControl(number++, {0, 0, shape.width, shape.height}, delay, out);
      AppendData(now, out);
    } else {
      const PixelRect area = ChangedArea(before, now);
      CutOut(now, area, part);
      AppendFrameControl(number++, area, delay, out);
      const std::size_t data = BeginChunk("fdAT", out);
      AppendBig32(number++, out);
      AppendZlib(FilterRows(ViewOf(part)), out);
      EndChunk(data, out);
    }
    before = now;
  }
  AppendEnd(out);
  return {};
}

}  // namespace sightglass::writer
