#include "base/string_pool.h"

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <limits>
#include <random>
#include <vector>

#include "base/arena.h"
#include "base/check.h"
#include "base/hash.h"
#include "base/mutex.h"

namespace sightglass::base {
namespace {

constexpr std::uint32_t kFirstChunk = 256;
constexpr std::size_t kFirstSlots = 512;

// Chunk c holds kFirstChunk << c texts, so that few chunks suffice for every 32-bit id and none
// ever has to grow or move.
struct Place {
  std::size_t chunk;
  std::size_t index;
};

constexpr Place PlaceOf(std::uint32_t id) {
  const std::uint64_t shifted = std::uint64_t{id} + kFirstChunk;
  const auto chunk = static_cast<std::size_t>(std::bit_width(shifted / kFirstChunk) - 1);
  return {chunk, static_cast<std::size_t>(shifted - (std::uint64_t{kFirstChunk} << chunk))};
}

constexpr std::size_t kChunks = PlaceOf(std::numeric_limits<std::uint32_t>::max()).chunk + 1;
static_assert(PlaceOf(0).chunk == 0 && PlaceOf(0).index == 0);
static_assert(PlaceOf(kFirstChunk).chunk == 1 && PlaceOf(kFirstChunk).index == 0);

// Open addressing, at most half full. A slot is 0, or the upper half of the hash over id + 1. Slots
// only ever go from 0 to their value.
struct Table {
  explicit Table(std::size_t slot_count)
      : mask(slot_count - 1), slots(new std::atomic<std::uint64_t>[slot_count]()) {}

  [[nodiscard]] std::size_t size() const { return mask + 1; }

  std::size_t mask;
  std::unique_ptr<std::atomic<std::uint64_t>[]> slots;
};

constexpr std::uint64_t SlotFor(std::uint64_t hash, std::uint32_t id) {
  return (hash & 0xFFFFFFFF00000000U) | (std::uint64_t{id} + 1);
}

constexpr std::uint32_t IdOf(std::uint64_t slot) { return static_cast<std::uint32_t>(slot) - 1; }

std::uint64_t RandomSeed() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

}  // namespace

// 1. A slot is stored (release) after its text stands in its chunk, and read with acquire: who sees
//    the id sees the text. An id that came through another thread was passed on with
//    synchronisation by that thread.
// 2. Only the holder of `mutex` writes slots, chunks and tables. Finding a text needs no lock; who
//    misses looks again under the lock, since the table that was searched may have been replaced.
// 3. Tables that were replaced stay until the end, for those still searching them. Together they
//    are no larger than the present one.
struct StringPool::Impl {
  Impl() {
    tables.push_back(std::make_unique<Table>(kFirstSlots));
    table.store(tables.back().get(), std::memory_order_release);
  }

  [[nodiscard]] std::string_view Text(std::uint32_t id) const {
    const Place place = PlaceOf(id);
    return chunks[place.chunk].load(std::memory_order_acquire)[place.index];
  }

  // The id of `text`, or nothing and the free slot where it belongs.
  struct Found {
    bool found;
    std::uint32_t id;
    std::size_t slot;
  };
  [[nodiscard]] Found Find(const Table& in, std::uint64_t hash, std::string_view text) const {
    for (std::size_t at = hash & in.mask;; at = (at + 1) & in.mask) {
      const std::uint64_t slot = in.slots[at].load(std::memory_order_acquire);
      if (slot == 0) return {false, 0, at};
      if ((slot ^ hash) >> 32 == 0 && Text(IdOf(slot)) == text) return {true, IdOf(slot), at};
    }
  }

  std::uint32_t Add(std::uint64_t hash, std::string_view text) EXCLUDES(mutex) {
    const MutexLock lock(mutex);
    Table* present = table.load(std::memory_order_relaxed);
    Found place = Find(*present, hash, text);
    if (place.found) return place.id;

    const std::uint32_t id = count.load(std::memory_order_relaxed);
    // Four thousand million names of one byte fill any memory first.
    CHECK(id < std::numeric_limits<std::uint32_t>::max());
    if (id >= present->size() / 2) {
      present = Grow(*present);
      place = Find(*present, hash, text);
    }
    StoreText(id, texts.CopyString(text));
    count.store(id + 1, std::memory_order_release);
    present->slots[place.slot].store(SlotFor(hash, id), std::memory_order_release);
    CountMemory();
    return id;
  }

  void StoreText(std::uint32_t id, std::string_view text) REQUIRES_LOCK(mutex) {
    const Place place = PlaceOf(id);
    if (place.index == 0) {
      const std::size_t length = std::size_t{kFirstChunk} << place.chunk;
      owned_chunks.push_back(std::make_unique<std::string_view[]>(length));
      chunks[place.chunk].store(owned_chunks.back().get(), std::memory_order_release);
      table_bytes += length * sizeof(std::string_view);
    }
    chunks[place.chunk].load(std::memory_order_relaxed)[place.index] = text;
  }

  Table* Grow(const Table& old) REQUIRES_LOCK(mutex) {
    auto grown = std::make_unique<Table>(old.size() * 2);
    const std::uint32_t ids = count.load(std::memory_order_relaxed);
    for (std::uint32_t id = 0; id < ids; ++id) {
      const std::uint64_t hash = HashBytes(Text(id), seed);
      std::size_t at = hash & grown->mask;
      while (grown->slots[at].load(std::memory_order_relaxed) != 0) at = (at + 1) & grown->mask;
      grown->slots[at].store(SlotFor(hash, id), std::memory_order_relaxed);
    }
    table_bytes += grown->size() * sizeof(std::uint64_t);
    tables.push_back(std::move(grown));
    table.store(tables.back().get(), std::memory_order_release);
    return tables.back().get();
  }

  void CountMemory() REQUIRES_LOCK(mutex) {
    memory.store(texts.memory_bytes() + table_bytes, std::memory_order_relaxed);
  }

  const std::uint64_t seed = RandomSeed();
  std::array<std::atomic<std::string_view*>, kChunks> chunks{};
  std::atomic<Table*> table{nullptr};
  std::atomic<std::uint32_t> count{0};
  std::atomic<std::uint64_t> memory{kFirstSlots * sizeof(std::uint64_t)};

  Mutex mutex;
  Arena texts GUARDED_BY(mutex);
  std::vector<std::unique_ptr<std::string_view[]>> owned_chunks GUARDED_BY(mutex);
  std::vector<std::unique_ptr<Table>> tables GUARDED_BY(mutex);
  std::uint64_t table_bytes GUARDED_BY(mutex) = kFirstSlots * sizeof(std::uint64_t);
};

StringPool::StringPool() : impl_(std::make_unique<Impl>()) {}
StringPool::~StringPool() = default;

std::uint32_t StringPool::Intern(std::string_view text) {
  const std::uint64_t hash = HashBytes(text, impl_->seed);
  const Table& table = *impl_->table.load(std::memory_order_acquire);
  const Impl::Found found = impl_->Find(table, hash, text);
  return found.found ? found.id : impl_->Add(hash, text);
}

std::string_view StringPool::Text(std::uint32_t id) const {
  DCHECK(id < size());
  return impl_->Text(id);
}

std::uint32_t StringPool::size() const { return impl_->count.load(std::memory_order_acquire); }

std::uint64_t StringPool::memory_bytes() const {
  return impl_->memory.load(std::memory_order_relaxed);
}

}  // namespace sightglass::base
