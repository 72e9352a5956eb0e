#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "sightglass/numbers.h"

namespace sightglass::writer {

namespace number_blocks_detail {

inline constexpr std::size_t kBlock = 4'096;
inline constexpr std::size_t kLargeBlock = std::size_t{1} << 24;

// Do floats hold every value of the type?
bool FitFloats(NumberType type);
// Does the array lie in memory as one of floats or doubles does?
bool IsInPlace(const Numbers& values);
// `size` numbers from the one with the number `begin` on. REQUIRES: FitFloats(), or not.
void Read(const Numbers& values, std::size_t begin, std::size_t size, float* to);
void Read(const Numbers& values, std::size_t begin, std::size_t size, double* to);

template <class T, class Use>
void ForEachBlockOf(const Numbers& values, Use& use) {
  const bool in_place = IsInPlace(values);
  const std::size_t step = in_place ? kLargeBlock : kBlock;
  T block[kBlock];
  for (std::size_t begin = 0; begin < values.size(); begin += step) {
    const std::size_t size = std::min(step, values.size() - begin);
    const T* from = block;
    if (in_place) {
      from = values.as<T>() + begin;
    } else {
      Read(values, begin, size, block);
    }
    use(from, size);
  }
}

}  // namespace number_blocks_detail

// Calls use(const float*, size) or use(const double*, size) for one piece of `values` after the
// other, in order: floats where they hold every value of the type, otherwise doubles, to which 64
// bits are rounded. Arrays may begin at any address.
template <class Use>
void ForEachBlock(const Numbers& values, Use use) {
  if (number_blocks_detail::FitFloats(values.type())) {
    number_blocks_detail::ForEachBlockOf<float>(values, use);
  } else {
    number_blocks_detail::ForEachBlockOf<double>(values, use);
  }
}

}  // namespace sightglass::writer
