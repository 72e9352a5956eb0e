#pragma once

#include <cstdint>

namespace sightglass::demo {

// Random numbers that are the same on every machine: what the standard library's distributions give
// is up to each library. Streams of one seed with different numbers have nothing in common.
class RandomStream {
 public:
  explicit RandomStream(std::uint64_t seed, std::uint64_t stream = 0);

  std::uint64_t Next();
  // In [0, 1).
  double Unit();
  double Uniform(double low, double high);
  // In [0, count). REQUIRES: count > 0.
  std::uint64_t Below(std::uint64_t count);
  // With mean 0 and deviation 1.
  double Normal();

 private:
  std::uint64_t state_;
};

}  // namespace sightglass::demo
