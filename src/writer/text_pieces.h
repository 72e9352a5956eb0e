#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "sightglass/status.h"

namespace sightglass::writer {

// A piece of text: a string or a number. Lists of them are joined out of line, which makes far less
// code than operator+ at each of many places.
class TextPiece {
 public:
  TextPiece(std::string_view text) : text_(text) {}    // NOLINT(google-explicit-constructor)
  TextPiece(const char* text) : text_(text) {}         // NOLINT(google-explicit-constructor)
  TextPiece(const std::string& text) : text_(text) {}  // NOLINT(google-explicit-constructor)
  template <std::integral T>
  TextPiece(T number)  // NOLINT(google-explicit-constructor)
      : number_(static_cast<std::uint64_t>(number)),
        kind_(std::signed_integral<T> ? kSigned : kUnsigned) {}
  TextPiece(double number) : real_(number), kind_(kReal) {}  // NOLINT(google-explicit-constructor)

  void AppendTo(std::string& out) const;

 private:
  enum Kind : std::uint8_t { kText, kSigned, kUnsigned, kReal };
  std::string_view text_ = {};
  union {
    std::uint64_t number_ = 0;
    double real_;
  };
  Kind kind_ = kText;
};

void AppendPieces(std::string& out, std::initializer_list<TextPiece> pieces);
std::string JoinPieces(std::initializer_list<TextPiece> pieces);

// Why a call is refused: kInvalidArgument.
Status Invalid(std::initializer_list<TextPiece> pieces);
// kOutOfRange: `value` of `what` is beyond `limit`.
Status BeyondLimit(std::string_view what, std::uint64_t value, std::uint64_t limit);
// kInvalidArgument: no choice of `what` has this number.
Status NoChoice(std::string_view what, std::int64_t value);

}  // namespace sightglass::writer
