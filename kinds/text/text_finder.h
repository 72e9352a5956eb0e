#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "kind/name_pattern.h"
#include "kinds/text/literal_finder.h"

namespace sightglass::kinds {

struct TextQuery {
  std::string text{};
  bool regex = false;  // RE2, with ^ and $ at lines
  bool match_case = false;
};

inline constexpr std::size_t kMaxQueryBytes = 1'024;

// Whole characters, where the text is UTF-8.
struct TextMatch {
  std::size_t at = 0;
  std::size_t bytes = 0;
};

// Finds what a person typed.
//
// Without match_case, a text is found in both cases of its letters, one character for one: "é"
// finds "É", but "ss" does not find "ß". In a regular expression only letters of ASCII are taken
// so.
//
// Threads: immutable once made.
class TextFinder {
 public:
  // kInvalidArgument: nothing is sought; no regular expression, one that is found in an empty text
  // and so everywhere, or one that has characters beyond ASCII between brackets. kOutOfRange: too
  // long.
  static base::Result<TextFinder> Make(const TextQuery& query);

  // Is it anywhere in `text`? Linear.
  [[nodiscard]] bool IsIn(std::string_view text) const;
  // The first. Of a regular expression that goes over lines of a long text, only whether there is
  // one is certain, and the place may be that of a later match.
  [[nodiscard]] std::optional<TextMatch> Find(std::string_view text) const;

  // What every match is, if a scan for it can be spared looking at single texts; else nullptr.
  [[nodiscard]] const LiteralFinder* literal() const { return literal_ ? &*literal_ : nullptr; }

 private:
  struct Patterns {
    kind::NamePattern whole;       // is there one
    kind::NamePattern up_to;       // captures what is before the first
    kind::NamePattern up_to_past;  // captures what is before its end
  };

  TextFinder() = default;
  [[nodiscard]] std::optional<TextMatch> FindByPattern(std::string_view text) const;

  std::optional<LiteralFinder> literal_;
  std::optional<Patterns> patterns_;  // one of the two is set
};

}  // namespace sightglass::kinds
