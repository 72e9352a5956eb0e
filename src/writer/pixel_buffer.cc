#include "writer/pixel_buffer.h"

#include <algorithm>
#include <cstring>
#include <initializer_list>

#include "writer/text_pieces.h"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace sightglass::writer {
namespace {

Status Refuse(StatusCode code, const PixelShape& shape, std::initializer_list<TextPiece> why) {
  return {code, JoinPieces({"pictures of the shape ", shape.count, " x ", shape.height, " x ",
                            shape.width, " x ", shape.channels,
                            " (count x height x width x channels): ", JoinPieces(why)})};
}

// As TensorFlow converts: what rounds to 256 levels of equal width, beyond 0..1 the nearest. NaN
// becomes 0.
template <class T>
std::uint8_t ByteOf(T value) {
  if (!(value > 0)) return 0;
  if (value >= 1) return 255;
  return static_cast<std::uint8_t>(value * T{255.5});
}

void ConvertRow(const double* from, std::size_t size, std::uint8_t* to) {
  std::transform(from, from + size, to, &ByteOf<double>);
}

void ConvertRow(const float* from, std::size_t size, std::uint8_t* to) {
  std::size_t at = 0;
#if defined(__SSE2__)
  const auto convert = [](const float* four) {
    // The order of the operands makes NaN 0.
    const __m128 within =
        _mm_min_ps(_mm_max_ps(_mm_loadu_ps(four), _mm_setzero_ps()), _mm_set1_ps(1.0F));
    return _mm_cvttps_epi32(_mm_mul_ps(within, _mm_set1_ps(255.5F)));
  };
  for (; at + 16 <= size; at += 16) {
    const __m128i first = _mm_packs_epi32(convert(from + at), convert(from + at + 4));
    const __m128i last = _mm_packs_epi32(convert(from + at + 8), convert(from + at + 12));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + at), _mm_packus_epi16(first, last));
  }
#endif
  std::transform(from + at, from + size, to + at, &ByteOf<float>);
}

// Bools as bytes: one that is neither 0 nor 1 must not be read as one.
void ConvertBools(const std::uint8_t* from, std::size_t size, std::uint8_t* to) {
  std::transform(from, from + size, to, [](std::uint8_t value) {
    return value != 0 ? std::uint8_t{255} : std::uint8_t{0};
  });
}

// `size` numbers from the one with the number `begin` on.
void ConvertRun(const Numbers& pixels, std::size_t begin, std::size_t size, std::uint8_t* to) {
  switch (pixels.type()) {
    case NumberType::kUint8:
      std::memcpy(to, pixels.as<std::uint8_t>() + begin, size);
      return;
    case NumberType::kFloat32:
      return ConvertRow(pixels.as<float>() + begin, size, to);
    case NumberType::kFloat64:
      return ConvertRow(pixels.as<double>() + begin, size, to);
    default:
      return ConvertBools(pixels.as<std::uint8_t>() + begin, size, to);
  }
}

bool CanDraw(NumberType type) {
  return type == NumberType::kUint8 || type == NumberType::kFloat32 ||
         type == NumberType::kFloat64 || type == NumberType::kBool;
}

struct Sizes {
  std::size_t height;
  std::size_t width;
  std::size_t channels;
  std::size_t row() const { return width * channels; }
  std::size_t picture() const { return height * row(); }
};

Sizes SizesOf(const PixelShape& shape) {
  return {static_cast<std::size_t>(shape.height), static_cast<std::size_t>(shape.width),
          static_cast<std::size_t>(shape.channels)};
}

// Writes a picture whose rows lie `stride` bytes apart.
void ConvertInto(const Numbers& pixels, const PixelShape& shape, std::size_t index,
                 std::uint8_t* to, std::size_t stride) {
  const Sizes sizes = SizesOf(shape);
  const std::size_t begin = index * sizes.picture();
  if (shape.layout == PixelLayout::kHwc || sizes.channels == 1) {
    for (std::size_t y = 0; y < sizes.height; ++y) {
      ConvertRun(pixels, begin + y * sizes.row(), sizes.row(), to + y * stride);
    }
    return;
  }
  std::vector<std::uint8_t> line(sizes.width);
  for (std::size_t y = 0; y < sizes.height; ++y) {
    for (std::size_t channel = 0; channel < sizes.channels; ++channel) {
      ConvertRun(pixels, begin + (channel * sizes.height + y) * sizes.width, sizes.width,
                 line.data());
      std::uint8_t* pixel = to + y * stride + channel;
      for (const std::uint8_t byte : line) {
        *pixel = byte;
        pixel += sizes.channels;
      }
    }
  }
}

}  // namespace

