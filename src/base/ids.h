#pragma once

#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace sightglass::base {

// A small number that names one thing of one sort; ids of different sorts do not mix.
template <class Sort>
struct Id {
  std::uint32_t value = 0;

  auto operator<=>(const Id&) const = default;
};

using RunId = Id<struct RunSort>;
using TagId = Id<struct TagSort>;
using FileId = Id<struct FileSort>;

// As written in the event: any int64, also negative.
using Step = std::int64_t;

// Seconds since the Unix epoch, finite by construction.
class WallTime {
 public:
  constexpr WallTime() = default;

  // nullopt for NaN and the infinities.
  static std::optional<WallTime> FromSeconds(double seconds) {
    if (!std::isfinite(seconds)) return std::nullopt;
    return WallTime(seconds);
  }

  [[nodiscard]] constexpr double seconds() const { return seconds_; }
  auto operator<=>(const WallTime&) const = default;

 private:
  constexpr explicit WallTime(double seconds) : seconds_(seconds) {}
  double seconds_ = 0;
};

}  // namespace sightglass::base

template <class Sort>
struct std::hash<sightglass::base::Id<Sort>> {
  std::size_t operator()(sightglass::base::Id<Sort> id) const noexcept { return id.value; }
};
