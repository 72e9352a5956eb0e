// Any bytes as a picture: its header, and its pixels made small. What it claims costs nothing
// before it is believed.

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/check.h"
#include "kinds/images/image_decode.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sightglass::kinds;
  const auto encoded = std::as_bytes(std::span(data, size));
  const auto header = ReadImageHeader(encoded);
  CHECK(ImageFormatName(SniffImage(encoded)).size() > 0);
  if (!header.ok()) return 0;
  CHECK(header->width > 0 && header->height > 0 && header->frames > 0);
  // Larger ones are slow, and differ in nothing but their number of rows.
  if (header->pixels() > (1U << 20)) return 0;
  const auto picture = DecodeToFit(encoded, *header, {.width = 16, .height = 9});
  if (!picture.ok()) return 0;
  CHECK(picture->width <= 16 && picture->height <= 9);
  CHECK(picture->rgba.size() == std::size_t{picture->width} * picture->height * 4);
  CHECK(EncodeLike(*picture, header->format).ok());
  return 0;
}
