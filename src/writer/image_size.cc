#include <array>
#include <cstddef>
#include <cstdint>

#include "writer/image_encoders.h"
#include "writer/text_pieces.h"

namespace sightglass::writer {
namespace {

// Reads numbers by their place; what lies beyond the end is 0 and marks the file as too short.
class Head {
 public:
  explicit Head(std::string_view bytes) : bytes_(bytes) {}

  [[nodiscard]] bool Has(std::size_t at, std::string_view what) const {
    return at <= bytes_.size() && bytes_.substr(at, what.size()) == what;
  }
  std::uint32_t Byte(std::size_t at) {
    if (at < bytes_.size()) return static_cast<unsigned char>(bytes_[at]);
    short_ = true;
    return 0;
  }
  std::uint32_t Big16(std::size_t at) { return (Byte(at) << 8) | Byte(at + 1); }
  std::uint32_t Big32(std::size_t at) { return (Big16(at) << 16) | Big16(at + 2); }
  std::uint32_t Little16(std::size_t at) { return Byte(at) | (Byte(at + 1) << 8); }
  std::uint32_t Little24(std::size_t at) { return Little16(at) | (Byte(at + 2) << 16); }
  std::uint32_t Little32(std::size_t at) { return Little16(at) | (Little16(at + 2) << 16); }
  [[nodiscard]] bool too_short() const { return short_; }

 private:
  std::string_view bytes_;
  bool short_ = false;
};

ImageSize ReadBmp(Head& head) {
  constexpr std::uint32_t kCoreHeader = 12;
  if (head.Little32(14) == kCoreHeader) return {head.Little16(18), head.Little16(20)};
  // Rows from the top have a negative height.
  const auto width = static_cast<std::int32_t>(head.Little32(18));
  const std::int64_t height = static_cast<std::int32_t>(head.Little32(22));
  return {width, height < 0 ? -height : height};
}

ImageSize ReadWebp(Head& head) {
  if (head.Has(12, "VP8X")) return {head.Little24(24) + 1, head.Little24(27) + 1};
  if (head.Has(12, "VP8L") && head.Byte(20) == 0x2F) {
    const std::uint32_t bits = head.Little32(21);
    return {(bits & 0x3FFFU) + 1, ((bits >> 14) & 0x3FFFU) + 1};
  }
  // The upper two bits ask the viewer to enlarge.
  if (head.Has(12, "VP8 ") && head.Has(23, "\x9D\x01\x2A")) {
    return {head.Little16(26) & 0x3FFFU, head.Little16(28) & 0x3FFFU};
  }
  return {};
}

// Goes from marker to marker up to the frame's.
ImageSize ReadJpeg(Head& head) {
  std::size_t at = 2;
  while (!head.too_short()) {
    if (head.Byte(at) != 0xFF) return {};
    while (head.Byte(at) == 0xFF) ++at;  // any number of them may fill
    const std::uint32_t marker = head.Byte(at++);
    const bool alone = marker == 0x01 || (marker >= 0xD0 && marker <= 0xD8);
    if (alone) continue;
    const bool frame =
        marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
    if (frame) {
      const std::uint32_t height = head.Big16(at + 3);
      return {head.Big16(at + 5), height};
    }
    const std::uint32_t length = head.Big16(at);
    if (length < 2 || marker == 0xD9 || marker == 0xDA) return {};
    at += length;
  }
  return {};
}

}  // namespace

Status ReadImageSize(std::string_view bytes, ImageSize& size) {
  Head head(bytes);
  ImageSize found;
  std::string_view kind;
  if (head.Has(0, "\x89PNG\r\n\x1A\n")) {
    kind = "PNG";
    if (head.Has(12, "IHDR")) {
      found.width = head.Big32(16);
      found.height = head.Big32(20);
    }
  } else if (head.Has(0, "GIF87a") || head.Has(0, "GIF89a")) {
    kind = "GIF";
    found.width = head.Little16(6);
    found.height = head.Little16(8);
  } else if (head.Has(0, "\xFF\xD8\xFF")) {
    kind = "JPEG";
    found = ReadJpeg(head);
  } else if (head.Has(0, "RIFF") && head.Has(8, "WEBP")) {
    kind = "WebP";
    found = ReadWebp(head);
  } else if (head.Has(0, "BM")) {
    kind = "BMP";
    found = ReadBmp(head);
  } else {
    return {StatusCode::kInvalidArgument,
            JoinPieces({"not a PNG, JPEG, GIF, WebP or BMP file (", bytes.size(), " bytes)"})};
  }
  if (head.too_short() || found.width < 1 || found.height < 1) {
    return {
        StatusCode::kInvalidArgument,
        JoinPieces({"a ", kind, " file without a width and height (", bytes.size(), " bytes)"})};
  }
  size = found;
  return {};
}

}  // namespace sightglass::writer
