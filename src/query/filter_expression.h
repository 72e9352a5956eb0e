#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/result.h"

namespace sightglass::query {

// What a filter asks of a run, besides its name.
enum class FilterWhat : std::uint8_t { kName, kFirst, kLast, kMin, kMax, kMean, kCount, kAt };

// A number that hangs on the run: `acc`, `min(loss)`, `at(loss, 1000)`.
struct FilterTerm {
  FilterWhat what = FilterWhat::kName;
  std::string name{};   // of a tag; with kName, of a column or tag
  base::Step step = 0;  // kAt

  bool operator==(const FilterTerm&) const = default;
};

// One run, as a filter sees it.
class FilterRow {
 public:
  virtual ~FilterRow() = default;
  [[nodiscard]] virtual std::string_view run() const = 0;
  // Of FilterExpression::terms(); NaN where the run has no such value.
  [[nodiscard]] virtual double Value(std::size_t term) const = 0;
  // Whether the run's name matches one of FilterExpression::patterns().
  [[nodiscard]] virtual bool RunMatches(std::size_t pattern) const = 0;
};

// A condition on runs, as people write it:
//
//   acc >= 0.8 && lr < 0.01
//   !(min(loss) > 1) || run =~ "seed_[0-9]+" && `my tag` != 0
//   run == "train/a" || at(loss, 1000) <= last(loss)
//
//   or          = and { "||" and }
//   and         = unary { "&&" unary }
//   unary       = "!" unary | "(" or ")" | comparison
//   comparison  = operand ("==" | "!=" | "<" | "<=" | ">" | ">=") operand
//               | "run" ("==" | "!=" | "=~") string
//   operand     = number | name | function "(" name ")" | "at" "(" name "," whole number ")"
//   function    = "first" | "last" | "min" | "max" | "mean" | "count"
//   name        = letters, digits and _ . / : - with a letter or _ in front, or any text in
//                 backticks or double quotes
//   string      = any text in single or double quotes
//
// In quotes a backslash stands before a quote or backslash that is meant as itself; other
// backslashes stay as they are, so that regular expressions need no doubling.
//
// A comparison with a value that is missing or NaN is false, whatever the operator.
class FilterExpression {
 public:
  static constexpr std::size_t kMaxBytes = 4096;
  static constexpr int kMaxDepth = 32;

  // kInvalidArgument with the column of the mistake; kOutOfRange past a limit.
  static base::Result<FilterExpression> Parse(std::string_view text);

  // What the row is asked for, each once.
  [[nodiscard]] const std::vector<FilterTerm>& terms() const { return terms_; }
  // Regular expressions for names of runs; not looked at here.
  [[nodiscard]] const std::vector<std::string>& patterns() const { return patterns_; }

  // Cost: every comparison once.
  [[nodiscard]] bool Matches(const FilterRow& row) const;

 private:
  friend class FilterParser;

  enum class Sign : std::uint8_t { kEqual, kNotEqual, kLess, kLessEqual, kMore, kMoreEqual };
  struct Operand {
    bool is_term = false;
    std::size_t term = 0;
    double number = 0;
  };
  enum class Act : std::uint8_t { kCompare, kRunEquals, kRunDiffers, kRunMatches, kAnd, kOr, kNot };
  // In the order in which a stack of truth values takes them.
  struct Action {
    Act act = Act::kCompare;
    Sign sign = Sign::kEqual;
    Operand left{};
    Operand right{};
    std::size_t text = 0;  // of texts_ or patterns_
  };

  FilterExpression() = default;
  static bool Compare(const Action& action, const FilterRow& row);

  std::vector<Action> actions_;
  std::vector<FilterTerm> terms_;
  std::vector<std::string> patterns_;
  std::vector<std::string> texts_;  // that names of runs are compared with
};

}  // namespace sightglass::query
