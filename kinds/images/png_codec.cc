#include <fmt/format.h>
#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <cstring>
#include <memory>
#include <vector>

#include "kinds/images/image_codecs.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;

// Of one ancillary chunk, unpacked: a few bytes of a file can hold a large colour profile or text.
constexpr png_alloc_size_t kMaxChunkBytes = 8'000'000;

struct PngSource {
  base::Bytes rest;
  std::string error{};
};

void ReadBytes(png_structp png, png_bytep to, std::size_t size) {
  auto& source = *static_cast<PngSource*>(png_get_io_ptr(png));
  if (size > source.rest.size()) png_error(png, "it ends before its pixels do");
  std::memcpy(to, source.rest.data(), size);
  source.rest = source.rest.subspan(size);
}

[[noreturn]] void OnError(png_structp png, png_const_charp message) {
  static_cast<PngSource*>(png_get_error_ptr(png))->error = message;
  png_longjmp(png, 1);
}

void OnWarning(png_structp /*png*/, png_const_charp /*message*/) {}

struct PngReader {
  png_structp png = nullptr;
  png_infop info = nullptr;

  PngReader() = default;
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;
  ~PngReader() { png_destroy_read_struct(&png, &info, nullptr); }
};

// Everything becomes eight bits of red, green, blue and alpha.
void AskForRgba(png_structp png, png_infop info) {
  png_set_expand(png);  // palettes, fewer than 8 bits, tRNS
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
  png_set_interlace_handling(png);
  png_read_update_info(png, info);
}

// A jump out of libpng passes no destructor of ours here or below: all that owns something stands
// in the caller. `row` is one row, or the whole picture if it is interlaced.
bool ReadRows(PngReader& reader, const ImageHeader& header, std::vector<std::uint8_t>& row,
              RowScaler& scaler) {
  if (setjmp(png_jmpbuf(reader.png)) != 0) return false;
  png_read_info(reader.png, reader.info);
  AskForRgba(reader.png, reader.info);
  const std::size_t row_bytes = std::size_t{header.width} * 4;
  if (png_get_image_width(reader.png, reader.info) != header.width ||
      png_get_image_height(reader.png, reader.info) != header.height ||
      png_get_rowbytes(reader.png, reader.info) != row_bytes) {
    png_error(reader.png, "its header says two things");
  }
  if (header.interlaced) {
    for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; ++pass) {
      for (std::size_t y = 0; y < header.height; ++y) {
        png_read_row(reader.png, row.data() + y * row_bytes, nullptr);
      }
    }
    for (std::size_t y = 0; y < header.height; ++y) {
      scaler.Add({row.data() + y * row_bytes, row_bytes});
    }
    return true;
  }
  for (std::size_t y = 0; y < header.height; ++y) {
    png_read_row(reader.png, row.data(), nullptr);
    scaler.Add({row.data(), row_bytes});
  }
  return true;
}

}  // namespace

base::Status DecodePngRows(base::Bytes encoded, const ImageHeader& header, RowScaler& scaler) {
  PngSource source{.rest = encoded};
  std::vector<std::uint8_t> row(std::size_t{header.width} * 4 *
                                (header.interlaced ? header.height : 1));
  PngReader reader;
  reader.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &source, OnError, OnWarning);
  if (reader.png != nullptr) reader.info = png_create_info_struct(reader.png);
  if (reader.info == nullptr) return Error{ErrorCode::kInternal, "libpng does not start"};
  png_set_read_fn(reader.png, &source, ReadBytes);
  png_set_user_limits(reader.png, header.width, header.height);
  png_set_chunk_malloc_max(reader.png, kMaxChunkBytes);
  png_set_keep_unknown_chunks(reader.png, PNG_HANDLE_CHUNK_NEVER, nullptr, 0);
  scaler.Begin({.width = header.width, .height = header.height});
  if (!ReadRows(reader, header, row, scaler)) {
    return Error{ErrorCode::kInvalidArgument, fmt::format("damaged png: {}", source.error)};
  }
  return base::OkStatus();
}

base::Result<std::string> EncodePng(const Picture& picture) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = picture.width;
  image.height = picture.height;
  image.format = picture.opaque ? PNG_FORMAT_RGB : PNG_FORMAT_RGBA;
  // Level 1 instead of 9: a thumbnail is looked at once, on the same machine most often.
  image.flags = PNG_IMAGE_FLAG_FAST;
  std::vector<std::uint8_t> rgb;
  const std::uint8_t* pixels = picture.rgba.data();
  if (picture.opaque) {
    rgb.reserve(picture.rgba.size() / 4 * 3);
    for (std::size_t i = 0; i < picture.rgba.size(); i += 4) {
      rgb.insert(rgb.end(), pixels + i, pixels + i + 3);
    }
    pixels = rgb.data();
  }
  png_alloc_size_t bytes = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::string encoded(bytes, '\0');
  if (png_image_write_to_memory(&image, encoded.data(), &bytes, 0, pixels, 0, nullptr) == 0) {
    return Error{ErrorCode::kInternal, fmt::format("libpng: {}", image.message)};
  }
  encoded.resize(bytes);
  return encoded;
}

}  // namespace sightglass::kinds
