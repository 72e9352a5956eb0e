#include "store/ref_header_table.h"

#include <bit>
#include <limits>

#include "base/check.h"

namespace sightglass::store {
namespace {

struct Place {
  std::size_t chunk = 0;
  std::size_t index = 0;
};

// Numbers 0 to 31 are in chunk 0, 32 to 95 in chunk 1, 96 to 223 in chunk 2, ...
Place PlaceOf(std::uint32_t number, std::uint32_t first_chunk) {
  const std::uint64_t shifted = std::uint64_t{number} + first_chunk;
  const std::size_t chunk = static_cast<std::size_t>(std::bit_width(shifted / first_chunk)) - 1;
  return {.chunk = chunk,
          .index = static_cast<std::size_t>(shifted - (std::uint64_t{first_chunk} << chunk))};
}

// Mixes in the words one by one; the multiplier is 2^64 divided by the golden ratio.
std::uint64_t Mix(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15U;
  return hash ^ (hash >> 32);
}

}  // namespace

std::size_t RefHeaderTable::Hash::operator()(const RefHeader& header) const noexcept {
  std::uint64_t hash = Mix(header.form, (std::uint64_t{header.dtype} << 32) | header.rank);
  for (const std::int64_t dim : header.dims) hash = Mix(hash, static_cast<std::uint64_t>(dim));
  for (const std::int64_t each : header.detail) hash = Mix(hash, static_cast<std::uint64_t>(each));
  return static_cast<std::size_t>(hash);
}

RefHeaderTable::~RefHeaderTable() {
  for (std::atomic<RefHeader*>& chunk : chunks_) delete[] chunk.load(std::memory_order_relaxed);
}

std::uint32_t RefHeaderTable::Intern(const RefHeader& header) {
  const base::MutexLock lock(mutex_);
  CHECK(numbers_.size() < std::numeric_limits<std::uint32_t>::max());
  const auto number = static_cast<std::uint32_t>(numbers_.size());
  const auto [entry, added] = numbers_.try_emplace(header, number);
  if (!added) return entry->second;
  const Place place = PlaceOf(number, kFirstChunk);
  RefHeader* chunk = chunks_[place.chunk].load(std::memory_order_relaxed);
  if (chunk == nullptr) {
    chunk = new RefHeader[std::size_t{kFirstChunk} << place.chunk];
    chunk[place.index] = header;
    chunks_[place.chunk].store(chunk, std::memory_order_release);
  } else {
    // No reader looks here yet: whoever learns the number learns it after this.
    chunk[place.index] = header;
  }
  return number;
}

const RefHeader& RefHeaderTable::At(std::uint32_t number) const {
  const Place place = PlaceOf(number, kFirstChunk);
  const RefHeader* chunk = chunks_[place.chunk].load(std::memory_order_acquire);
  CHECK(chunk != nullptr);
  return chunk[place.index];
}

std::uint32_t RefHeaderTable::size() const {
  const base::MutexLock lock(mutex_);
  return static_cast<std::uint32_t>(numbers_.size());
}

std::uint64_t RefHeaderTable::memory_bytes() const {
  const base::MutexLock lock(mutex_);
  std::uint64_t bytes = sizeof(*this) + numbers_.bucket_count() * sizeof(void*) +
                        numbers_.size() * (sizeof(*numbers_.begin()) + 2 * sizeof(void*));
  for (std::size_t i = 0; i < kChunks; ++i) {
    if (chunks_[i].load(std::memory_order_relaxed) != nullptr) {
      bytes += (std::uint64_t{kFirstChunk} << i) * sizeof(RefHeader);
    }
  }
  return bytes;
}

}  // namespace sightglass::store
