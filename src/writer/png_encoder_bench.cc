#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "writer/deflate_encoder.h"
#include "writer/image_encoders.h"
#include "writer/png_filter.h"

// Pictures of 256 x 256 RGB as training jobs log them, made here so that the same ones can be given
// to other encoders: with SIGHTGLASS_BENCH_PICTURES=folder they are written there as raw bytes.
namespace {

using sightglass::writer::AppendPng;
using sightglass::writer::AppendZlib;
using sightglass::writer::FilterRows;
using sightglass::writer::PixelBuffer;
using sightglass::writer::ViewOf;

constexpr int kSide = 256;

using Shade = std::function<std::array<double, 3>(int x, int y)>;

PixelBuffer Paint(const Shade& shade) {
  PixelBuffer picture{kSide, kSide, 3, {}};
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      for (const double value : shade(x, y)) {
        picture.bytes.push_back(static_cast<std::uint8_t>(std::clamp(value, 0.0, 255.0)));
      }
    }
  }
  return picture;
}

PixelBuffer Flat() {
  return Paint([](int, int) { return std::array<double, 3>{30, 144, 255}; });
}

PixelBuffer Noise() {
  std::mt19937 random(1);
  return Paint([&](int, int) {
    return std::array<double, 3>{static_cast<double>(random() % 256),
                                 static_cast<double>(random() % 256),
                                 static_cast<double>(random() % 256)};
  });
}

PixelBuffer NoisyGradient() {
  std::mt19937 random(1);
  std::normal_distribution<double> normal(0, 3);
  return Paint([&](int x, int y) {
    return std::array<double, 3>{x + normal(random), y + normal(random),
                                 (x + y) / 2.0 + normal(random)};
  });
}

// Waves of many lengths, the longer the stronger, as photographs have them, with a little noise.
PixelBuffer Photo() {
  struct Wave {
    double x, y, phase, strength;
  };
  std::mt19937 random(2);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<Wave> waves;
  for (int i = 0; i < 60; ++i) {
    const double length = 4 * std::pow(64, uniform(random));
    const double angle = 6.28 * uniform(random);
    waves.push_back({6.28 / length * std::cos(angle), 6.28 / length * std::sin(angle),
                     6.28 * uniform(random), std::pow(length, 0.75)});
  }
  std::normal_distribution<double> normal(0, 1.5);
  return Paint([&](int x, int y) {
    double sum = 0;
    for (const Wave& wave : waves) {
      sum += wave.strength * std::sin(wave.x * x + wave.y * y + wave.phase);
    }
    const double light = 128 + sum / 4;
    return std::array<double, 3>{light * 1.1 + normal(random), light + normal(random),
                                 light * 0.8 + 20 + normal(random)};
  });
}

// A number's strokes, thick and soft, on black: 8 x 8 of them.
PixelBuffer Digits() {
  std::mt19937 random(3);
  struct Stroke {
    double x, y, radius, cut;
  };
  std::vector<Stroke> strokes;
  for (int i = 0; i < 64; ++i) {
    strokes.push_back(
        {10 + static_cast<double>(random() % 12), 10 + static_cast<double>(random() % 12),
         5 + static_cast<double>(random() % 5), static_cast<double>(random() % 9) - 4});
  }
  return Paint([&](int x, int y) {
    const Stroke& stroke = strokes[static_cast<std::size_t>(y / 32 * 8 + x / 32)];
    const double dx = x % 32 - stroke.x;
    const double dy = y % 32 - stroke.y;
    const double ring = std::abs(std::hypot(dx, dy) - stroke.radius);
    const double line = std::abs(dx + stroke.cut);
    const double near = std::min(ring, std::abs(dy) < stroke.radius ? line : 99.0);
    const double value = 255 * (2.2 - near);
    return std::array<double, 3>{value, value, value};
  });
}

