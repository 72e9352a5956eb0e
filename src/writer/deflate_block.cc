#include "writer/deflate_block.h"

#include <algorithm>
#include <array>
#include <bit>

namespace sightglass::writer {
namespace {

// 4 literals of 14 bits fit into the bit buffer at once.
constexpr int kMaxLiteralBits = 14;
constexpr int kMaxDistanceBits = 15;
constexpr std::uint8_t kFixedDistanceBits = 5;
constexpr std::size_t kMaxStored = 65'535;

constexpr std::size_t kEndOfBlock = 256;
constexpr std::size_t kLiteralSymbols = 286;
constexpr std::size_t kDistanceSymbols = 30;
constexpr std::size_t kLengthSymbols = 19;

struct Range {
  std::uint16_t base;
  std::uint8_t extra_bits;
};

constexpr std::array<Range, 29> kLengthRanges = [] {
  std::array<Range, 29> ranges{};
  std::uint16_t base = 3;
  for (std::size_t i = 0; i < 28; ++i) {
    ranges[i] = {base, static_cast<std::uint8_t>(i < 8 ? 0 : i / 4 - 1)};
    base = static_cast<std::uint16_t>(base + (1U << ranges[i].extra_bits));
  }
  ranges[28] = {kMaxDeflateMatch, 0};
  return ranges;
}();

constexpr std::array<Range, kDistanceSymbols> kDistanceRanges = [] {
  std::array<Range, kDistanceSymbols> ranges{};
  std::uint16_t base = 1;
  for (std::size_t i = 0; i < kDistanceSymbols; ++i) {
    ranges[i] = {base, static_cast<std::uint8_t>(i < 4 ? 0 : i / 2 - 1)};
    base = static_cast<std::uint16_t>(base + (1U << ranges[i].extra_bits));
  }
  return ranges;
}();

// The number of each match length among kLengthRanges.
constexpr std::array<std::uint8_t, kMaxDeflateMatch + 1> kLengthNumbers = [] {
  std::array<std::uint8_t, kMaxDeflateMatch + 1> numbers{};
  for (std::size_t i = 0; i < kLengthRanges.size(); ++i) {
    for (std::size_t n = kLengthRanges[i].base; n <= kMaxDeflateMatch; ++n) {
      numbers[n] = static_cast<std::uint8_t>(i);
    }
  }
  return numbers;
}();

std::size_t DistanceNumber(std::size_t distance) {
  const auto back = static_cast<std::uint32_t>(distance - 1);
  if (back < 2) return back;
  const auto log = static_cast<std::uint32_t>(std::bit_width(back)) - 1;
  return 2 * log + ((back >> (log - 1)) & 1U);
}

struct BlockCodes {
  std::array<HuffmanCode, kLiteralSymbols + 2> literals;
  std::array<HuffmanCode, kDistanceSymbols> distances;
};

// The lengths of both codes in runs, as a dynamic block describes them.
class CodeHeader {
 public:
  CodeHeader(std::span<const std::uint8_t> literals, std::span<const std::uint8_t> distances) {
    literal_count_ = UsedSize(literals, 257);
    distance_count_ = UsedSize(distances, 1);
    std::array<std::uint8_t, kLiteralSymbols + kDistanceSymbols> all{};
    std::copy_n(literals.begin(), literal_count_, all.begin());
    std::copy_n(distances.begin(), distance_count_, all.begin() + literal_count_);
    const std::size_t size = literal_count_ + distance_count_;
    for (std::size_t at = 0; at < size;) {
      const std::uint8_t length = all[at];
      std::size_t run = 1;
      while (at + run < size && all[at + run] == length) ++run;
      at += run;
      PutRun(length, run);
    }
    std::array<std::uint32_t, kLengthSymbols> frequencies{};
    for (std::size_t i = 0; i < item_count_; ++i) ++frequencies[items_[i].symbol];
    std::array<std::uint8_t, kLengthSymbols> lengths;
    MakeHuffmanLengths(frequencies, 7, lengths);
    MakeHuffmanCodes(lengths, codes_);
    written_codes_ = kLengthSymbols;
    while (written_codes_ > 4 && lengths[kOrder[written_codes_ - 1]] == 0) --written_codes_;
    bits_ = 5 + 5 + 4 + 3 * written_codes_;
    for (std::size_t i = 0; i < item_count_; ++i) {
      bits_ += codes_[items_[i].symbol].length + std::size_t{items_[i].extra_bits};
    }
  }

