#pragma once

#include <cstdint>
#include <string>

#include "base/bytes.h"
#include "base/mutex.h"
#include "base/result.h"
#include "kinds/images/image_header.h"
#include "kinds/images/row_scaler.h"

namespace sightglass::kinds {

// What a picture may claim. A file of a few kilobytes can say that it has 2^31 pixels a side.
inline constexpr std::uint64_t kMaxImagePixels = std::uint64_t{1} << 27;
// Of memory for all pictures that are unpacked at the same time, beside their encoded bytes.
inline constexpr std::uint64_t kMaxDecodeBytes = std::uint64_t{512} << 20;

// PNG, JPEG, GIF and WebP can be unpacked here; the others are left to browsers.
bool CanDecode(ImageFormat format);

// How much memory unpacking takes, at most: rows where they come in order, else the whole picture.
std::uint64_t DecodeBytes(const ImageHeader& header);

// The first frame, made smaller to fit into `room`; never larger than it is.
//
// kInvalidArgument: damaged or cut short; kOutOfRange: more than kMaxImagePixels or
// kMaxDecodeBytes; kUnimplemented: not CanDecode(). Cost: 5 to 20 nanoseconds a pixel; JPEG that
// shrinks much is several times faster.
base::Result<Picture> DecodeToFit(base::Bytes encoded, const ImageHeader& header, PictureSize room);

// `picture` as PNG, or as JPEG where its source had lost detail anyway and nothing is transparent.
struct EncodedPicture {
  std::string bytes;
  ImageFormat format = ImageFormat::kPng;
};
base::Result<EncodedPicture> EncodeLike(const Picture& picture, ImageFormat source);

// Keeps the memory of all that is unpacked at once below a limit: who would exceed it waits.
//
// Threads: any. Nobody waits who holds a share, so all come to their turn.
class DecodeBudget {
 public:
  explicit DecodeBudget(std::uint64_t bytes) : free_bytes_(bytes), all_bytes_(bytes) {}

  // A part of the budget, given back when it goes.
  class Share {
   public:
    // Waits until `bytes` are free. More than the whole budget counts as the whole.
    Share(DecodeBudget& budget, std::uint64_t bytes);
    ~Share();
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;

   private:
    DecodeBudget& budget_;
    std::uint64_t bytes_;
  };

 private:
  base::Mutex mutex_;
  base::CondVar freed_;
  std::uint64_t free_bytes_ GUARDED_BY(mutex_);
  const std::uint64_t all_bytes_;
};

}  // namespace sightglass::kinds
