#include <fmt/format.h>
#include <webp/decode.h>
#include <webp/demux.h>

#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "kinds/images/image_codecs.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;

Error Damaged(std::string_view what) {
  return {ErrorCode::kInvalidArgument, fmt::format("damaged webp: {}", what)};
}

struct DemuxerCloser {
  void operator()(WebPDemuxer* demuxer) const { WebPDemuxDelete(demuxer); }
};

struct FrameReader {
  WebPIterator frame{};

  FrameReader() = default;
  FrameReader(const FrameReader&) = delete;
  FrameReader& operator=(const FrameReader&) = delete;
  ~FrameReader() { WebPDemuxReleaseIterator(&frame); }
};

}  // namespace

base::Status DecodeWebpRows(base::Bytes encoded, const ImageHeader& header, RowScaler& scaler) {
  const WebPData data{.bytes = reinterpret_cast<const std::uint8_t*>(encoded.data()),
                      .size = encoded.size()};
  // A cut file is refused here, since all its chunks must be there.
  const std::unique_ptr<WebPDemuxer, DemuxerCloser> demuxer(WebPDemux(&data));
  if (demuxer == nullptr) return Damaged("its chunks are broken, or it is cut short");
  FrameReader reader;
  const WebPIterator& frame = reader.frame;
  if (WebPDemuxGetFrame(demuxer.get(), 1, &reader.frame) == 0) {
    return Damaged("it holds no picture");
  }
  const std::size_t width = header.width;
  const std::size_t height = header.height;
  if (frame.x_offset < 0 || frame.y_offset < 0 || frame.width <= 0 || frame.height <= 0 ||
      static_cast<std::size_t>(frame.x_offset) + static_cast<std::size_t>(frame.width) > width ||
      static_cast<std::size_t>(frame.y_offset) + static_cast<std::size_t>(frame.height) > height) {
    return Damaged("a frame lies outside the picture");
  }
  // The frame goes to its place; the rest stays transparent.
  std::vector<std::uint8_t> canvas(width * height * 4);
  const std::size_t at = (static_cast<std::size_t>(frame.y_offset) * width +
                          static_cast<std::size_t>(frame.x_offset)) *
                         4;
  if (WebPDecodeRGBAInto(frame.fragment.bytes, frame.fragment.size, canvas.data() + at,
                         canvas.size() - at, static_cast<int>(width * 4)) == nullptr) {
    return Damaged("its pixels cannot be unpacked");
  }
  scaler.Begin({.width = header.width, .height = header.height});
  for (std::size_t y = 0; y < height; ++y) {
    scaler.Add({canvas.data() + y * width * 4, width * 4});
  }
  return base::OkStatus();
}

}  // namespace sightglass::kinds
