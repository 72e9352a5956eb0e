#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_writer.h"
#include "base/result.h"
#include "kind/json_reader.h"
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
// Of the members `limit` and `after` of a body.
base::Result<ListPage> ReadListPage(const kind::JsonValue& body);

// The cursor of a list names something that is not there (any more): ask from the start again.
base::Error UnknownCursor(std::string_view after);

// Which members of the items of a list are wanted: all, or those of the parameter `fields`.
class FieldChoice {
 public:
  static constexpr std::size_t kMaxFields = 32;

  // `known` are the names of all, in any order; at most kMaxFields.
  static base::Result<FieldChoice> FromQuery(const kind::Parameters& query,
                                             std::span<const std::string_view> known);
  // Is the member with this place in `known` wanted?
  [[nodiscard]] bool Has(std::size_t place) const { return ((wanted_ >> place) & 1U) != 0; }

 private:
  std::uint32_t wanted_ = ~std::uint32_t{0};
};

// What of a NameFilter's two conditions must hold, where both are given.
enum class NameRule : std::uint8_t { kBoth, kEither };

// Names that are wanted: those listed (by name, as shown or by id) and those that a regular
// expression finds. Without either: all.
//
// Threads: immutable once made.
class NameFilter {
 public:
  // `matching` is the parameter `parameter`, which stands in error messages; see kind::NamePattern.
  static base::Result<NameFilter> Make(const std::vector<std::string_view>& names,
                                       std::optional<std::string_view> matching,
                                       std::string_view parameter, NameRule rule = NameRule::kBoth);
  static NameFilter None();
  // Of the parameters `names_parameter` (repeatable) and `matching_parameter`.
  static base::Result<NameFilter> FromQuery(const kind::Parameters& query,
                                            std::string_view names_parameter,
                                            std::string_view matching_parameter);
  ~NameFilter();
  NameFilter(NameFilter&&) noexcept;
  NameFilter& operator=(NameFilter&&) noexcept;

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
