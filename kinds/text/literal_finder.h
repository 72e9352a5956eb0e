#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace sightglass::kinds {

// Finds one text in others, many bytes at a time.
//
// Threads: immutable once made.
// Cost: two bytes of the sought text, the rarest by a rough guess, are compared with 16 places at
// once; only where both agree is the rest compared. Several gigabytes a second for most texts; at
// worst, for a text like "aaaa" in a sea of "a", proportional to both lengths multiplied.
class LiteralFinder {
 public:
  // With `fold_case` letters of ASCII are found in both cases; others as they are.
  // REQUIRES: !text.empty().
  LiteralFinder(std::string_view text, bool fold_case);

  // Where it stands first at or after `from`; npos: nowhere.
  [[nodiscard]] std::size_t Find(std::string_view in, std::size_t from = 0) const;
  [[nodiscard]] std::size_t size() const { return text_.size(); }

 private:
  // One byte of the text that is looked for first. A byte b is it if (b | mask) == value.
  struct Probe {
    std::size_t at = 0;
    unsigned char mask = 0;
    unsigned char value = 0;
  };

  [[nodiscard]] Probe MakeProbe(std::size_t at) const;
  [[nodiscard]] bool Matches(const char* at) const;

  std::string text_;   // letters in lower case if case is folded
  std::string masks_;  // what is put over each byte before it is compared
  std::array<Probe, 2> probes_{};
};

}  // namespace sightglass::kinds
