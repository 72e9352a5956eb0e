#pragma once

#include <cstdint>
#include <string>

#include "bench/log_file.h"

namespace sightglass::bench {

// Square RGB pictures of noise, as PNG files of exactly `file_bytes` each (at least kLeastBytes):
// sound ones, that every viewer shows. Noise does not shrink, so nothing is compressed, and the
// size says how many pixels there are.
class NoisePng {
 public:
  static constexpr std::uint64_t kLeastBytes = 84;

  explicit NoisePng(std::uint64_t file_bytes);

  [[nodiscard]] std::uint32_t side() const { return side_; }

  // Another picture at every call. Valid until the next.
  const std::string& Next(Random& random);

 private:
  std::uint32_t side_;
  std::uint64_t padding_bytes_;
  std::string rows_;
  std::string file_;
};

}  // namespace sightglass::bench
