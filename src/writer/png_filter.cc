#include "writer/png_filter.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

namespace sightglass::writer {
namespace {

// What compilers make of these is SIMD on any processor that has it.
constexpr std::size_t kLanes = 16;
using U8 [[gnu::vector_size(kLanes)]] = std::uint8_t;
using U16 [[gnu::vector_size(kLanes)]] = std::uint16_t;

constexpr std::size_t kFilters = 5;
enum Filter : std::uint8_t { kNone = 0, kSub = 1, kUp = 2, kAverage = 3, kPaeth = 4 };

U8 LoadLanes(const std::uint8_t* from) {
  U8 lanes;
  std::memcpy(&lanes, from, kLanes);
  return lanes;
}

U8 Choose(U8 mask, U8 yes, U8 no) { return (mask & yes) | (~mask & no); }

U8 Difference(U8 a, U8 b) {
  const U8 below = reinterpret_cast<U8>(a < b);
  return Choose(below, b - a, a - b);
}

// PNG's fourth predictor: of left, above and diagonal, the one nearest to left + above - diagonal.
U8 PredictPaeth(U8 left, U8 above, U8 diagonal) {
  const U8 to_left = Difference(above, diagonal);
  const U8 to_above = Difference(left, diagonal);
  // Both differences add up to the third where they point the same way, up to 255 is all it takes;
  // otherwise it is what they differ by.
  const U8 sum = to_left + to_above;
  const U8 capped = sum | reinterpret_cast<U8>(sum < to_left);
  const U8 same_way = reinterpret_cast<U8>((above < diagonal) == (left < diagonal));
  const U8 to_diagonal = Choose(same_way, capped, Difference(to_left, to_above));
  const U8 is_left = reinterpret_cast<U8>((to_left <= to_above) & (to_left <= to_diagonal));
  const U8 is_above = reinterpret_cast<U8>(to_above <= to_diagonal);
  return Choose(is_left, left, Choose(is_above, above, diagonal));
}

// Sums of bytes taken as signed numbers without their signs.
class MagnitudeSum {
 public:
  void Add(U8 lanes) {
    const U8 negative = reinterpret_cast<U8>(lanes > 128);
    const U8 magnitudes = (lanes ^ negative) - negative;
    const U16 pairs = reinterpret_cast<U16>(magnitudes);
    pairs_ += (pairs & 0xFF) + (pairs >> 8);
  }
  // At least after every 255 calls of Add().
  void Carry() {
    for (std::size_t i = 0; i < kLanes / 2; ++i) total_ += pairs_[i];
    pairs_ = U16{};
  }
  [[nodiscard]] std::uint64_t total() const { return total_; }

 private:
  U16 pairs_{};
  std::uint64_t total_ = 0;
};

// Bytes of a row behind kLanes zeros, and with room to read beyond the end.
class RowFilter {
 public:
  RowFilter(std::size_t row_bytes, std::size_t pixel_bytes)
      : row_bytes_(row_bytes),
        pixel_bytes_(pixel_bytes),
        padded_((row_bytes + kLanes - 1) / kLanes * kLanes),
        above_(kLanes + padded_),
        row_(kLanes + padded_) {
    for (auto& filtered : filtered_) filtered.resize(padded_);
  }

  // Writes the filter and the row behind it.
  void Put(const std::uint8_t* row, char* to);

 private:
  const std::size_t row_bytes_;
  const std::size_t pixel_bytes_;
  const std::size_t padded_;
  std::vector<std::uint8_t> above_;
  std::vector<std::uint8_t> row_;
  std::array<std::vector<std::uint8_t>, kFilters> filtered_;
};

void RowFilter::Put(const std::uint8_t* row, char* to) {
  std::memcpy(row_.data() + kLanes, row, row_bytes_);
  if (row_ == above_) {
    to[0] = kUp;
    std::memset(to + 1, 0, row_bytes_);
    return;
  }
  std::array<MagnitudeSum, kFilters> sums;
  for (std::size_t at = 0; at < padded_; at += kLanes) {
    const U8 here = LoadLanes(row_.data() + kLanes + at);
    const U8 left = LoadLanes(row_.data() + kLanes + at - pixel_bytes_);
    const U8 above = LoadLanes(above_.data() + kLanes + at);
    const U8 diagonal = LoadLanes(above_.data() + kLanes + at - pixel_bytes_);
    const U8 average = (left & above) + ((left ^ above) >> 1);
    const std::array<U8, kFilters> lanes = {here, here - left, here - above, here - average,
                                            here - PredictPaeth(left, above, diagonal)};
    for (std::size_t i = 0; i < kFilters; ++i) {
      std::memcpy(filtered_[i].data() + at, &lanes[i], kLanes);
      sums[i].Add(lanes[i]);
    }
    if (at % (128 * kLanes) == 0) {
      for (MagnitudeSum& sum : sums) sum.Carry();
    }
  }
  std::size_t best = 0;
  for (std::size_t i = 0; i < kFilters; ++i) {
    sums[i].Carry();
    if (sums[i].total() < sums[best].total()) best = i;
  }
  to[0] = static_cast<char>(best);
  std::memcpy(to + 1, filtered_[best].data(), row_bytes_);
  row_.swap(above_);
}

}  // namespace

std::string FilterRows(const PixelView& picture) {
  const auto pixel_bytes = static_cast<std::size_t>(picture.channels);
  const auto row_bytes = static_cast<std::size_t>(picture.width) * pixel_bytes;
  const auto height = static_cast<std::size_t>(picture.height);
  std::string rows(height * (row_bytes + 1), '\0');
  RowFilter filter(row_bytes, pixel_bytes);
  for (std::size_t y = 0; y < height; ++y) {
    filter.Put(picture.bytes + y * row_bytes, rows.data() + y * (row_bytes + 1));
  }
  return rows;
}

}  // namespace sightglass::writer
