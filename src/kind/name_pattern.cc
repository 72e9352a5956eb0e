#include "kind/name_pattern.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "base/utf8_scan.h"

namespace sightglass::kind {
namespace {

using base::Error;
using base::ErrorCode;

re2::StringPiece Piece(std::string_view text) { return {text.data(), text.size()}; }

bool IsAscii(char c) { return static_cast<unsigned char>(c) < 0x80; }

}  // namespace

struct NamePattern::Impl {
  Impl(std::string_view pattern, const re2::RE2::Options& options) : re(Piece(pattern), options) {}
  re2::RE2 re;
};

NamePattern::NamePattern(std::unique_ptr<const Impl> impl) : impl_(std::move(impl)) {}
NamePattern::~NamePattern() = default;
NamePattern::NamePattern(NamePattern&&) noexcept = default;
NamePattern& NamePattern::operator=(NamePattern&&) noexcept = default;

base::Result<NamePattern> NamePattern::Make(std::string_view pattern, std::string_view place,
                                            Units units) {
  if (pattern.size() > kMaxBytes) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("{}: a regular expression of {} bytes, limit {}", place,
                             pattern.size(), kMaxBytes)};
  }
  re2::RE2::Options options;
  options.set_log_errors(false);
  // By bytes, RE2 misses alternatives that begin with the same byte beyond ASCII, and brackets take
  // characters apart.
  const bool by_characters = units == Units::kCharactersIfAny && base::IsUtf8(pattern) &&
                             !std::ranges::all_of(pattern, IsAscii);
  options.set_encoding(by_characters ? re2::RE2::Options::EncodingUTF8
                                     : re2::RE2::Options::EncodingLatin1);
  auto impl = std::make_unique<const Impl>(pattern, options);
  if (!impl->re.ok()) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("{}: '{}' is not a regular expression: {}; put \\ before a character "
                             "that is meant as itself",
                             place, base::EscapeForDisplay(pattern, 200),
                             base::EscapeForDisplay(impl->re.error(), 200))};
  }
  return NamePattern(std::move(impl));
}

bool NamePattern::Matches(std::string_view name) const {
  return re2::RE2::PartialMatch(Piece(name), impl_->re);
}

int NamePattern::captures() const { return impl_->re.NumberOfCapturingGroups(); }

std::optional<std::string> NamePattern::Capture(std::string_view name) const {
  std::string captured;
  if (!re2::RE2::PartialMatch(Piece(name), impl_->re, &captured)) return std::nullopt;
  return captured;
}

std::string NamePattern::Exactly(std::string_view name) {
  return fmt::format("^{}$", re2::RE2::QuoteMeta(Piece(name)));
}

}  // namespace sightglass::kind
