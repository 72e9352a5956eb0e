#include "kinds/images/image_decode.h"

#include <fmt/format.h>

#include <algorithm>

#include "kinds/images/image_codecs.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;

constexpr int kJpegQuality = 85;
// Of a library itself, its tables and buffers.
constexpr std::uint64_t kLibraryBytes = std::uint64_t{1} << 20;

using Decoder = base::Status (*)(base::Bytes, const ImageHeader&, RowScaler&);

// nullptr for what is not decoded here.
Decoder DecoderOf(ImageFormat format) {
  switch (format) {
    case ImageFormat::kPng:
      return DecodePngRows;
    case ImageFormat::kJpeg:
      return DecodeJpegRows;
    case ImageFormat::kGif:
      return DecodeGifRows;
    case ImageFormat::kWebp:
      return DecodeWebpRows;
    default:
      return nullptr;
  }
}

}  // namespace

bool CanDecode(ImageFormat format) { return DecoderOf(format) != nullptr; }

std::uint64_t DecodeBytes(const ImageHeader& header) {
  const std::uint64_t rows = std::uint64_t{header.width} * 64;
  switch (header.format) {
    case ImageFormat::kPng:
      return kLibraryBytes + rows + (header.interlaced ? header.pixels() * 4 : 0);
    case ImageFormat::kJpeg:
      // A progressive one is kept as coefficients of two bytes.
      return kLibraryBytes + rows + (header.interlaced ? header.pixels() * 2 * header.channels : 0);
    case ImageFormat::kGif:
      return kLibraryBytes + rows + header.pixels();
    default:
      // WebP: the canvas, and what its lossless form needs to unpack.
      return kLibraryBytes + rows + header.pixels() * 8;
  }
}

base::Result<Picture> DecodeToFit(base::Bytes encoded, const ImageHeader& header,
                                  PictureSize room) {
  const Decoder decode = DecoderOf(header.format);
  if (decode == nullptr) {
    return Error{ErrorCode::kUnimplemented,
                 fmt::format("{} is not unpacked here", ImageFormatName(header.format))};
  }
  if (header.pixels() > kMaxImagePixels) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("{} of {} x {} pixels, limit {}", ImageFormatName(header.format),
                             header.width, header.height, kMaxImagePixels)};
  }
  if (const std::uint64_t bytes = DecodeBytes(header); bytes > kMaxDecodeBytes) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("{} of {} x {} pixels needs {} bytes to unpack, limit {}",
                             ImageFormatName(header.format), header.width, header.height, bytes,
                             kMaxDecodeBytes)};
  }
  RowScaler scaler(room);
  RETURN_IF_ERROR(decode(encoded, header, scaler));
  return scaler.Finish();
}

base::Result<EncodedPicture> EncodeLike(const Picture& picture, ImageFormat source) {
  const bool lossy = source == ImageFormat::kJpeg || source == ImageFormat::kWebp;
  if (lossy && picture.opaque) {
    ASSIGN_OR_RETURN(std::string bytes, EncodeJpeg(picture, kJpegQuality));
    return EncodedPicture{.bytes = std::move(bytes), .format = ImageFormat::kJpeg};
  }
  ASSIGN_OR_RETURN(std::string bytes, EncodePng(picture));
  return EncodedPicture{.bytes = std::move(bytes), .format = ImageFormat::kPng};
}

DecodeBudget::Share::Share(DecodeBudget& budget, std::uint64_t bytes)
    : budget_(budget), bytes_(std::min(bytes, budget.all_bytes_)) {
  const base::MutexLock lock(budget_.mutex_);
  while (budget_.free_bytes_ < bytes_) budget_.freed_.Wait(budget_.mutex_);
  budget_.free_bytes_ -= bytes_;
}

DecodeBudget::Share::~Share() {
  {
    const base::MutexLock lock(budget_.mutex_);
    budget_.free_bytes_ += bytes_;
  }
  budget_.freed_.NotifyAll();
}

}  // namespace sightglass::kinds
