#include "kinds/images/image_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <string>

#include "base/text.h"
#include "kinds/images/byte_cursor.h"

namespace sightglass::kinds {
namespace {

using base::Bytes;
using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::string_view kPngMagic = "\x89PNG\r\n\x1a\n";

Error Damaged(std::string_view format, std::string_view what) {
  return {ErrorCode::kInvalidArgument, fmt::format("damaged {}: {}", format, what)};
}

Error CutShort(std::string_view format) { return Damaged(format, "it ends within its header"); }

Result<ImageHeader> Checked(const ImageHeader& header) {
  if (header.width == 0 || header.height == 0) {
    return Damaged(ImageFormatName(header.format),
                   fmt::format("it claims {} x {} pixels", header.width, header.height));
  }
  return header;
}

Result<ImageHeader> PngHeader(Bytes encoded) {
  ByteCursor at(encoded.subspan(kPngMagic.size()));
  ImageHeader header{.format = ImageFormat::kPng};
  bool first = true;
  bool has_transparency = false;
  // Up to the first pixels: what tells of frames and transparency stands before them.
  while (true) {
    const std::uint32_t length = at.BigEndian32();
    const std::string_view type = at.Text(4);
    if (at.failed()) return CutShort("png");
    if (first != (type == "IHDR")) return Damaged("png", "IHDR is not its first chunk");
    if (type == "IDAT" || type == "IEND") break;
    ByteCursor chunk(at.Take(length));
    at.Take(4);  // checksum
    if (at.failed()) return CutShort("png");
    if (first) {
      header.width = chunk.BigEndian32();
      header.height = chunk.BigEndian32();
      header.bit_depth = chunk.Byte();
      const std::uint32_t color = chunk.Byte();
      chunk.Take(2);  // compression and filter: there is one of each
      header.interlaced = chunk.Byte() != 0;
      if (chunk.failed()) return CutShort("png");
      constexpr std::uint32_t kChannels[] = {1, 0, 3, 3, 2, 0, 4};
      if (color >= std::size(kChannels) || kChannels[color] == 0) {
        return Damaged("png", fmt::format("no color type {}", color));
      }
      header.channels = kChannels[color];
      first = false;
    } else if (type == "acTL") {
      header.frames = std::max<std::uint32_t>(chunk.BigEndian32(), 1);
    } else if (type == "tRNS") {
      has_transparency = true;
    }
  }
  if (has_transparency && header.channels % 2 == 1) ++header.channels;
  return Checked(header);
}

Result<ImageHeader> JpegHeader(Bytes encoded) {
  ByteCursor at(encoded.subspan(2));
  while (true) {
    if (at.Byte() != 0xFF) return at.failed() ? CutShort("jpeg") : Damaged("jpeg", "no marker");
    std::uint32_t marker = 0xFF;
    while (marker == 0xFF && !at.failed()) marker = at.Byte();           // any number of fill bytes
    if (marker == 0x01 || (marker >= 0xD0 && marker <= 0xD7)) continue;  // stand alone
    const std::uint32_t length = at.BigEndian16();
    if (at.failed()) return CutShort("jpeg");
    if (marker == 0xD9 || marker == 0xDA) return Damaged("jpeg", "no frame before its pixels");
    if (length < 2) return Damaged("jpeg", fmt::format("a segment of {} bytes", length));
    ByteCursor segment(at.Take(length - 2));
    if (at.failed()) return CutShort("jpeg");
    const bool is_frame =
        marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
    if (!is_frame) continue;
    ImageHeader header{.format = ImageFormat::kJpeg};
    header.bit_depth = segment.Byte();
    header.height = segment.BigEndian16();
    header.width = segment.BigEndian16();
    header.channels = segment.Byte();
    header.interlaced = marker == 0xC2 || marker == 0xC6 || marker == 0xCA || marker == 0xCE;
    if (segment.failed()) return CutShort("jpeg");
    return Checked(header);
  }
}

// Past data sub-blocks; false if they have no end.
bool SkipGifBlocks(ByteCursor& at) {
  while (const std::uint32_t length = at.Byte()) at.Take(length);
  return !at.failed();
}

Result<ImageHeader> GifHeader(Bytes encoded) {
  ByteCursor at(encoded.subspan(6));
  ImageHeader header{.format = ImageFormat::kGif, .channels = 3, .frames = 0};
  header.width = at.LittleEndian16();
  header.height = at.LittleEndian16();
  const std::uint32_t packed = at.Byte();
  at.Take(2);
  header.bit_depth = (packed & 7) + 1;
  if ((packed & 0x80) != 0) at.Take(std::size_t{3} << header.bit_depth);
  if (at.failed()) return CutShort("gif");
  // Frames that are there: a cut animation still has those before.
  while (true) {
    const std::uint32_t kind = at.Byte();
    if (at.failed() || (kind != 0x21 && kind != 0x2C)) break;
    if (kind == 0x21) {
      const std::uint32_t label = at.Byte();
      if (label == 0xF9 && (at.Peek(1) & 1) != 0) header.channels = 4;
    } else {
      at.Take(8);
      const std::uint32_t local = at.Byte();
      if (header.frames == 0) header.interlaced = (local & 0x40) != 0;
      if ((local & 0x80) != 0) at.Take(std::size_t{3} << ((local & 7) + 1));
      at.Take(1);
      if (!at.failed()) ++header.frames;
    }
    if (!SkipGifBlocks(at)) break;
  }
  if (header.frames == 0) return Damaged("gif", "it holds no picture");
  return Checked(header);
}

Result<ImageHeader> WebpHeader(Bytes encoded) {
  ByteCursor at(encoded.subspan(12));
  ImageHeader header{.format = ImageFormat::kWebp, .bit_depth = 8, .channels = 3, .frames = 0};
  while (!at.failed() && header.frames < 1'000'000) {
    const std::string_view type = at.Text(4);
    const std::uint32_t length = at.LittleEndian32();
    if (at.failed()) break;
    // The last chunk of a cut file still tells its size.
    ByteCursor chunk(at.TakeUpTo(length));
    at.TakeUpTo(length & 1);
    if (type == "VP8X") {
      const std::uint32_t flags = chunk.Byte();
      chunk.Take(3);
      header.width = chunk.LittleEndian24() + 1;
      header.height = chunk.LittleEndian24() + 1;
      if ((flags & 0x10) != 0) header.channels = 4;
    } else if (type == "ANMF") {
      ++header.frames;
      continue;
    } else if (type == "VP8 ") {
      chunk.Take(6);
      const std::uint32_t width = chunk.LittleEndian16() & 0x3FFF;
      const std::uint32_t height = chunk.LittleEndian16() & 0x3FFF;
      if (header.width == 0) {
        header.width = width;
        header.height = height;
      }
    } else if (type == "VP8L") {
      chunk.Take(1);
      const std::uint32_t bits = chunk.LittleEndian32();
      if (header.width == 0) {
        header.width = (bits & 0x3FFF) + 1;
        header.height = ((bits >> 14) & 0x3FFF) + 1;
        if ((bits >> 28 & 1) != 0) header.channels = 4;
      }
    }
    if (chunk.failed()) return CutShort("webp");
  }
  header.frames = std::max<std::uint32_t>(header.frames, 1);
  return Checked(header);
}

Result<ImageHeader> BmpHeader(Bytes encoded) {
  ByteCursor at(encoded.subspan(14));
  ImageHeader header{.format = ImageFormat::kBmp};
  const std::uint32_t size = at.LittleEndian32();
  if (size == 12) {
    header.width = at.LittleEndian16();
    header.height = at.LittleEndian16();
  } else {
    header.width = at.LittleEndian32();
    // A negative height: rows from the top.
    const auto height = static_cast<std::int32_t>(at.LittleEndian32());
    header.height = static_cast<std::uint32_t>(std::abs(std::int64_t{height}));
  }
  at.Take(2);
  const std::uint32_t bits = at.LittleEndian16();
  if (at.failed()) return CutShort("bmp");
  if (header.width > INT32_MAX) return Damaged("bmp", "a negative width");
  header.channels = bits == 32 ? 4 : 3;
  header.bit_depth = bits > 8 ? 8 : bits;
  return Checked(header);
}

// Markup that is, or leads to, an <svg>.
bool LooksLikeSvg(std::string_view text) {
  const std::string_view head = text.substr(0, 1024);
  const std::size_t begin = head.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (begin == std::string_view::npos || head[begin] != '<') return false;
  return head.find("<svg") != std::string_view::npos;
}

}  // namespace

ImageFormat SniffImage(Bytes encoded) {
  const std::string_view text = base::AsText(encoded);
  if (text.starts_with(kPngMagic)) return ImageFormat::kPng;
  if (text.starts_with("\xFF\xD8\xFF")) return ImageFormat::kJpeg;
  if (text.starts_with("GIF87a") || text.starts_with("GIF89a")) return ImageFormat::kGif;
  if (text.size() >= 12 && text.starts_with("RIFF") && text.substr(8, 4) == "WEBP") {
    return ImageFormat::kWebp;
  }
  if (text.starts_with("BM")) return ImageFormat::kBmp;
  if (text.size() >= 12 && text.substr(4, 4) == "ftyp" &&
      (text.substr(8, 4) == "avif" || text.substr(8, 4) == "avis")) {
    return ImageFormat::kAvif;
  }
  return LooksLikeSvg(text) ? ImageFormat::kSvg : ImageFormat::kUnknown;
}

std::string_view ImageFormatName(ImageFormat format) {
  switch (format) {
    case ImageFormat::kPng:
      return "png";
    case ImageFormat::kJpeg:
      return "jpeg";
    case ImageFormat::kGif:
      return "gif";
    case ImageFormat::kWebp:
      return "webp";
    case ImageFormat::kBmp:
      return "bmp";
    case ImageFormat::kAvif:
      return "avif";
    case ImageFormat::kSvg:
      return "svg";
    case ImageFormat::kUnknown:
      break;
  }
  return "unknown";
}

std::string_view ImageContentType(ImageFormat format) {
  switch (format) {
    case ImageFormat::kPng:
      return "image/png";
    case ImageFormat::kJpeg:
      return "image/jpeg";
    case ImageFormat::kGif:
      return "image/gif";
    case ImageFormat::kWebp:
      return "image/webp";
    case ImageFormat::kBmp:
      return "image/bmp";
    case ImageFormat::kAvif:
      return "image/avif";
    case ImageFormat::kSvg:
    case ImageFormat::kUnknown:
      break;
  }
  return "application/octet-stream";
}

std::string_view TensorboardContentType(ImageFormat format) {
  const bool known = format != ImageFormat::kWebp && format != ImageFormat::kAvif;
  return ImageContentType(known ? format : ImageFormat::kUnknown);
}

Result<ImageHeader> ReadImageHeader(Bytes encoded) {
  if (encoded.empty()) return Error{ErrorCode::kInvalidArgument, "the image is empty"};
  const ImageFormat format = SniffImage(encoded);
  switch (format) {
    case ImageFormat::kPng:
      return PngHeader(encoded);
    case ImageFormat::kJpeg:
      return JpegHeader(encoded);
    case ImageFormat::kGif:
      return GifHeader(encoded);
    case ImageFormat::kWebp:
      return WebpHeader(encoded);
    case ImageFormat::kBmp:
      return encoded.size() < 18 ? CutShort("bmp") : BmpHeader(encoded);
    case ImageFormat::kAvif:
    case ImageFormat::kSvg:
      return Error{ErrorCode::kUnimplemented,
                   fmt::format("{} is not read here", ImageFormatName(format))};
    case ImageFormat::kUnknown:
      break;
  }
  return Error{
      ErrorCode::kInvalidArgument,
      fmt::format("of no known image format; it begins with '{}'",
                  base::EscapeForDisplay(
                      base::AsText(encoded.first(std::min<std::size_t>(encoded.size(), 16))), 60))};
}

}  // namespace sightglass::kinds