// Axes, a grid and two soft lines on white.
PixelBuffer Plot() {
  std::mt19937 random(4);
  std::normal_distribution<double> normal(0, 2);
  std::vector<double> first;
  std::vector<double> second;
  double a = 60;
  double b = 190;
  for (int x = 0; x < kSide; ++x) {
    first.push_back(a = std::clamp(a + normal(random), 20.0, 230.0));
    second.push_back(b = std::clamp(b + normal(random), 20.0, 230.0));
  }
  return Paint([&](int x, int y) {
    std::array<double, 3> color = {255, 255, 255};
    if (x < 24 || y > 232) return color;
    if (x == 24 || y == 232) return std::array<double, 3>{0, 0, 0};
    if (x % 40 == 0 || y % 40 == 0) color = {176, 176, 176};
    const auto blend = [&](double line, std::array<double, 3> ink) {
      const double cover = std::clamp(1.5 - std::abs(y - line), 0.0, 1.0);
      for (std::size_t c = 0; c < 3; ++c) color[c] += cover * (ink[c] - color[c]);
    };
    blend(first[static_cast<std::size_t>(x)], {31, 119, 180});
    blend(second[static_cast<std::size_t>(x)], {255, 127, 14});
    return color;
  });
}

// Cells of one colour each, as matrices of confusion, weights and filters are shown.
PixelBuffer Cells() {
  std::mt19937 random(5);
  std::vector<std::array<double, 3>> cells;
  for (int i = 0; i < 256; ++i) {
    const double value = static_cast<double>(random() % 256);
    cells.push_back({value, 255 - value, 128});
  }
  return Paint([&](int x, int y) { return cells[static_cast<std::size_t>(y / 16 * 16 + x / 16)]; });
}

struct Picture {
  std::string_view name;
  PixelBuffer (*make)();
};
constexpr std::array<Picture, 7> kPictures = {{{"flat", &Flat},
                                               {"noise", &Noise},
                                               {"gradient", &NoisyGradient},
                                               {"photo", &Photo},
                                               {"digits", &Digits},
                                               {"plot", &Plot},
                                               {"cells", &Cells}}};

void WritePicture(std::string_view name, const PixelBuffer& picture) {
  const char* const folder = std::getenv("SIGHTGLASS_BENCH_PICTURES");
  if (folder == nullptr) return;
  const std::string path = std::string(folder) + "/" + std::string(name) + ".raw";
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return;
  std::fwrite(picture.bytes.data(), 1, picture.bytes.size(), file);
  std::fclose(file);
}

void BenchPng(benchmark::State& state, const Picture& kind) {
  const PixelBuffer picture = kind.make();
  WritePicture(kind.name, picture);
  std::string png;
  for (auto _ : state) {
    png.clear();
    AppendPng(ViewOf(picture), png);
    benchmark::DoNotOptimize(png.data());
  }
  state.counters["png_bytes"] = static_cast<double>(png.size());
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(picture.bytes.size()));
}

void BenchFilter(benchmark::State& state, const Picture& kind) {
  const PixelBuffer picture = kind.make();
  for (auto _ : state) benchmark::DoNotOptimize(FilterRows(ViewOf(picture)));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(picture.bytes.size()));
}

// As the files of traces.
void BenchZlibOfText(benchmark::State& state) {
  std::mt19937 random(6);
  std::string text;
  while (text.size() < 1'000'000) {
    text += R"({"name":"step/)" + std::to_string(random() % 40) + R"(","ph":"X","ts":)" +
            std::to_string(text.size() * 31) + R"(,"dur":)" + std::to_string(random() % 5'000) +
            "},\n";
  }
  std::string out;
  for (auto _ : state) {
    out.clear();
    AppendZlib(text, out);
    benchmark::DoNotOptimize(out.data());
  }
  state.counters["ratio"] = static_cast<double>(out.size()) / static_cast<double>(text.size());
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(text.size()));
}
BENCHMARK(BenchZlibOfText);

[[maybe_unused]] const bool registered = [] {
  for (const Picture& kind : kPictures) {
    benchmark::RegisterBenchmark(("BenchPng/" + std::string(kind.name)).c_str(), &BenchPng, kind);
  }
  benchmark::RegisterBenchmark("BenchFilter/photo", &BenchFilter, kPictures[3]);
  return true;
}();

}  // namespace
