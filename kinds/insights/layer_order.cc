#include "kinds/insights/layer_order.h"

#include <algorithm>
#include <cstddef>

namespace sightglass::kinds::insights {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// The digits at the front, without zeros before them; takes them off `text`.
std::string_view TakeNumber(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && IsDigit(text[end])) ++end;
  std::string_view number = text.substr(0, end);
  text.remove_prefix(end);
  number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
  return number;
}

double FirstTime(const store::Series& series) {
  return series.scalars() != nullptr ? series.scalars()->summary().first_wall_time
                                     : series.refs()->summary().first_wall_time;
}

}  // namespace

bool NaturalLess(std::string_view a, std::string_view b) {
  std::string_view left = a;
  std::string_view right = b;
  while (!left.empty() && !right.empty()) {
    if (IsDigit(left.front()) && IsDigit(right.front())) {
      const std::string_view x = TakeNumber(left);
      const std::string_view y = TakeNumber(right);
      if (x.size() != y.size()) return x.size() < y.size();
      if (x != y) return x < y;
      continue;
    }
    if (left.front() != right.front()) return left.front() < right.front();
    left.remove_prefix(1);
    right.remove_prefix(1);
  }
  if (left.empty() != right.empty()) return left.empty();
  return a < b;
}

void SortLayers(std::vector<const store::Series*>& layers) {
  std::ranges::sort(layers, [](const store::Series* a, const store::Series* b) {
    const double first = FirstTime(*a);
    const double second = FirstTime(*b);
    return first != second ? first < second : NaturalLess(a->tag_name, b->tag_name);
  });
}

}  // namespace sightglass::kinds::insights
