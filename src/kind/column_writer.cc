#include "kind/column_writer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "base/check.h"

namespace sightglass::kind {
namespace {

static_assert(std::endian::native == std::endian::little, "columns are little-endian");

constexpr std::size_t kAlignment = 8;
constexpr std::string_view kMagic = "SGC1";
constexpr std::size_t kHeadBegin = 8;
constexpr std::size_t kPiece = 512;  // values that are looked at together

std::size_t PaddingAfter(std::size_t bytes) {
  return (kAlignment - bytes % kAlignment) % kAlignment;
}

}  // namespace

ColumnWriter::ColumnWriter(std::size_t head_room)
    : head_end_(kHeadBegin + head_room + PaddingAfter(head_room)), body_(head_end_, ' ') {}

void ColumnWriter::Reserve(std::size_t bytes) { body_.reserve(body_.size() + bytes); }

void ColumnWriter::Align() { body_.append(PaddingAfter(body_.size()), '\0'); }

ColumnRef ColumnWriter::Share(ColumnRef last) {
  const auto bytes_of = [this](const ColumnRef& ref, std::size_t count) {
    return std::string_view(body_).substr(head_end_ + ref.at, count);
  };
  const std::size_t bytes = size() - last.at;
  const auto same = std::ranges::find_if(latest_, [&](const ColumnRef& other) {
    return other.type == last.type && other.count == last.count &&
           bytes_of(other, bytes) == bytes_of(last, bytes);
  });
  if (same != latest_.end()) {
    body_.resize(head_end_ + last.at);
    last = *same;
    std::rotate(latest_.begin(), same, same + 1);
  } else {
    std::shift_right(latest_.begin(), latest_.end(), 1);
    latest_.front() = last;
  }
  return last;
}

template <class Stored, class Value>
ColumnRef ColumnWriter::Put(std::string_view type, std::span<const Value> values) {
  Align();
  const std::size_t begin = body_.size();
  if constexpr (std::is_same_v<Stored, Value>) {
    body_.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  } else {
    // By way of a small array, since a string fills with zeros what it grows by.
    std::array<Stored, kPiece> stored;
    for (std::size_t done = 0; done < values.size(); done += kPiece) {
      const auto piece = values.subspan(done, std::min(kPiece, values.size() - done));
      for (std::size_t i = 0; i < piece.size(); ++i) stored[i] = static_cast<Stored>(piece[i]);
      body_.append(reinterpret_cast<const char*>(stored.data()), piece.size() * sizeof(Stored));
    }
  }
  return Share({.type = type, .at = begin - head_end_, .count = values.size()});
}

ColumnRef ColumnWriter::Add(std::span<const std::int64_t> values) {
  // Moved up by 2^31, what fits has nothing above its lowest 32 bits.
  std::uint64_t bits = 0;
  for (const std::int64_t value : values) {
    bits |= static_cast<std::uint64_t>(value) + (std::uint64_t{1} << 31);
  }
  if (bits >> 32 == 0) return Put<std::int32_t>("i32", values);
  return Put<std::int64_t>("i64", values);
}

ColumnRef ColumnWriter::Add(std::span<const std::uint64_t> values) {
  std::uint64_t bits = 0;
  for (const std::uint64_t value : values) bits |= value;
  if (bits >> 32 == 0) return Put<std::uint32_t>("u32", values);
  return Put<std::uint64_t>("u64", values);
}

ColumnRef ColumnWriter::Add(std::span<const double> values) {
  Align();
  const std::size_t begin = body_.size();
  std::array<float, kPiece> stored;
  for (std::size_t done = 0; done < values.size(); done += kPiece) {
    const auto piece = values.subspan(done, std::min(kPiece, values.size() - done));
    std::uint64_t lossy = 0;
    for (std::size_t i = 0; i < piece.size(); ++i) {
      // What is beyond the range of float becomes an infinity. Both are false for NaN.
      stored[i] = static_cast<float>(piece[i]);
      const auto back = static_cast<double>(stored[i]);
      lossy |=
          static_cast<std::uint64_t>(back < piece[i]) | static_cast<std::uint64_t>(back > piece[i]);
    }
    if (lossy != 0) {
      // Mostly in the first piece: times are none of them floats.
      body_.resize(begin);
      return Put<double>("f64", values);
    }
    body_.append(reinterpret_cast<const char*>(stored.data()), piece.size() * sizeof(float));
  }
  return Share({.type = "f32", .at = begin - head_end_, .count = values.size()});
}

ColumnRef ColumnWriter::Add(std::span<const std::uint8_t> values) {
  return Put<std::uint8_t>("u8", values);
}

std::string ColumnWriter::Finish(std::string_view head) {
  Align();
  if (head.size() > head_end_ - kHeadBegin) {
    const std::size_t end = kHeadBegin + head.size() + PaddingAfter(head.size());
    body_.insert(head_end_, end - head_end_, ' ');
    head_end_ = end;
  }
  CHECK(head_end_ <= std::numeric_limits<std::uint32_t>::max());
  const auto length = static_cast<std::uint32_t>(head_end_ - kHeadBegin);
  std::memcpy(body_.data(), kMagic.data(), kMagic.size());
  std::memcpy(body_.data() + kMagic.size(), &length, sizeof(length));
  std::memcpy(body_.data() + kHeadBegin, head.data(), head.size());
  std::string body = std::exchange(body_, std::string(kHeadBegin, ' '));
  head_end_ = kHeadBegin;
  latest_ = {};
  return body;
}

}  // namespace sightglass::kind