Status CheckPixels(const Numbers& pixels, const PixelShape& shape) {
  if (!CanDraw(pixels.type())) {
    return {StatusCode::kInvalidArgument,
            JoinPieces({"pixels must be uint8, float32, float64 or bool, not number type ",
                        static_cast<int>(pixels.type())})};
  }
  if (shape.layout != PixelLayout::kHwc && shape.layout != PixelLayout::kChw) {
    return Refuse(StatusCode::kInvalidArgument, shape,
                  {"there is no layout ", static_cast<int>(shape.layout)});
  }
  if (shape.count < 1 || shape.height < 1 || shape.width < 1) {
    return Refuse(StatusCode::kInvalidArgument, shape, {"each of them must be at least 1"});
  }
  if (shape.channels < 1 || shape.channels > 4) {
    return Refuse(StatusCode::kInvalidArgument, shape, {"channels must be 1 to 4"});
  }
  if (shape.height > kMaxPixelSide || shape.width > kMaxPixelSide) {
    return Refuse(StatusCode::kOutOfRange, shape, {"no side may be above ", kMaxPixelSide});
  }
  // Sides are small enough by now that one product fits, and the limit is that all do.
  if (shape.count > kMaxPixels / (shape.height * shape.width)) {
    return Refuse(StatusCode::kOutOfRange, shape, {"no more than ", kMaxPixels, " pixels in all"});
  }
  const std::int64_t needed = shape.count * shape.height * shape.width * shape.channels;
  if (pixels.size() != static_cast<std::size_t>(needed)) {
    return Refuse(StatusCode::kInvalidArgument, shape,
                  {"takes ", needed, " numbers, there are ", pixels.size()});
  }
  if (pixels.data() == nullptr) {
    return Refuse(StatusCode::kInvalidArgument, shape, {"the pixels are a null pointer"});
  }
  return {};
}

PixelView ConvertPixels(const Numbers& pixels, const PixelShape& shape, std::int64_t index,
                        PixelBuffer& scratch) {
  const Sizes sizes = SizesOf(shape);
  PixelView view{shape.height, shape.width, shape.channels, nullptr};
  if (pixels.type() == NumberType::kUint8 &&
      (shape.layout == PixelLayout::kHwc || shape.channels == 1)) {
    view.bytes = pixels.as<std::uint8_t>() + static_cast<std::size_t>(index) * sizes.picture();
    return view;
  }
  scratch.height = shape.height;
  scratch.width = shape.width;
  scratch.channels = shape.channels;
  scratch.bytes.resize(sizes.picture());
  ConvertInto(pixels, shape, static_cast<std::size_t>(index), scratch.bytes.data(), sizes.row());
  return ViewOf(scratch);
}

Status TilePixels(const Numbers& pixels, const PixelShape& shape, std::int64_t columns,
                  PixelBuffer& tiled) {
  columns = std::clamp<std::int64_t>(columns, 1, shape.count);
  const std::int64_t rows = (shape.count - 1) / columns + 1;
  // Neither product overflows: sides are at most 2^16, counts at most 2^28.
  const std::int64_t height = rows * shape.height;
  const std::int64_t width = columns * shape.width;
  if (height > kMaxPixelSide || width > kMaxPixelSide || height > kMaxPixels / width) {
    return Refuse(StatusCode::kOutOfRange, shape,
                  {"tiled, ", width, " x ", height, " pixels; no side may be above ", kMaxPixelSide,
                   ", and no more than ", kMaxPixels, " pixels in all"});
  }
  const Sizes sizes = SizesOf(shape);
  const std::size_t stride = static_cast<std::size_t>(columns) * sizes.row();
  tiled.height = height;
  tiled.width = width;
  tiled.channels = shape.channels;
  tiled.bytes.assign(static_cast<std::size_t>(height) * stride, 0);
  for (std::size_t i = 0; i < static_cast<std::size_t>(shape.count); ++i) {
    const std::size_t row = i / static_cast<std::size_t>(columns);
    const std::size_t column = i % static_cast<std::size_t>(columns);
    ConvertInto(pixels, shape, i,
                tiled.bytes.data() + row * sizes.height * stride + column * sizes.row(), stride);
  }
  return {};
}

}  // namespace sightglass::writer
