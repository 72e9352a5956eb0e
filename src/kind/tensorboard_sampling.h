#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "base/mutex.h"

namespace sightglass::kind {

// The random numbers of TensorBoard's data server: ChaCha with 20 rounds, from seed 0.
class TensorboardRandom {
 public:
  std::uint32_t Next32();
  std::uint64_t Next64();  // two of the former, the low one first
  // Uniform in [0, range), by 64 or 32 bits at a time. REQUIRES: range > 0.
  std::uint64_t Below64(std::uint64_t range);
  std::uint32_t Below32(std::uint32_t range);

 private:
  void Refill();

  std::array<std::uint32_t, 16> words_{};
  std::size_t next_ = 16;
  std::uint64_t block_ = 0;
};

// What TensorBoard's data server keeps of a series that comes in one step at a time.
class TensorboardReservoir {
 public:
  explicit TensorboardReservoir(std::size_t capacity) : capacity_(capacity) {}

  // Takes in the next step. Kept ones that are not below it go, as after a restart.
  // Cost: about 20 nanoseconds, and a move of at most `capacity` steps.
  void Offer(base::Step step);
  // In order; the last one offered is always there.
  [[nodiscard]] const std::vector<base::Step>& kept() const { return kept_; }

 private:
  std::size_t capacity_;
  std::uint64_t seen_ = 0;
  TensorboardRandom random_;
  std::vector<base::Step> kept_;
};

// Which `wanted` of `count` things the data server gives where a request asks for fewer than there
// are: increasing indices, the last among them. All if wanted >= count, none if it is 0.
// REQUIRES: count <= 2^32.
std::vector<std::uint32_t> TensorboardDownsample(std::size_t count, std::size_t wanted);

// Which of `count` visible points TensorBoard's data server would keep in a reservoir, by their
// indices. Their steps increase, so nothing but the number of points matters: series of the same
// length keep the same.
//
// Threads: any. Memory: the last kMaxEntries answers.
// Cost: linear in `count` the first time, then a search.
class SampledIndices {
 public:
  static constexpr std::size_t kMaxEntries = 64;

  [[nodiscard]] std::shared_ptr<const std::vector<base::Step>> Of(std::uint64_t count,
                                                                  std::size_t capacity);

 private:
  using Key = std::pair<std::uint64_t, std::size_t>;
  struct Entry {
    std::shared_ptr<const std::vector<base::Step>> indices;
    std::uint64_t last_use = 0;
  };

  base::Mutex mutex_;
  std::map<Key, Entry> entries_ GUARDED_BY(mutex_);
  std::uint64_t uses_ GUARDED_BY(mutex_) = 0;
};

}  // namespace sightglass::kind
