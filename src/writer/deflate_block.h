#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "writer/huffman_code.h"

// The blocks of a deflate stream (RFC 1951).
namespace sightglass::writer {

// Least significant bits first. Puts into memory that was made large enough before.
class BitWriter {
 public:
  explicit BitWriter(std::string& out) : out_(&out), size_(out.size()) {}

  // For so many bytes from now on.
  void MakeRoom(std::size_t bytes) {
    size_ = size();
    out_->resize(size_ + bytes + sizeof(buffer_));
    begin_ = next_ = out_->data() + size_;
  }
  // REQUIRES: no more than 56 bits since the last Flush().
  void Put(std::uint64_t bits, int count) {
    buffer_ |= bits << count_;
    count_ += count;
  }
  void PutCode(HuffmanCode code) { Put(code.bits, code.length); }
  void Flush() {
    std::memcpy(next_, &buffer_, sizeof(buffer_));
    next_ += count_ >> 3;
    buffer_ >>= count_ & ~7;
    count_ &= 7;
  }
  void PutFlushed(std::uint64_t bits, int count) {
    Put(bits, count);
    Flush();
  }
  void AlignToByte() {
    count_ = (count_ + 7) & ~7;
    Flush();
  }
  // REQUIRES: aligned.
  void PutBytes(std::string_view bytes) {
    if (!bytes.empty()) std::memcpy(next_, bytes.data(), bytes.size());
    next_ += bytes.size();
  }
  // Cuts off the room that is left. REQUIRES: aligned.
  void Finish() { out_->resize(size()); }

 private:
  [[nodiscard]] std::size_t size() const {
    return size_ + static_cast<std::size_t>(next_ - begin_);
  }

  std::string* out_;
  std::size_t size_;  // before begin_
  char* begin_ = nullptr;
  char* next_ = nullptr;
  std::uint64_t buffer_ = 0;
  int count_ = 0;  // below 8 after Flush()
};

inline constexpr std::size_t kMaxDeflateMatch = 258;
inline constexpr std::size_t kDeflateWindow = 32'768;

// Literals, then a copy of `length` bytes from `distance` before.
struct DeflateMatch {
  std::uint32_t literals;
  std::uint16_t length;
  std::uint16_t distance;
};

// One block of `bytes`: with codes of its own, with the fixed ones or stored, whichever is
// smallest. After the last match come literals up to the end. With `last` the stream ends here and
// the writer is aligned.
// REQUIRES: fewer than 2^32 bytes; matches that stay within them and within the window.
void PutDeflateBlock(std::string_view bytes, std::span<const DeflateMatch> matches, bool last,
                     BitWriter& writer);

// What stored blocks for so many bytes take.
constexpr std::size_t StoredSize(std::size_t bytes) {
  constexpr std::size_t kMaxStored = 65'535;
  return bytes + 5 * (bytes == 0 ? 1 : (bytes + kMaxStored - 1) / kMaxStored);
}
void PutStored(std::string_view bytes, bool last, BitWriter& writer);

}  // namespace sightglass::writer
