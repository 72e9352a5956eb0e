#include "kinds/images/row_scaler.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace sightglass::kinds {
namespace {

constexpr std::size_t kChannels = 4;

// round(a * b / c) and at least 1.
std::uint32_t Scaled(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  return static_cast<std::uint32_t>(std::max<std::uint64_t>((a * b + c / 2) / c, 1));
}

std::uint8_t ToByte(float value) {
  return static_cast<std::uint8_t>(std::clamp(value + 0.5F, 0.0F, 255.0F));
}

}  // namespace

PictureSize FitInto(PictureSize picture, PictureSize room) {
  const std::uint64_t width = picture.width;
  const std::uint64_t height = picture.height;
  if (width <= room.width && height <= room.height) return picture;
  // Which side needs more shrinking?
  if (width * room.height >= height * room.width) {
    return {.width = room.width, .height = Scaled(height, room.width, width)};
  }
  return {.width = Scaled(width, room.height, height), .height = room.height};
}

void RowScaler::Begin(PictureSize from) {
  CHECK(from.width > 0 && from.height > 0 && picture_.width == 0);
  from_ = from;
  to_ = FitInto(from, room_);
  picture_ = {.width = to_.width, .height = to_.height};
  picture_.rgba.reserve(std::size_t{to_.width} * to_.height * kChannels);
  row_.assign(std::size_t{to_.width} * kChannels, 0);
  line_ = row_;
  units_left_ = from_.height;
}

void RowScaler::AddToLine(std::span<const std::uint8_t> rgba) {
  std::ranges::fill(row_, 0.0F);
  float* out = row_.data();
  std::uint64_t room = from_.width;
  for (std::size_t x = 0; x < from_.width; ++x) {
    const std::uint8_t* const pixel = rgba.data() + x * kChannels;
    const auto alpha = static_cast<float>(pixel[3]);
    const float red = static_cast<float>(pixel[0]) * alpha;
    const float green = static_cast<float>(pixel[1]) * alpha;
    const float blue = static_cast<float>(pixel[2]) * alpha;
    for (std::uint64_t units = to_.width; units > 0;) {
      const std::uint64_t taken = std::min(units, room);
      const auto share = static_cast<float>(taken);
      out[0] += red * share;
      out[1] += green * share;
      out[2] += blue * share;
      out[3] += alpha * share;
      units -= taken;
      room -= taken;
      if (room == 0) {
        out += kChannels;
        room = from_.width;
      }
    }
  }
}

void RowScaler::Add(std::span<const std::uint8_t> rgba) {
  CHECK(rgba.size() == std::size_t{from_.width} * kChannels);
  if (picture_.rgba.size() == std::size_t{to_.width} * to_.height * kChannels) return;
  AddToLine(rgba);
  // Sums are divided by the area here, so that floats stay small.
  const float whole = 1.0F / (static_cast<float>(from_.width) * static_cast<float>(from_.height));
  for (std::uint64_t units = to_.height; units > 0;) {
    const std::uint64_t taken = std::min(units, units_left_);
    const float share = static_cast<float>(taken) * whole;
    for (std::size_t i = 0; i < row_.size(); ++i) line_[i] += row_[i] * share;
    units -= taken;
    units_left_ -= taken;
    if (units_left_ == 0) EmitLine();
  }
}

void RowScaler::EmitLine() {
  for (std::size_t i = 0; i < line_.size(); i += kChannels) {
    const float alpha = line_[i + 3];
    for (std::size_t channel = 0; channel < 3; ++channel) {
      picture_.rgba.push_back(alpha > 0 ? ToByte(line_[i + channel] / alpha) : 0);
    }
    const std::uint8_t shown = ToByte(alpha);
    picture_.rgba.push_back(shown);
    picture_.opaque = picture_.opaque && shown == 255;
  }
  std::ranges::fill(line_, 0.0F);
  units_left_ = from_.height;
}

Picture RowScaler::Finish() {
  const std::size_t bytes = std::size_t{to_.width} * to_.height * kChannels;
  if (picture_.rgba.size() < bytes) {
    picture_.rgba.resize(bytes, 0);
    picture_.opaque = false;
  }
  return std::move(picture_);
}

}  // namespace sightglass::kinds
