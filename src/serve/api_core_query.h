#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_writer.h"
#include "base/result.h"
#include "kind/router.h"

namespace sightglass::serve {

inline constexpr std::size_t kDefaultListItems = 1'000;
inline constexpr std::size_t kMaxListItems = 10'000;

// How much of a list is wanted: `limit` items (1 to kMaxListItems) behind the one that `after`
// names.
struct ListPage {
  std::size_t limit = kDefaultListItems;
  std::string after{};  // empty: from the start
};
base::Result<ListPage> ReadListPage(const kind::Parameters& query);

// The cursor of a list names something that is not there (any more): ask from the start again.
base::Error UnknownCursor(std::string_view after);

// Names that are wanted: those listed (by name, as shown or by id) and those that a regular
// expression finds. Without either: all.
//
// Threads: immutable once made.
class NameFilter {
 public:
  // `matching` is the parameter `parameter`, which stands in error messages; see kind::NamePattern.
  static base::Result<NameFilter> Make(const std::vector<std::string_view>& names,
                                       std::optional<std::string_view> matching,
                                       std::string_view parameter);
  // Of the parameters `names_parameter` (repeatable) and `matching_parameter`.
  static base::Result<NameFilter> FromQuery(const kind::Parameters& query,
                                            std::string_view names_parameter,
                                            std::string_view matching_parameter);
  ~NameFilter();
  NameFilter(NameFilter&&) noexcept;
  NameFilter& operator=(NameFilter&&) noexcept;

  // Both conditions, where there are both.
  [[nodiscard]] bool Matches(std::string_view name) const;
  [[nodiscard]] bool matches_all() const;

 private:
  struct Impl;
  explicit NameFilter(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Writes the members that name the state an answer speaks of: epoch, revision, loading.
void WriteState(const kind::RequestContext& context, base::JsonWriter& json);

// Members whose value may be absent: null then.
void WriteOptional(std::string_view key, std::optional<std::int64_t> value, base::JsonWriter& json);
void WriteOptional(std::string_view key, std::optional<double> value, base::JsonWriter& json);

}  // namespace sightglass::serve
