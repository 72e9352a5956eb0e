#include "demo/digit_images.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace sightglass::demo {
namespace {

constexpr auto kSide = static_cast<float>(kDigitSide);

float Draw(RandomStream& random, double low, double high) {
  return static_cast<float>(random.Uniform(low, high));
}

// Where the pen goes on the paper: an affine map from the unit box to pixels, then waves that bend
// it as an elastic sheet.
class Distortion {
 public:
  explicit Distortion(RandomStream& random) {
    const double angle = random.Uniform(-0.35, 0.35);
    const double shear = random.Uniform(-0.4, 0.4);
    const double width = random.Uniform(0.62, 1.0) * kSide;
    const double height = random.Uniform(0.70, 1.0) * kSide;
    const double cosine = std::cos(angle);
    const double sine = std::sin(angle);
    xx_ = static_cast<float>(width * cosine);
    xy_ = static_cast<float>(height * (shear * cosine - sine));
    yx_ = static_cast<float>(width * sine);
    yy_ = static_cast<float>(height * (shear * sine + cosine));
    left_ = kSide / 2 + Draw(random, -2.5, 2.5);
    top_ = kSide / 2 + Draw(random, -2.5, 2.5);
    for (Wave& wave : waves_) {
      wave.kx = Draw(random, -0.35, 0.35);
      wave.ky = Draw(random, -0.35, 0.35);
      wave.phase = Draw(random, 0, 2 * std::numbers::pi);
      wave.dx = Draw(random, -1.1, 1.1);
      wave.dy = Draw(random, -1.1, 1.1);
    }
  }

  [[nodiscard]] StrokePoint operator()(StrokePoint point) const {
    const float u = point.x - 0.5F;
    const float v = point.y - 0.5F;
    const float x = left_ + xx_ * u + xy_ * v;
    const float y = top_ + yx_ * u + yy_ * v;
    StrokePoint bent{x, y};
    for (const Wave& wave : waves_) {
      const float height = std::sin(wave.kx * x + wave.ky * y + wave.phase);
      bent.x += wave.dx * height;
      bent.y += wave.dy * height;
    }
    return bent;
  }

 private:
  struct Wave {
    float kx = 0;
    float ky = 0;
    float phase = 0;
    float dx = 0;
    float dy = 0;
  };
  float xx_ = 0;
  float xy_ = 0;
  float yx_ = 0;
  float yy_ = 0;
  float left_ = 0;
  float top_ = 0;
  std::array<Wave, 3> waves_;
};

// Squared distances of the pixels' centres to the nearest ink, where that is near.
class InkDistances {
 public:
  explicit InkDistances(float reach) : reach_(reach) {
    squares_.fill(std::numeric_limits<float>::max());
  }

  void Add(StrokePoint a, StrokePoint b) {
    const auto pixel = [](float at) {
      return static_cast<int>(std::floor(std::clamp(at, 0.0F, kSide - 1)));
    };
    const float dx = b.x - a.x;
    const float dy = b.y - a.y;
    const float length = std::max(dx * dx + dy * dy, 1e-6F);
    const int bottom = pixel(std::max(a.y, b.y) + reach_);
    const int right = pixel(std::max(a.x, b.x) + reach_);
    for (int row = pixel(std::min(a.y, b.y) - reach_); row <= bottom; ++row) {
      for (int column = pixel(std::min(a.x, b.x) - reach_); column <= right; ++column) {
        const float px = static_cast<float>(column) + 0.5F - a.x;
        const float py = static_cast<float>(row) + 0.5F - a.y;
        const float t = std::clamp((px * dx + py * dy) / length, 0.0F, 1.0F);
        const float ex = px - t * dx;
        const float ey = py - t * dy;
        const int index = row * kDigitSide + column;
        float& square = squares_[static_cast<std::size_t>(index)];
        square = std::min(square, ex * ex + ey * ey);
      }
    }
  }

  [[nodiscard]] const std::array<float, kDigitPixels>& squares() const { return squares_; }

 private:
  float reach_;
  std::array<float, kDigitPixels> squares_;
};

// A scratch that belongs to no digit, on some pictures.
void AddStrayLine(RandomStream& random, InkDistances& ink) {
  constexpr double kShare = 0.4;
  const bool is_drawn = random.Unit() < kShare;
  const StrokePoint middle{Draw(random, 0, kSide), Draw(random, 0, kSide)};
  const float angle = Draw(random, 0, 2 * std::numbers::pi);
  const float half_length = Draw(random, 1.5, 4);
  if (!is_drawn) return;
  const float dx = half_length * std::cos(angle);
  const float dy = half_length * std::sin(angle);
  ink.Add({middle.x - dx, middle.y - dy}, {middle.x + dx, middle.y + dy});
}

}  // namespace

void DrawDigit(int digit, RandomStream& random, std::span<float, kDigitPixels> pixels) {
  const auto styles = StylesOf(digit);
  const DigitStyle& style = styles[random.Below(styles.size())];
  const Distortion distortion(random);
  const double wobble = random.Uniform(0.0, 0.045);
  const float half_width = Draw(random, 0.45, 1.5);
  const float blur = Draw(random, 0.5, 1.6);
  InkDistances ink(half_width + blur);
  for (Stroke stroke : style) {
    for (StrokePoint& point : stroke.points) {
      point.x += static_cast<float>(wobble * random.Normal());
      point.y += static_cast<float>(wobble * random.Normal());
    }
    const std::vector<StrokePoint> chain = Flatten(stroke);
    for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
      ink.Add(distortion(chain[i]), distortion(chain[i + 1]));
    }
  }
  AddStrayLine(random, ink);
  const float paper = Draw(random, 0.0, 0.25);
  const float brightness = Draw(random, 0.55, 1.0) - paper;
  const float slope = Draw(random, -0.008, 0.008);  // of the light, from left to right
  const double grain = random.Uniform(0.02, 0.15);
  for (std::size_t i = 0; i < kDigitPixels; ++i) {
    const float distance = std::sqrt(ink.squares()[i]);
    const float depth = std::clamp((half_width + blur - distance) / (2 * blur), 0.0F, 1.0F);
    const float light = slope * (static_cast<float>(i % kDigitSide) - kSide / 2);
    const float value = paper + light + brightness * depth * depth * (3 - 2 * depth);
    pixels[i] = std::clamp(value + static_cast<float>(grain * random.Normal()), 0.0F, 1.0F);
  }
}

DigitSet MakeDigits(std::uint64_t seed, DigitPart part, std::size_t count, base::ThreadPool& pool,
                    const base::CancelFlag& cancel) {
  // Of a set: which digit is where, then one stream a picture.
  const std::uint64_t first_stream = static_cast<std::uint64_t>(part) << 48U;
  DigitSet set;
  set.pixels.resize(count * kDigitPixels);
  set.labels.resize(count);
  RandomStream order(seed, first_stream);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t other = order.Below(i + 1);
    set.labels[i] = set.labels[other];
    set.labels[other] = static_cast<std::uint8_t>(i % kClasses);
  }
  constexpr std::size_t kTogether = 64;
  pool.ForEach((count + kTogether - 1) / kTogether, [&](std::size_t part_index) {
    const std::size_t begin = part_index * kTogether;
    for (std::size_t i = begin; i < std::min(begin + kTogether, count); ++i) {
      if (cancel.cancelled()) return;
      RandomStream random(seed, first_stream + 1 + i);
      DrawDigit(set.labels[i], random,
                std::span(set.pixels).subspan(i * kDigitPixels).first<kDigitPixels>());
    }
  });
  return set;
}

}  // namespace sightglass::demo
