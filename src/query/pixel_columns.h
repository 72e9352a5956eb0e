#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "query/reduce.h"

namespace sightglass::query {

// A point that may be drawn.
struct Pick {
  std::uint64_t index = 0;
  base::Step step = 0;
  double wall_time = 0;
  double value = 0;
};

// Collects first, last, lowest and highest of every pixel column, and marks for values that are not
// finite. Points must come in the order of their indices.
class PixelColumns {
 public:
  explicit PixelColumns(std::size_t columns) : columns_(columns) {}

  // Some points of one column, by those that may matter: `lowest` and `highest` are the first ones.
  // REQUIRES: all finite.
  void Add(std::size_t column, const Pick& first, const Pick& last, const Pick& lowest,
           const Pick& highest) {
    Column& at = columns_[column];
    if (!at.used)
      at = {.used = true, .first = first, .last = last, .lowest = lowest, .highest = highest};
    at.last = last;
    if (lowest.value < at.lowest.value) at.lowest = lowest;
    if (highest.value > at.highest.value) at.highest = highest;
  }

  void AddNonFinite(std::size_t column, const Pick& pick) {
    if (marks_.empty()) marks_.resize(columns_.size());
    const NonFinite sort = std::isnan(pick.value) ? NonFinite::kNan
                           : pick.value > 0       ? NonFinite::kPlusInfinity
                                                  : NonFinite::kMinusInfinity;
    NonFiniteMark& mark = marks_[column][static_cast<std::size_t>(sort)];
    if (mark.count++ == 0) {
      mark.index = pick.index;
      mark.step = pick.step;
      mark.wall_time = pick.wall_time;
      mark.sort = sort;
    }
  }

  // Calls take(pick) for what to draw: by column, then by index, each point once.
  template <class Take>
  void ForEachPick(Take take) const {
    for (const Column& column : columns_) {
      if (!column.used) continue;
      std::array<Pick, 4> picks = {column.first, column.lowest, column.highest, column.last};
      // First and last are in place already.
      if (picks[1].index > picks[2].index) std::swap(picks[1], picks[2]);
      std::uint64_t previous = std::numeric_limits<std::uint64_t>::max();
      for (const Pick& pick : picks) {
        if (pick.index != previous) take(pick);
        previous = pick.index;
      }
    }
  }

  // By column, then by index.
  [[nodiscard]] std::vector<NonFiniteMark> Marks() const {
    std::vector<NonFiniteMark> marks;
    for (std::array<NonFiniteMark, 3> each : marks_) {
      std::ranges::sort(each, {}, &NonFiniteMark::index);
      std::ranges::copy_if(each, std::back_inserter(marks),
                           [](const NonFiniteMark& mark) { return mark.count > 0; });
    }
    return marks;
  }

 private:
  struct Column {
    bool used = false;
    Pick first{};
    Pick last{};
    Pick lowest{};
    Pick highest{};
  };

  std::vector<Column> columns_;
  std::vector<std::array<NonFiniteMark, 3>> marks_;  // empty until there is one
};

}  // namespace sightglass::query
