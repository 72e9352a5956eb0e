#include "bench/answer_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <system_error>

namespace sightglass::bench {
namespace {

base::Error Bad(std::string_view what) {
  return base::Error{base::ErrorCode::kDataLoss, std::string(what)};
}

template <class Number>
bool ParseNumber(std::string_view text, int base, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  return error == std::errc() && end == text.data() + text.size();
}

char Lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool SameText(std::string_view one, std::string_view lower) {
  return std::ranges::equal(one, lower, {}, Lower);
}

std::string_view Trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

}  // namespace

base::Status AnswerReader::ReadHeader(std::string_view name, std::string_view value) {
  if (SameText(name, "content-length")) {
    if (!ParseNumber(value, 10, left_bytes_)) return Bad(fmt::format("Content-Length: {}", value));
    has_length_ = true;
  } else if (SameText(name, "transfer-encoding")) {
    if (!SameText(value, "chunked")) return Bad(fmt::format("Transfer-Encoding: {}", value));
    chunked_ = true;
  } else if (SameText(name, "connection")) {
    closes_ = SameText(value, "close");
  }
  return base::OkStatus();
}

base::Status AnswerReader::ReadHead() {
  std::string_view rest = line_;
  const std::size_t first_end = rest.find("\r\n");
  const std::string_view first = rest.substr(0, first_end);
  if (!first.starts_with("HTTP/1.") || first.size() < 12 ||
      !ParseNumber(first.substr(9, 3), 10, status_)) {
    return Bad(fmt::format("not an HTTP answer: {}", first.substr(0, 40)));
  }
  closes_ = first[7] == '0';
  rest.remove_prefix(first_end + 2);
  while (!rest.starts_with("\r\n")) {
    const std::size_t end = rest.find("\r\n");
    const std::string_view header = rest.substr(0, end);
    const std::size_t colon = header.find(':');
    if (colon == std::string_view::npos) return Bad(fmt::format("not a header: {}", header));
    RETURN_IF_ERROR(ReadHeader(header.substr(0, colon), Trim(header.substr(colon + 1))));
    rest.remove_prefix(end + 2);
  }
  line_.clear();
  if (chunked_) {
    state_ = State::kChunkSize;
  } else if (has_length_) {
    state_ = left_bytes_ == 0 ? State::kDone : State::kBody;
  } else {
    closes_ = true;
    state_ = status_ == 204 || status_ == 304 ? State::kDone : State::kBody;
  }
  return base::OkStatus();
}

bool AnswerReader::TakeLine(std::string_view& bytes) {
  const std::size_t end = bytes.find('\n');
  const bool whole = end != std::string_view::npos;
  line_ += bytes.substr(0, end);
  bytes.remove_prefix(whole ? end + 1 : bytes.size());
  if (whole && line_.ends_with('\r')) line_.pop_back();
  return whole;
}

base::Status AnswerReader::EndLine() {
  if (state_ == State::kChunkSize) {
    const std::string_view size = Trim(std::string_view(line_).substr(0, line_.find(';')));
    if (!ParseNumber(size, 16, left_bytes_)) return Bad(fmt::format("chunk of size {}", line_));
    state_ = left_bytes_ == 0 ? State::kTrailer : State::kChunk;
  } else if (state_ == State::kChunkEnd) {
    if (!line_.empty()) return Bad("a chunk is longer than its size");
    state_ = State::kChunkSize;
  } else if (line_.empty()) {
    state_ = State::kDone;
  }
  line_.clear();
  return base::OkStatus();
}

base::Status AnswerReader::Feed(std::string_view bytes, std::string* body) {
  while (!bytes.empty()) {
    switch (state_) {
      case State::kHead: {
        const std::size_t before = line_.size();
        line_ += bytes;
        // The blank line may begin in the bytes before.
        const std::size_t end = line_.find("\r\n\r\n", before < 3 ? 0 : before - 3);
        if (end == std::string::npos) {
          if (line_.size() > kMaxHeadBytes) {
            return Bad(fmt::format("headers of more than {} bytes", kMaxHeadBytes));
          }
          return base::OkStatus();
        }
        line_.resize(end + 4);
        bytes.remove_prefix(line_.size() - before);
        RETURN_IF_ERROR(ReadHead());
        break;
      }
      case State::kBody:
      case State::kChunk: {
        const bool endless = state_ == State::kBody && !has_length_;
        const std::size_t count =
            endless ? bytes.size()
                    : static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), left_bytes_));
        if (body != nullptr) *body += bytes.substr(0, count);
        bytes.remove_prefix(count);
        body_bytes_ += count;
        if (endless) break;
        left_bytes_ -= count;
        if (left_bytes_ == 0) state_ = state_ == State::kBody ? State::kDone : State::kChunkEnd;
        break;
      }
      case State::kChunkSize:
      case State::kChunkEnd:
      case State::kTrailer:
        if (TakeLine(bytes)) RETURN_IF_ERROR(EndLine());
        if (line_.size() > kMaxHeadBytes) return Bad("a chunk's size without an end");
        break;
      case State::kDone:
        return Bad("bytes behind the end of an answer");
    }
  }
  return base::OkStatus();
}

base::Status AnswerReader::Close() {
  if (state_ == State::kBody && !has_length_) state_ = State::kDone;
  if (state_ != State::kDone) return Bad("the connection ended before the answer did");
  return base::OkStatus();
}

}  // namespace sightglass::bench
