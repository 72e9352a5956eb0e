#include <fmt/format.h>
#include <gif_lib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <vector>

#include "kinds/images/image_codecs.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;

int ReadBytes(GifFileType* gif, GifByteType* to, int size) {
  auto& rest = *static_cast<base::Bytes*>(gif->UserData);
  const std::size_t taken = std::min(static_cast<std::size_t>(std::max(size, 0)), rest.size());
  std::memcpy(to, rest.data(), taken);
  rest = rest.subspan(taken);
  return static_cast<int>(taken);
}

struct GifReader {
  GifFileType* gif = nullptr;

  GifReader() = default;
  GifReader(const GifReader&) = delete;
  GifReader& operator=(const GifReader&) = delete;
  ~GifReader() {
    int error = 0;
    if (gif != nullptr) DGifCloseFile(gif, &error);
  }
};

Error Damaged(int code) {
  const char* const text = GifErrorString(code);
  return {ErrorCode::kInvalidArgument,
          fmt::format("damaged gif: {}", text != nullptr ? text : "its blocks are broken")};
}

// The transparent colour of the frame that follows, if there is one.
base::Status ReadExtension(GifFileType* gif, std::optional<int>& transparent) {
  int code = 0;
  GifByteType* block = nullptr;
  if (DGifGetExtension(gif, &code, &block) == GIF_ERROR) return Damaged(gif->Error);
  if (code == GRAPHICS_EXT_FUNC_CODE && block != nullptr && block[0] >= 4) {
    if ((block[1] & 1) != 0) transparent = block[4];
  }
  while (block != nullptr) {
    if (DGifGetExtensionNext(gif, &block) == GIF_ERROR) return Damaged(gif->Error);
  }
  return base::OkStatus();
}

// Goes on to the first picture.
base::Status FindFrame(GifFileType* gif, std::optional<int>& transparent) {
  while (true) {
    GifRecordType type = UNDEFINED_RECORD_TYPE;
    if (DGifGetRecordType(gif, &type) == GIF_ERROR) return Damaged(gif->Error);
    if (type == EXTENSION_RECORD_TYPE) {
      RETURN_IF_ERROR(ReadExtension(gif, transparent));
    } else if (type == IMAGE_DESC_RECORD_TYPE) {
      if (DGifGetImageDesc(gif) == GIF_ERROR) return Damaged(gif->Error);
      return base::OkStatus();
    } else {
      return Error{ErrorCode::kInvalidArgument, "damaged gif: it holds no picture"};
    }
  }
}

// In which order the lines of an interlaced frame come.
std::vector<int> LineOrder(int height, bool interlaced) {
  std::vector<int> order;
  order.reserve(static_cast<std::size_t>(height));
  if (!interlaced) {
    for (int y = 0; y < height; ++y) order.push_back(y);
    return order;
  }
  constexpr std::array<std::array<int, 2>, 4> kPasses = {{{0, 8}, {4, 8}, {2, 4}, {1, 2}}};
  for (const auto& [first, stride] : kPasses) {
    for (int y = first; y < height; y += stride) order.push_back(y);
  }
  return order;
}

}  // namespace

base::Status DecodeGifRows(base::Bytes encoded, const ImageHeader& header, RowScaler& scaler) {
  base::Bytes rest = encoded;
  int error = 0;
  GifReader reader;
  reader.gif = DGifOpen(&rest, ReadBytes, &error);
  if (reader.gif == nullptr) return Damaged(error);
  std::optional<int> transparent;
  RETURN_IF_ERROR(FindFrame(reader.gif, transparent));
  const GifImageDesc& frame = reader.gif->Image;
  const ColorMapObject* const colors =
      frame.ColorMap != nullptr ? frame.ColorMap : reader.gif->SColorMap;
  if (colors == nullptr) return Error{ErrorCode::kInvalidArgument, "damaged gif: no palette"};
  const auto width = static_cast<int>(header.width);
  const auto height = static_cast<int>(header.height);
  if (frame.Left < 0 || frame.Top < 0 || frame.Width <= 0 || frame.Height <= 0 ||
      frame.Left + frame.Width > width || frame.Top + frame.Height > height) {
    return Error{ErrorCode::kInvalidArgument, "damaged gif: a frame lies outside the picture"};
  }

  // One byte a pixel of the frame; what the frame leaves out is transparent.
  const auto frame_width = static_cast<std::size_t>(frame.Width);
  std::vector<GifPixelType> indices(frame_width * static_cast<std::size_t>(frame.Height));
  for (const int y : LineOrder(frame.Height, frame.Interlace)) {
    GifPixelType* const line = indices.data() + static_cast<std::size_t>(y) * frame_width;
    if (DGifGetLine(reader.gif, line, frame.Width) == GIF_ERROR) return Damaged(reader.gif->Error);
  }
  scaler.Begin({.width = header.width, .height = header.height});
  std::vector<std::uint8_t> row(std::size_t{header.width} * 4);
  for (int y = 0; y < height; ++y) {
    std::ranges::fill(row, std::uint8_t{0});
    const bool has_pixels = y >= frame.Top && y < frame.Top + frame.Height;
    for (std::size_t x = 0; has_pixels && x < frame_width; ++x) {
      const int index = indices[static_cast<std::size_t>(y - frame.Top) * frame_width + x];
      if (index >= colors->ColorCount || index == transparent) continue;
      const GifColorType& color = colors->Colors[index];
      std::uint8_t* const pixel = row.data() + (static_cast<std::size_t>(frame.Left) + x) * 4;
      pixel[0] = color.Red;
      pixel[1] = color.Green;
      pixel[2] = color.Blue;
      pixel[3] = 255;
    }
    scaler.Add(row);
  }
  return base::OkStatus();
}

}  // namespace sightglass::kinds
