#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "histograms/histogram.h"

namespace sightglass::histograms {

// Histograms of every form that writers make, and of forms that none should; for tests and
// benchmarks. The same seed gives the same ones.
class RandomHistograms {
 public:
  using Buckets = std::vector<format::HistogramBucket>;

  explicit RandomHistograms(std::uint64_t seed) : random_(seed) {}

  // As writers of today do: neighbours of equal width, some of them empty.
  Buckets Linear(std::size_t buckets = 30) {
    const double low = Normal();
    const double width = std::abs(Normal()) + 1e-3;
    Buckets made;
    double edge = low;
    for (std::size_t i = 1; i <= buckets; ++i) {
      const double next = low + width * static_cast<double>(i) / static_cast<double>(buckets);
      made.push_back({.left = edge, .right = next, .count = Count()});
      edge = next;
    }
    return made;
  }

  // As those of TensorFlow 1 and PyTorch do: edges that grow by a tenth, negative and positive.
  Buckets Exponential() {
    std::vector<double> edges = {0};
    double edge = 1e-12;
    for (std::size_t i = Below(40); i > 0; --i) edge *= 1.1;
    for (std::size_t i = 2 + Below(100); i > 0; --i, edge *= 1.1) {
      edges.push_back(edge);
      edges.push_back(-edge);
    }
    std::ranges::sort(edges);
    Buckets made;
    for (std::size_t i = 1; i < edges.size(); ++i) {
      made.push_back({.left = edges[i - 1], .right = edges[i], .count = Count()});
    }
    return made;
  }

  // Gaps, neighbours and point masses in any order of size.
  Buckets Scattered() {
    Buckets made;
    double edge = Normal() * std::pow(10, static_cast<double>(Below(8)) - 4);
    for (std::size_t i = 1 + Below(20); i > 0; --i) {
      if (Below(3) == 0) edge += std::abs(Normal());
      const double right = Below(4) == 0 ? edge : edge + std::abs(Normal());
      made.push_back({.left = edge, .right = right, .count = Count()});
      edge = right;
    }
    return made;
  }

  // All values are one.
  Buckets Constant() {
    const double value = Normal();
    return {{.left = value, .right = value, .count = 1 + Count()}};
  }

  // Nothing holds: edges of any order and size, counts of any sign.
  Buckets Hostile() {
    Buckets made;
    for (std::size_t i = Below(40); i > 0; --i) {
      made.push_back({.left = Odd(), .right = Odd(), .count = Below(3) == 0 ? Odd() : Count()});
    }
    return made;
  }

  // One of the sound forms.
  Buckets Sound() {
    switch (Below(4)) {
      case 0:
        return Linear(1 + Below(60));
      case 1:
        return Exponential();
      case 2:
        return Constant();
      default:
        return Scattered();
    }
  }

  // A sound one that is not empty.
  Histogram Sane() {
    Histogram histogram;
    while (histogram.empty()) histogram = MakeSane(Sound());
    return histogram;
  }

  double Normal() { return std::normal_distribution<double>()(random_); }
  double Uniform() { return std::uniform_real_distribution<double>()(random_); }
  std::size_t Below(std::size_t end) { return random_() % end; }

  // Any double, often a special one.
  double Odd() {
    constexpr double kSpecial[] = {
        0.0,
        -0.0,
        1,
        -1,
        1e300,
        -1e300,
        1e-300,
        std::numeric_limits<double>::denorm_min(),
        std::numeric_limits<double>::max(),
        std::numeric_limits<double>::lowest(),
        std::numeric_limits<double>::infinity(),
        -std::numeric_limits<double>::infinity(),
        std::numeric_limits<double>::quiet_NaN(),
    };
    if (Below(2) == 0) return kSpecial[Below(std::size(kSpecial))];
    return Normal() * std::pow(10, static_cast<double>(Below(40)) - 20);
  }

 private:
  // Whole numbers of any size, zero among them.
  double Count() {
    switch (Below(8)) {
      case 0:
        return 0;
      case 1:
        return 0x1p40;
      default:
        return static_cast<double>(Below(1000));
    }
  }

  std::mt19937_64 random_;
};

}  // namespace sightglass::histograms
