#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace sightglass::bench {

// Finds the end of one HTTP/1.1 answer in the bytes of a connection. Knows what the measured
// servers send: a Content-Length, chunks, or a body that ends with the connection.
//
// Memory: the headers, at most kMaxHeadBytes; the body is passed on, not kept.
class AnswerReader {
 public:
  static constexpr std::size_t kMaxHeadBytes = std::size_t{64} << 10;

  // Takes the next bytes; body bytes are appended to `body` unless it is null. kDataLoss for what
  // is not an answer, or for bytes behind its end: one request is sent at a time.
  base::Status Feed(std::string_view bytes, std::string* body);
  // The server closed the connection. kDataLoss if the answer is not whole.
  base::Status Close();

  // All of these are known once head_read().
  [[nodiscard]] bool head_read() const { return state_ != State::kHead; }
  [[nodiscard]] bool done() const { return state_ == State::kDone; }
  [[nodiscard]] int status() const { return status_; }
  [[nodiscard]] bool closes() const {
    return closes_;
  }  // must a next request have a new connection?
  [[nodiscard]] std::uint64_t body_bytes() const { return body_bytes_; }

  // Ready for the next answer of the same connection.
  void Reset() { *this = AnswerReader(); }

 private:
  enum class State : std::uint8_t { kHead, kBody, kChunkSize, kChunk, kChunkEnd, kTrailer, kDone };

  base::Status ReadHead();
  base::Status ReadHeader(std::string_view name, std::string_view value);
  // A line of the chunked coding, without its end; false: not yet whole.
  bool TakeLine(std::string_view& bytes);
  base::Status EndLine();

  State state_ = State::kHead;
  std::string line_;  // the head, or an unfinished line of the chunked coding
  int status_ = 0;
  bool closes_ = false;
  bool chunked_ = false;
  bool has_length_ = false;
  std::uint64_t left_bytes_ = 0;  // of the body or of the chunk
  std::uint64_t body_bytes_ = 0;
};

}  // namespace sightglass::bench
