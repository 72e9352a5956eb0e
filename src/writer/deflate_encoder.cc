#include "writer/deflate_encoder.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <vector>

#include "writer/byte_checksums.h"
#include "writer/deflate_block.h"

// A hash table holds the last two places that began with the same four bytes, and one place further
// on is tried before a short match is taken. Where nothing repeats, the search takes longer and
// longer steps. Measured on filtered pictures: with one place, drawings grow by an eighth; with
// more than two, photographs take several times as long and grow, because the matches that are
// found later lie further off; short matches from far away make nothing smaller.
namespace sightglass::writer {
namespace {

constexpr std::size_t kMinMatch = 4;
// Shorter ones are only worth their bits from near by.
constexpr std::size_t kMinFarMatch = 6;
constexpr std::size_t kNear = 256;
// A match of so many bytes is taken without looking for a better one.
constexpr std::size_t kNiceMatch = 32;
// Of a match longer than this, only the last places are put into the table.
constexpr std::size_t kAllPlaces = 16;
constexpr std::size_t kLastPlaces = 8;
// So many places without a match make the steps one longer: 2^4.
constexpr int kStepShift = 4;
constexpr int kHashBits = 13;
// Literals and matches of one block. Codes of smaller blocks fit better but take 60 bytes or more.
constexpr std::size_t kBlockTokens = 20'000;

template <class T>
T Load(const char* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

class Deflater {
 public:
  explicit Deflater(std::string& out)
      : writer_(out), table_(std::make_unique<Bucket[]>(kTableSize)) {
    matches_.reserve(kBlockTokens);
  }

  // Nothing refers to a part before. REQUIRES: no more than kMaxPart bytes; `last` once, at the
  // end.
  void Add(std::string_view part, bool last);
  void Finish() { writer_.Finish(); }

  static constexpr std::size_t kMaxPart = std::size_t{1} << 30;

 private:
  struct Bucket {
    std::uint32_t newer = 0;
    std::uint32_t older = 0;
  };
  struct Found {
    std::size_t length = 0;
    std::size_t distance = 0;  // 0: nothing
  };
  static constexpr std::size_t kTableSize = std::size_t{1} << kHashBits;
  // Places are counted from here, so that a table of zeros refers to nothing within the window.
  static constexpr std::uint32_t kFirstPlace = kDeflateWindow + 1;

  static std::size_t HashOf(std::uint32_t bytes) {
    return (bytes * 0x9E3779B1U) >> (32 - kHashBits);
  }
  Found FindAndInsert(std::size_t at, std::size_t better_than);
  void Insert(std::size_t at) {
    Bucket& bucket = table_[HashOf(Load<std::uint32_t>(part_.data() + at))];
    bucket = {static_cast<std::uint32_t>(at) + kFirstPlace, bucket.newer};
  }
  void InsertMatch(std::size_t at, std::size_t length, std::size_t search_end);
  void PutBlock(std::size_t begin, std::size_t end, bool last);

  BitWriter writer_;
  const std::unique_ptr<Bucket[]> table_;
  std::vector<DeflateMatch> matches_;
  std::string_view part_;
};

// How far `old` goes on like `now`, which ends at `end`.
std::size_t CommonLength(const char* old, const char* now, const char* end) {
  const char* const begin = now;
  for (; end - now >= 8; old += 8, now += 8) {
    const std::uint64_t difference = Load<std::uint64_t>(old) ^ Load<std::uint64_t>(now);
    if (difference != 0) {
      return static_cast<std::size_t>(now - begin) +
             static_cast<std::size_t>(std::countr_zero(difference)) / 8;
    }
  }
  for (; now < end && *old == *now; ++old) ++now;
  return static_cast<std::size_t>(now - begin);
}

// REQUIRES: at + kMinMatch <= part_.size().
inline Deflater::Found Deflater::FindAndInsert(std::size_t at, std::size_t better_than) {
  const char* const now = part_.data() + at;
  const auto bytes = Load<std::uint32_t>(now);
  const auto place = static_cast<std::uint32_t>(at) + kFirstPlace;
  Bucket& bucket = table_[HashOf(bytes)];
  const Bucket old = bucket;
  bucket = {place, old.newer};
  const std::uint32_t distance = place - old.newer;
  if (distance > kDeflateWindow || Load<std::uint32_t>(now - distance) != bytes) return {};
  const char* const end = now + std::min(part_.size() - at, kMaxDeflateMatch);
  Found best{kMinMatch + CommonLength(now - distance + kMinMatch, now + kMinMatch, end), distance};
  const std::uint32_t further = place - old.older;
  if (best.length < kNiceMatch && further <= kDeflateWindow &&
      Load<std::uint32_t>(now - further) == bytes) {
    const std::size_t length =
        kMinMatch + CommonLength(now - further + kMinMatch, now + kMinMatch, end);
    if (length > best.length) best = {length, further};
  }
  if (best.length <= better_than || (best.length < kMinFarMatch && best.distance > kNear)) {
    return {};
  }
  return best;
}

// Two places of the match are in the table already.
inline void Deflater::InsertMatch(std::size_t at, std::size_t length, std::size_t search_end) {
  std::size_t place = at + 2;
  if (length > kAllPlaces) place = at + length - kLastPlaces;
  for (const std::size_t end = std::min(at + length, search_end); place < end; ++place) {
    Insert(place);
  }
}

void Deflater::Add(std::string_view part, bool last) {
  part_ = part;
  std::fill_n(table_.get(), kTableSize, Bucket{});
  std::size_t at = 0;
  std::size_t block_begin = 0;
  std::size_t literals_begin = 0;
  std::size_t tokens = 0;  // of the block, up to literals_begin
  std::size_t misses = 0;
  // From here on what is left is too short to match.
  const std::size_t search_end = part.size() < kMinMatch ? 0 : part.size() - kMinMatch + 1;
  while (at < search_end) {
    Found found = FindAndInsert(at, 0);
    if (found.distance == 0) {
      at += 1 + (misses++ >> kStepShift);
    } else {
      misses = 0;
      while (found.length < kNiceMatch && at + 1 < search_end) {
        const Found later = FindAndInsert(at + 1, found.length);
        if (later.distance == 0) break;
        found = later;
        ++at;
      }
      const std::size_t literals = at - literals_begin;
      matches_.push_back({static_cast<std::uint32_t>(literals),
                          static_cast<std::uint16_t>(found.length),
                          static_cast<std::uint16_t>(found.distance)});
      tokens += literals + 1;
      InsertMatch(at, found.length, search_end);
      at += found.length;
      literals_begin = at;
    }
    if (tokens + (at - literals_begin) >= kBlockTokens && at < part.size()) {
      PutBlock(block_begin, at, false);
      block_begin = literals_begin = at;
      tokens = 0;
      misses = 0;
    }
  }
  PutBlock(block_begin, part.size(), last);
}

void Deflater::PutBlock(std::size_t begin, std::size_t end, bool last) {
  PutDeflateBlock(part_.substr(begin, end - begin), matches_, last, writer_);
  matches_.clear();
}

void AppendDeflate(std::string_view bytes, std::string& out) {
  const std::size_t begin = out.size();
  std::string_view rest = bytes;
  Deflater deflater(out);
  do {
    const std::string_view part = rest.substr(0, Deflater::kMaxPart);
    rest.remove_prefix(part.size());
    deflater.Add(part, rest.empty());
  } while (!rest.empty());
  deflater.Finish();
  // Blocks that had to be stored one by one take a few bytes more than stored together.
  if (out.size() - begin <= StoredSize(bytes.size())) return;
  out.resize(begin);
  BitWriter writer(out);
  writer.MakeRoom(StoredSize(bytes.size()));
  PutStored(bytes, true, writer);
  writer.Finish();
}

void AppendBigEndian32(std::uint32_t value, std::string& out) {
  for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<char>(value >> shift));
}

void AppendLittleEndian32(std::uint32_t value, std::string& out) {
  for (int shift = 0; shift < 32; shift += 8) out.push_back(static_cast<char>(value >> shift));
}

}  // namespace

void AppendZlib(std::string_view bytes, std::string& out) {
  out.append("\x78\x01", 2);
  AppendDeflate(bytes, out);
  AppendBigEndian32(ExtendAdler32(1, bytes), out);
}

void AppendGzip(std::string_view bytes, std::string& out) {
  out.append("\x1F\x8B\x08\0\0\0\0\0\0\xFF", 10);
  AppendDeflate(bytes, out);
  AppendLittleEndian32(ExtendCrc32(0, bytes), out);
  AppendLittleEndian32(static_cast<std::uint32_t>(bytes.size()), out);
}

}  // namespace sightglass::writer