  [[nodiscard]] std::size_t bits() const { return bits_; }

  void Put(BitWriter& writer) const {
    writer.PutFlushed(literal_count_ - 257, 5);
    writer.PutFlushed(distance_count_ - 1, 5);
    writer.PutFlushed(written_codes_ - 4, 4);
    for (std::size_t i = 0; i < written_codes_; ++i) {
      writer.PutFlushed(codes_[kOrder[i]].length, 3);
    }
    for (std::size_t i = 0; i < item_count_; ++i) {
      writer.PutCode(codes_[items_[i].symbol]);
      writer.PutFlushed(items_[i].extra, items_[i].extra_bits);
    }
  }

 private:
  struct Item {
    std::uint8_t symbol;
    std::uint8_t extra;
    std::uint8_t extra_bits;
  };
  static constexpr std::array<std::uint8_t, kLengthSymbols> kOrder = {
      16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

  static std::size_t UsedSize(std::span<const std::uint8_t> lengths, std::size_t least) {
    std::size_t size = lengths.size();
    while (size > least && lengths[size - 1] == 0) --size;
    return size;
  }

  void PutItem(std::size_t symbol, std::size_t extra, std::size_t extra_bits) {
    items_[item_count_++] = {static_cast<std::uint8_t>(symbol), static_cast<std::uint8_t>(extra),
                             static_cast<std::uint8_t>(extra_bits)};
  }

  void PutRun(std::uint8_t length, std::size_t run) {
    if (length == 0) {
      for (; run >= 11; run -= std::min<std::size_t>(run, 138)) {
        PutItem(18, std::min<std::size_t>(run, 138) - 11, 7);
      }
      if (run >= 3) {
        PutItem(17, run - 3, 3);
        run = 0;
      }
    } else if (run > 3) {
      PutItem(length, 0, 0);
      for (--run; run >= 3; run -= std::min<std::size_t>(run, 6)) {
        PutItem(16, std::min<std::size_t>(run, 6) - 3, 2);
      }
    }
    for (; run > 0; --run) PutItem(length, 0, 0);
  }

  std::array<Item, kLiteralSymbols + kDistanceSymbols> items_;
  std::array<HuffmanCode, kLengthSymbols> codes_;
  std::size_t literal_count_ = 0;
  std::size_t distance_count_ = 0;
  std::size_t item_count_ = 0;
  std::size_t written_codes_ = 0;
  std::size_t bits_ = 0;
};

std::array<std::uint8_t, kLiteralSymbols + 2> FixedLiteralLengths() {
  std::array<std::uint8_t, kLiteralSymbols + 2> lengths;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
  }
  return lengths;
}

void PutSymbols(const BlockCodes& codes, std::string_view bytes,
                std::span<const DeflateMatch> matches, BitWriter& out) {
  const auto* at = reinterpret_cast<const std::uint8_t*>(bytes.data());
  const std::uint8_t* const end = at + bytes.size();
  BitWriter writer = out;  // a copy can stay in registers
  const auto put_literals = [&](std::size_t count) {
    for (; count >= 4; count -= 4, at += 4) {
      writer.PutCode(codes.literals[at[0]]);
      writer.PutCode(codes.literals[at[1]]);
      writer.PutCode(codes.literals[at[2]]);
      writer.PutCode(codes.literals[at[3]]);
      writer.Flush();
    }
    for (; count > 0; --count) writer.PutCode(codes.literals[*at++]);
    writer.Flush();
  };
  for (const DeflateMatch& match : matches) {
    put_literals(match.literals);
    const std::size_t length = kLengthNumbers[match.length];
    const std::size_t distance = DistanceNumber(match.distance);
    writer.PutCode(codes.literals[kEndOfBlock + 1 + length]);
    writer.Put(match.length - std::uint32_t{kLengthRanges[length].base},
               kLengthRanges[length].extra_bits);
    writer.PutCode(codes.distances[distance]);
    writer.Put(match.distance - std::uint32_t{kDistanceRanges[distance].base},
               kDistanceRanges[distance].extra_bits);
    writer.Flush();
    at += match.length;
  }
  put_literals(static_cast<std::size_t>(end - at));
  writer.PutCode(codes.literals[kEndOfBlock]);
  writer.Flush();
  out = writer;
}

}  // namespace

void PutStored(std::string_view bytes, bool last, BitWriter& writer) {
  do {
    const std::string_view piece = bytes.substr(0, kMaxStored);
    bytes.remove_prefix(piece.size());
    writer.PutFlushed(last && bytes.empty() ? 1 : 0, 3);
    writer.AlignToByte();
    writer.PutFlushed(piece.size() | ((piece.size() ^ 0xFFFFU) << 16), 32);
    writer.PutBytes(piece);
  } while (!bytes.empty());
}

void PutDeflateBlock(std::string_view bytes, std::span<const DeflateMatch> matches, bool last,
                     BitWriter& writer) {
  std::array<std::array<std::uint32_t, kLiteralSymbols + 2>, 2> counts{};
  std::array<std::uint32_t, kDistanceSymbols> distances{};
  std::size_t extra_bits = 0;
  std::size_t at = 0;
  // Two tables, because adding to one place again and again waits for the addition before.
  const auto count_literals = [&](std::size_t to) {
    for (; at + 2 <= to; at += 2) {
      ++counts[0][static_cast<std::uint8_t>(bytes[at])];
      ++counts[1][static_cast<std::uint8_t>(bytes[at + 1])];
    }
    if (at < to) ++counts[0][static_cast<std::uint8_t>(bytes[at++])];
  };
  for (const DeflateMatch& match : matches) {
    count_literals(at + match.literals);
    at += match.length;
    const std::size_t length = kLengthNumbers[match.length];
    const std::size_t distance = DistanceNumber(match.distance);
    ++counts[0][kEndOfBlock + 1 + length];
    ++distances[distance];
    extra_bits +=
        std::size_t{kLengthRanges[length].extra_bits} + kDistanceRanges[distance].extra_bits;
  }
  count_literals(bytes.size());
  counts[0][kEndOfBlock] = 1;
  for (std::size_t i = 0; i < kEndOfBlock; ++i) counts[0][i] += counts[1][i];
  const std::span<const std::uint32_t> literals(counts[0].data(), kLiteralSymbols);

  std::array<std::uint8_t, kLiteralSymbols> literal_lengths;
  std::array<std::uint8_t, kDistanceSymbols> distance_lengths;
  MakeHuffmanLengths(literals, kMaxLiteralBits, literal_lengths);
  MakeHuffmanLengths(distances, kMaxDistanceBits, distance_lengths);
  const CodeHeader header(literal_lengths, distance_lengths);
  const auto fixed_lengths = FixedLiteralLengths();

  std::size_t dynamic_bits = header.bits() + extra_bits;
  std::size_t fixed_bits = extra_bits;
  for (std::size_t i = 0; i < kLiteralSymbols; ++i) {
    dynamic_bits += std::size_t{literals[i]} * literal_lengths[i];
    fixed_bits += std::size_t{literals[i]} * fixed_lengths[i];
  }
  for (std::size_t i = 0; i < kDistanceSymbols; ++i) {
    dynamic_bits += std::size_t{distances[i]} * distance_lengths[i];
    fixed_bits += std::size_t{distances[i]} * kFixedDistanceBits;
  }
  const std::size_t stored_bits = 8 * StoredSize(bytes.size());
  writer.MakeRoom(std::min({dynamic_bits, fixed_bits, stored_bits}) / 8 + 8);
  BlockCodes codes;
  if (stored_bits <= dynamic_bits && stored_bits <= fixed_bits) {
    PutStored(bytes, last, writer);
  } else if (dynamic_bits < fixed_bits) {
    writer.PutFlushed((last ? 1U : 0U) | (2U << 1), 3);
    header.Put(writer);
    MakeHuffmanCodes(literal_lengths, std::span(codes.literals).first(kLiteralSymbols));
    MakeHuffmanCodes(distance_lengths, codes.distances);
    PutSymbols(codes, bytes, matches, writer);
  } else {
    writer.PutFlushed((last ? 1U : 0U) | (1U << 1), 3);
    MakeHuffmanCodes(fixed_lengths, codes.literals);
    std::array<std::uint8_t, kDistanceSymbols> five;
    five.fill(kFixedDistanceBits);
    MakeHuffmanCodes(five, codes.distances);
    PutSymbols(codes, bytes, matches, writer);
  }
  if (last) writer.AlignToByte();
}

}  // namespace sightglass::writer
