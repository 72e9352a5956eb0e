#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>

namespace sightglass::testing {

// Event files of every sort from a seed: the same seed gives the same bytes on every machine.
//
// Files hold scalars (also repeated and falling steps), texts, histograms, pictures, graphs, wrong
// and changing kinds, wall times that are not finite, events that are no protobuf, and payloads
// that have whole records inside.
class RandomLogs {
 public:
  explicit RandomLogs(std::uint64_t seed) : random_(seed) {}

  // A sound file of about `records` records.
  std::string File(std::size_t records);

  // Does one thing to `bytes`: flips a bit, loses, zeroes or doubles a range, puts in noise, a
  // header with a false length, or cuts the end off.
  void Damage(std::string& bytes);

  // Anything from 0 to `limit` - 1. REQUIRES: limit > 0.
  std::size_t Below(std::size_t limit);
  bool OneIn(std::size_t chances) { return Below(chances) == 0; }
  std::string Noise(std::size_t bytes);

 private:
  std::mt19937_64 random_;
};

}  // namespace sightglass::testing
