#include "demo/loss_tone.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sightglass::demo {
namespace {

constexpr double kLowestLoss = 0.01;
constexpr double kHighestLoss = 4;
constexpr double kLowestHertz = 110;
constexpr double kOctaves = 4;

double Hertz(double loss) {
  const double clamped = std::clamp(loss, kLowestLoss, kHighestLoss);
  const double height = std::log(clamped / kLowestLoss) / std::log(kHighestLoss / kLowestLoss);
  return kLowestHertz * std::exp2(kOctaves * height);
}

}  // namespace

std::vector<float> MakeLossTone(std::span<const double> losses, double seconds) {
  const auto count = static_cast<std::size_t>(std::max(0.0, seconds) * kToneRate);
  std::vector<float> samples(count);
  if (losses.empty()) return samples;
  constexpr double kFade = 0.02 * kToneRate;  // without it the ends click
  constexpr double kGlide = 0.002;            // how quickly the pitch follows
  double phase = 0;
  double hertz = 0;
  double loudness = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double loss = losses[i * losses.size() / count];
    const double wanted = std::isnan(loss) ? hertz : Hertz(loss);
    hertz = hertz == 0 ? wanted : hertz + kGlide * (wanted - hertz);
    loudness += kGlide * ((std::isnan(loss) ? 0.0 : 1.0) - loudness);
    phase += 2 * std::numbers::pi * hertz / kToneRate;
    const double ends =
        std::min({1.0, static_cast<double>(i) / kFade, static_cast<double>(count - 1 - i) / kFade});
    // With an octave above: a plain sine of 110 Hz is lost on small speakers.
    const double wave = 0.7 * std::sin(phase) + 0.3 * std::sin(2 * phase);
    samples[i] = static_cast<float>(0.6 * ends * loudness * wave);
  }
  return samples;
}

}  // namespace sightglass::demo
