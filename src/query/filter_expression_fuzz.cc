// Any bytes as a filter: parse it and ask it about a row.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "query/filter_expression.h"

namespace sightglass::query {
namespace {

class Row final : public FilterRow {
 public:
  explicit Row(const FilterExpression& filter) : filter_(filter) {}
  [[nodiscard]] std::string_view run() const override { return "train"; }
  [[nodiscard]] double Value(std::size_t term) const override {
    CHECK(term < filter_.terms().size());
    return term % 3 == 0 ? std::nan("") : static_cast<double>(term);
  }
  [[nodiscard]] bool RunMatches(std::size_t pattern) const override {
    CHECK(pattern < filter_.patterns().size());
    return pattern % 2 == 0;
  }

 private:
  const FilterExpression& filter_;
};

}  // namespace
}  // namespace sightglass::query

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using sightglass::query::FilterExpression;
  const auto filter =
      FilterExpression::Parse(std::string_view(reinterpret_cast<const char*>(data), size));
  if (filter.ok()) static_cast<void>(filter->Matches(sightglass::query::Row(*filter)));
  return 0;
}
