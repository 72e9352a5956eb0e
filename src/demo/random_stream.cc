#include "demo/random_stream.h"

#include <cmath>
#include <numbers>

#include "base/check.h"

namespace sightglass::demo {
namespace {

// The finisher of splitmix64: every bit of the result depends on every bit of `x`.
std::uint64_t Mix(std::uint64_t x) {
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31U);
}

constexpr std::uint64_t kStride = 0x9e3779b97f4a7c15ULL;

}  // namespace

RandomStream::RandomStream(std::uint64_t seed, std::uint64_t stream)
    : state_(Mix(Mix(seed + kStride) ^ (stream * 0xd6e8feb86659fd93ULL))) {}

std::uint64_t RandomStream::Next() { return Mix(state_ += kStride); }

double RandomStream::Unit() { return static_cast<double>(Next() >> 11U) * 0x1p-53; }

double RandomStream::Uniform(double low, double high) { return low + (high - low) * Unit(); }

std::uint64_t RandomStream::Below(std::uint64_t count) {
  DCHECK(count > 0);
  // Uneven by count / 2^64, which nobody can see.
  return Next() % count;
}

double RandomStream::Normal() {
  const double radius = std::sqrt(-2 * std::log(1 - Unit()));
  return radius * std::cos(2 * std::numbers::pi * Unit());
}

}  // namespace sightglass::demo
