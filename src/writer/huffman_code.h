#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sightglass::writer {

// A prefix code as deflate writes it: bits reversed, so that they can be or-ed into a bit buffer.
struct HuffmanCode {
  std::uint16_t bits = 0;
  std::uint8_t length = 0;  // 0: the symbol does not occur
};

// The lengths of a code that is the shortest for `frequencies`, or close to it where `max_length`
// would be exceeded. With fewer than two symbols in use, two get one bit, because some decoders
// refuse a code that is not complete.
// REQUIRES: 2 <= frequencies.size() <= 288, lengths of the same size, the frequencies add up to
// less than 2^32, frequencies.size() <= 2^max_length, max_length <= 15.
void MakeHuffmanLengths(std::span<const std::uint32_t> frequencies, int max_length,
                        std::span<std::uint8_t> lengths);

// The canonical code of those lengths.
void MakeHuffmanCodes(std::span<const std::uint8_t> lengths, std::span<HuffmanCode> codes);

}  // namespace sightglass::writer
