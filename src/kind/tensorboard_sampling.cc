#include "kind/tensorboard_sampling.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <unordered_set>

#include "base/check.h"

namespace sightglass::kind {
namespace {

__extension__ using Wide = unsigned __int128;

// Seed 0, spread over a key by the seed generator of the `rand` crate.
constexpr std::array<std::uint32_t, 8> kKey = {0xF973F2EC, 0x45CDB581, 0x7346F087, 0xAD6CAD06,
                                               0xE3A3D0D0, 0x67E71733, 0x72EA9BF2, 0xFE7D8AD7};
constexpr int kDoubleRounds = 10;

void QuarterRound(std::uint32_t& a, std::uint32_t& b, std::uint32_t& c, std::uint32_t& d) {
  a += b;
  d = std::rotl(d ^ a, 16);
  c += d;
  b = std::rotl(b ^ c, 12);
  a += b;
  d = std::rotl(d ^ a, 8);
  c += d;
  b = std::rotl(b ^ c, 7);
}

// `amount` of 0 ... length - 1, as rand 0.7 chooses among its methods and runs them.
std::vector<std::uint32_t> SampleFloyd(TensorboardRandom& random, std::uint32_t length,
                                       std::uint32_t amount) {
  std::vector<std::uint32_t> chosen;
  std::unordered_set<std::uint32_t> taken;
  for (std::uint32_t j = length - amount; j < length; ++j) {
    const std::uint32_t roll = random.Below32(j + 1);
    const std::uint32_t pick = taken.contains(roll) ? j : roll;
    taken.insert(pick);
    chosen.push_back(pick);
  }
  return chosen;
}

std::vector<std::uint32_t> SampleFisherYates(TensorboardRandom& random, std::uint32_t length,
                                             std::uint32_t amount) {
  std::vector<std::uint32_t> indices(length);
  std::iota(indices.begin(), indices.end(), 0U);
  for (std::uint32_t i = 0; i < amount; ++i) {
    std::swap(indices[i], indices[i + random.Below32(length - i)]);
  }
  indices.resize(amount);
  return indices;
}

std::vector<std::uint32_t> SampleRejection(TensorboardRandom& random, std::uint32_t length,
                                           std::uint32_t amount) {
  std::vector<std::uint32_t> chosen;
  std::unordered_set<std::uint32_t> taken;
  while (chosen.size() < amount) {
    const std::uint32_t roll = random.Below32(length);
    if (taken.insert(roll).second) chosen.push_back(roll);
  }
  return chosen;
}

std::vector<std::uint32_t> SampleIndices(TensorboardRandom& random, std::uint32_t length,
                                         std::uint32_t amount) {
  // In float, as the crate compares.
  const auto space = static_cast<float>(length);
  const auto wanted = static_cast<float>(amount);
  const bool is_long = length >= 500'000;
  if (amount < 163) {
    const float most = is_long ? (70.0F / 9.0F + 8.0F / 45.0F * wanted) * wanted
                               : (10.0F + 1.6F * wanted) * wanted;
    return amount > 11 && space < most ? SampleFisherYates(random, length, amount)
                                       : SampleFloyd(random, length, amount);
  }
  return space < (is_long ? 330.0F / 9.0F : 270.0F) * wanted
             ? SampleFisherYates(random, length, amount)
             : SampleRejection(random, length, amount);
}

}  // namespace

void TensorboardRandom::Refill() {
  const std::array<std::uint32_t, 16> start = {0x61707865,
                                               0x3320646E,
                                               0x79622D32,
                                               0x6B206574,
                                               kKey[0],
                                               kKey[1],
                                               kKey[2],
                                               kKey[3],
                                               kKey[4],
                                               kKey[5],
                                               kKey[6],
                                               kKey[7],
                                               static_cast<std::uint32_t>(block_),
                                               static_cast<std::uint32_t>(block_ >> 32),
                                               0,
                                               0};
  std::array<std::uint32_t, 16> x = start;
  for (int round = 0; round < kDoubleRounds; ++round) {
    QuarterRound(x[0], x[4], x[8], x[12]);
    QuarterRound(x[1], x[5], x[9], x[13]);
    QuarterRound(x[2], x[6], x[10], x[14]);
    QuarterRound(x[3], x[7], x[11], x[15]);
    QuarterRound(x[0], x[5], x[10], x[15]);
    QuarterRound(x[1], x[6], x[11], x[12]);
    QuarterRound(x[2], x[7], x[8], x[13]);
    QuarterRound(x[3], x[4], x[9], x[14]);
  }
  for (std::size_t i = 0; i < x.size(); ++i) words_[i] = x[i] + start[i];
  ++block_;
  next_ = 0;
}

std::uint32_t TensorboardRandom::Next32() {
  if (next_ == words_.size()) Refill();
  return words_[next_++];
}

std::uint64_t TensorboardRandom::Next64() {
  const std::uint64_t low = Next32();
  return low | (std::uint64_t{Next32()} << 32);
}

std::uint64_t TensorboardRandom::Below64(std::uint64_t range) {
  constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t zone = kMax - (kMax - range + 1) % range;
  while (true) {
    const Wide product = Wide{Next64()} * range;
    if (static_cast<std::uint64_t>(product) <= zone) {
      return static_cast<std::uint64_t>(product >> 64);
    }
  }
}

std::uint32_t TensorboardRandom::Below32(std::uint32_t range) {
  const std::uint32_t zone = (range << std::countl_zero(range)) - 1;
  while (true) {
    const std::uint64_t product = std::uint64_t{Next32()} * range;
    if (static_cast<std::uint32_t>(product) <= zone) {
      return static_cast<std::uint32_t>(product >> 32);
    }
  }
}

void TensorboardReservoir::Offer(base::Step step) {
  if (capacity_ == 0) return;
  if (!kept_.empty() && kept_.back() >= step) {
    const std::size_t before = kept_.size();
    kept_.erase(std::ranges::lower_bound(kept_, step), kept_.end());
    seen_ = static_cast<std::uint64_t>(Wide{seen_} * kept_.size() / before);
  }
  ++seen_;
  if (seen_ > capacity_) {
    const std::uint64_t roll = random_.Below64(seen_);
    if (roll >= capacity_) {
      kept_.pop_back();
    } else if (kept_.size() == capacity_) {
      kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(roll));
    }
  }
  kept_.push_back(step);
}

