#include "writer/huffman_code.h"

#include <algorithm>
#include <array>

namespace sightglass::writer {
namespace {

constexpr std::size_t kMaxSymbols = 288;
constexpr int kMaxLength = 15;

struct Leaf {
  std::uint32_t frequency;
  std::uint16_t symbol;
};

// How many codes have each length, by pairing the two rarest trees again and again. The leaves are
// sorted and the inner trees come out sorted, so that the rarest is at the front of one of two
// queues.
void CountLengths(std::span<const Leaf> leaves, int max_length,
                  std::array<std::uint32_t, kMaxLength + 1>& counts) {
  const std::size_t trees = leaves.size() - 1;
  std::array<std::uint32_t, kMaxSymbols> weight;
  std::array<std::uint16_t, kMaxSymbols> parent;  // of inner trees
  std::array<std::uint8_t, kMaxSymbols> inner;    // how many of a tree's two children are inner
  std::size_t leaf = 0;
  std::size_t tree = 0;
  for (std::size_t made = 0; made < trees; ++made) {
    weight[made] = 0;
    inner[made] = 0;
    for (int child = 0; child < 2; ++child) {
      if (leaf < leaves.size() && (tree == made || leaves[leaf].frequency <= weight[tree])) {
        weight[made] += leaves[leaf++].frequency;
      } else {
        weight[made] += weight[tree];
        parent[tree++] = static_cast<std::uint16_t>(made);
        ++inner[made];
      }
    }
  }
  // Parents come after their children, so one walk back knows every depth. What lies too deep is
  // put at the last level at first.
  std::array<std::uint16_t, kMaxSymbols> depth;
  counts.fill(0);
  for (std::size_t i = trees; i-- > 0;) {
    depth[i] = i + 1 == trees ? std::uint16_t{0} : static_cast<std::uint16_t>(depth[parent[i]] + 1);
    const int length = std::min(depth[i] + 1, max_length);
    counts[static_cast<std::size_t>(length)] += 2U - inner[i];
  }
  // In units of the deepest level; a code is complete when it uses 2^max_length of them.
  std::uint32_t used = 0;
  for (int length = 1; length <= max_length; ++length) {
    used += counts[static_cast<std::size_t>(length)] << (max_length - length);
  }
  // Each step takes one leaf from the last level as a sibling of a leaf that moves down one.
  const auto last = static_cast<std::size_t>(max_length);
  while (used > (1U << max_length)) {
    std::size_t length = last - 1;
    while (counts[length] == 0) --length;
    --counts[length];
    counts[length + 1] += 2;
    --counts[last];
    --used;
  }
}

}  // namespace

void MakeHuffmanLengths(std::span<const std::uint32_t> frequencies, int max_length,
                        std::span<std::uint8_t> lengths) {
  std::array<Leaf, kMaxSymbols> storage;
  std::size_t size = 0;
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    lengths[i] = 0;
    if (frequencies[i] > 0) storage[size++] = {frequencies[i], static_cast<std::uint16_t>(i)};
  }
  if (size < 2) {
    const std::size_t used = size == 1 ? storage[0].symbol : 0;
    lengths[used] = 1;
    lengths[used == 0 ? 1 : 0] = 1;
    return;
  }
  const std::span<Leaf> leaves(storage.data(), size);
  std::sort(leaves.begin(), leaves.end(), [](const Leaf& a, const Leaf& b) {
    return a.frequency != b.frequency ? a.frequency < b.frequency : a.symbol < b.symbol;
  });
  std::array<std::uint32_t, kMaxLength + 1> counts;
  CountLengths(leaves, max_length, counts);
  std::size_t at = 0;
  for (int length = max_length; length > 0; --length) {
    for (std::uint32_t n = counts[static_cast<std::size_t>(length)]; n > 0; --n) {
      lengths[leaves[at++].symbol] = static_cast<std::uint8_t>(length);
    }
  }
}

void MakeHuffmanCodes(std::span<const std::uint8_t> lengths, std::span<HuffmanCode> codes) {
  std::array<std::uint32_t, kMaxLength + 2> next{};
  for (const std::uint8_t length : lengths) ++next[length + std::size_t{1}];
  next[1] = 0;  // symbols that do not occur take no room
  for (std::size_t length = 1; length < next.size(); ++length) {
    next[length] = (next[length] + next[length - 1]) << 1;
  }
  // next[n] is now the first code of length n.
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const std::uint8_t length = lengths[i];
    std::uint32_t bits = 0;
    if (length > 0) {
      std::uint32_t code = next[length]++;
      for (int bit = 0; bit < length; ++bit, code >>= 1) bits = (bits << 1) | (code & 1U);
    }
    codes[i] = {static_cast<std::uint16_t>(bits), length};
  }
}

}  // namespace sightglass::writer
