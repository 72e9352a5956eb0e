#include "writer/text_pieces.h"

#include <charconv>

namespace sightglass::writer {

void TextPiece::AppendTo(std::string& out) const {
  if (kind_ == kText) {
    out += text_;
    return;
  }
  char digits[32];
  char* const last = digits + sizeof(digits);
  char* const end = kind_ == kReal ? std::to_chars(digits, last, real_).ptr
                    : kind_ == kSigned
                        ? std::to_chars(digits, last, static_cast<std::int64_t>(number_)).ptr
                        : std::to_chars(digits, last, number_).ptr;
  out.append(digits, end);
}

void AppendPieces(std::string& out, std::initializer_list<TextPiece> pieces) {
  for (const TextPiece& piece : pieces) piece.AppendTo(out);
}

std::string JoinPieces(std::initializer_list<TextPiece> pieces) {
  std::string out;
  AppendPieces(out, pieces);
  return out;
}

Status Invalid(std::initializer_list<TextPiece> pieces) {
  return {StatusCode::kInvalidArgument, JoinPieces(pieces)};
}

Status BeyondLimit(std::string_view what, std::uint64_t value, std::uint64_t limit) {
  return {StatusCode::kOutOfRange, JoinPieces({value, " ", what, ", limit ", limit})};
}

Status NoChoice(std::string_view what, std::int64_t value) {
  return Invalid({"no ", what, " has the value ", value});
}

}  // namespace sightglass::writer
