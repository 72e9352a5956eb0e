#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace sightglass::kind {

// A regular expression for names, found anywhere in them unless it is anchored. A pattern of ASCII
// matches bytes, so that names that are not UTF-8 can be chosen as well: '.' is one byte. One with
// other characters matches characters.
//
// Threads: immutable once made.
// Cost: linear in the name whatever the pattern.
class NamePattern {
 public:
  static constexpr std::size_t kMaxBytes = 4'096;

  enum class Units : std::uint8_t {
    kCharactersIfAny,  // characters if the pattern has any beyond ASCII, else bytes
    kBytes,
  };

  // Errors begin with `place`: kInvalidArgument for a pattern that RE2 does not take, kOutOfRange
  // past kMaxBytes.
  static base::Result<NamePattern> Make(std::string_view pattern, std::string_view place,
                                        Units units = Units::kCharactersIfAny);
  ~NamePattern();
  NamePattern(NamePattern&&) noexcept;
  NamePattern& operator=(NamePattern&&) noexcept;

  [[nodiscard]] bool Matches(std::string_view name) const;
  // How many parts in parentheses it has, and the first of them in a name that matches.
  [[nodiscard]] int captures() const;
  [[nodiscard]] std::optional<std::string> Capture(std::string_view name) const;

  // The pattern that matches `name` and no other.
  static std::string Exactly(std::string_view name);

 private:
  struct Impl;
  explicit NamePattern(std::unique_ptr<const Impl> impl);
  std::unique_ptr<const Impl> impl_;
};

}  // namespace sightglass::kind