std::vector<std::uint32_t> TensorboardDownsample(std::size_t count, std::size_t wanted) {
  CHECK(count <= std::uint64_t{1} << 32);
  std::vector<std::uint32_t> indices;
  if (wanted == 0 || count == 0) return indices;
  if (wanted >= count) {
    indices.resize(count);
    std::iota(indices.begin(), indices.end(), 0U);
    return indices;
  }
  TensorboardRandom random;
  const auto last = static_cast<std::uint32_t>(count - 1);
  indices = SampleIndices(random, last, static_cast<std::uint32_t>(wanted - 1));
  std::ranges::sort(indices);
  indices.push_back(last);
  return indices;
}

std::shared_ptr<const std::vector<base::Step>> SampledIndices::Of(std::uint64_t count,
                                                                  std::size_t capacity) {
  const Key key(count, capacity);
  {
    const base::MutexLock lock(mutex_);
    if (const auto found = entries_.find(key); found != entries_.end()) {
      found->second.last_use = ++uses_;
      return found->second.indices;
    }
  }
  // Outside the lock: two threads may do the same work, none waits for another's.
  TensorboardReservoir reservoir(capacity);
  for (std::uint64_t i = 0; i < count; ++i) reservoir.Offer(static_cast<base::Step>(i));
  auto indices = std::make_shared<const std::vector<base::Step>>(reservoir.kept());
  const base::MutexLock lock(mutex_);
  if (entries_.size() >= kMaxEntries) {
    entries_.erase(std::ranges::min_element(
        entries_, {}, [](const auto& entry) { return entry.second.last_use; }));
  }
  entries_.insert_or_assign(key, Entry{.indices = indices, .last_use = ++uses_});
  return indices;
}

}  // namespace sightglass::kind
