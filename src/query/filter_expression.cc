#include "query/filter_expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <system_error>
#include <utility>

#include "base/check.h"
#include "base/text.h"

namespace sightglass::query {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Status;

enum class TokenSort : std::uint8_t { kEnd, kSymbol, kNumber, kName, kBackticks, kDouble, kSingle };

struct Token {
  TokenSort sort = TokenSort::kEnd;
  std::string_view text{};  // as written
  std::string decoded{};    // of what is quoted
  double number = 0;
  std::size_t at = 0;

  [[nodiscard]] bool Is(std::string_view symbol) const {
    return sort == TokenSort::kSymbol && text == symbol;
  }
  [[nodiscard]] bool IsString() const {
    return sort == TokenSort::kDouble || sort == TokenSort::kSingle;
  }
};

bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsNamePart(char c) {
  return IsLetter(c) || IsDigit(c) || c == '.' || c == '/' || c == ':' || c == '-';
}

Error Wrong(std::size_t at, std::string_view message) {
  return {ErrorCode::kInvalidArgument, fmt::format("filter, column {}: {}", at + 1, message)};
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Result<Token> Next() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n')) {
      ++at_;
    }
    Token token{.at = at_};
    if (at_ == text_.size()) return token;
    const char c = text_[at_];
    if (c == '"' || c == '\'' || c == '`') return Quoted(c);
    if (IsLetter(c)) {
      std::size_t end = at_;
      while (end < text_.size() && IsNamePart(text_[end])) ++end;
      return Cut(TokenSort::kName, end - at_);
    }
    if (IsDigit(c) || c == '-' || c == '+' || c == '.') return Number();
    constexpr std::array<std::string_view, 13> kSymbols = {"&&", "||", "==", "!=", "<=", ">=", "=~",
                                                           "<",  ">",  "!",  "(",  ")",  ","};
    for (const std::string_view symbol : kSymbols) {
      if (text_.substr(at_).starts_with(symbol)) return Cut(TokenSort::kSymbol, symbol.size());
    }
    return Wrong(at_, fmt::format("'{}' has no meaning here",
                                  base::EscapeForDisplay(text_.substr(at_, 1), 8)));
  }

 private:
  Token Cut(TokenSort sort, std::size_t bytes) {
    Token token{.sort = sort, .text = text_.substr(at_, bytes), .at = at_};
    at_ += bytes;
    return token;
  }

  Result<Token> Number() {
    // from_chars takes no plus.
    const std::size_t sign = text_[at_] == '+' ? 1 : 0;
    const std::string_view rest = text_.substr(at_ + sign);
    double number = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (error != std::errc() || !std::isfinite(number)) return Wrong(at_, "not a number");
    Token token = Cut(TokenSort::kNumber, sign + static_cast<std::size_t>(end - rest.data()));
    token.number = number;
    if (at_ < text_.size() && IsNamePart(text_[at_])) {
      return Wrong(at_, "a name that begins like a number needs backticks");
    }
    return token;
  }

  Result<Token> Quoted(char quote) {
    Token token{.sort = quote == '`'   ? TokenSort::kBackticks
                        : quote == '"' ? TokenSort::kDouble
                                       : TokenSort::kSingle,
                .at = at_};
    for (std::size_t i = at_ + 1; i < text_.size(); ++i) {
      if (text_[i] == quote) {
        token.text = text_.substr(at_, i + 1 - at_);
        at_ = i + 1;
        return token;
      }
      const bool escape = text_[i] == '\\' && i + 1 < text_.size() &&
                          (text_[i + 1] == quote || text_[i + 1] == '\\');
      if (escape) ++i;
      token.decoded += text_[i];
    }
    return Wrong(at_, "a quote without its end");
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

std::optional<FilterWhat> FunctionOf(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, FilterWhat>, 7> kFunctions = {
      {{"first", FilterWhat::kFirst},
       {"last", FilterWhat::kLast},
       {"min", FilterWhat::kMin},
       {"max", FilterWhat::kMax},
       {"mean", FilterWhat::kMean},
       {"count", FilterWhat::kCount},
       {"at", FilterWhat::kAt}}};
  const auto* const found =
      std::ranges::find(kFunctions, name, &std::pair<std::string_view, FilterWhat>::first);
  if (found == kFunctions.end()) return std::nullopt;
  return found->second;
}

}  // namespace

class FilterParser {
 public:
  explicit FilterParser(std::string_view text) : lexer_(text) {}

  Result<FilterExpression> Parse() {
    RETURN_IF_ERROR(Advance());
    RETURN_IF_ERROR(Or(0));
    if (token_.sort != TokenSort::kEnd) return Wrong(token_.at, "&& or || is expected");
    return std::move(expression_);
  }

 private:
  using Expression = FilterExpression;

  Status Advance() {
    ASSIGN_OR_RETURN(token_, lexer_.Next());
    return base::OkStatus();
  }

  Status Or(int depth) {
    RETURN_IF_ERROR(And(depth));
    while (token_.Is("||")) {
      RETURN_IF_ERROR(Advance());
      RETURN_IF_ERROR(And(depth));
      expression_.actions_.push_back({.act = Expression::Act::kOr});
    }
    return base::OkStatus();
  }

  Status And(int depth) {
    RETURN_IF_ERROR(Unary(depth));
    while (token_.Is("&&")) {
      RETURN_IF_ERROR(Advance());
      RETURN_IF_ERROR(Unary(depth));
      expression_.actions_.push_back({.act = Expression::Act::kAnd});
    }
    return base::OkStatus();
  }

  Status Unary(int depth) {
    if (depth > Expression::kMaxDepth) {
      return Error{ErrorCode::kOutOfRange, fmt::format("filter, column {}: nested deeper than {}",
                                                       token_.at + 1, Expression::kMaxDepth)};
    }
    if (token_.Is("!")) {
      RETURN_IF_ERROR(Advance());
      RETURN_IF_ERROR(Unary(depth + 1));
      expression_.actions_.push_back({.act = Expression::Act::kNot});
      return base::OkStatus();
    }
    if (token_.Is("(")) {
      RETURN_IF_ERROR(Advance());
      RETURN_IF_ERROR(Or(depth + 1));
      if (!token_.Is(")")) return Wrong(token_.at, "')' is expected");
      return Advance();
    }
    return Comparison();
  }

  Status Comparison() {
    const Token first = token_;
    if (first.sort == TokenSort::kName && first.text == "run") {
      RETURN_IF_ERROR(Advance());
      return RunComparison();
    }
    ASSIGN_OR_RETURN(const Expression::Operand left, ReadOperand());
    const auto sign = SignOf(token_);
    if (!sign) return Wrong(token_.at, "a comparison, such as < or ==, is expected");
    RETURN_IF_ERROR(Advance());
    ASSIGN_OR_RETURN(const Expression::Operand right, ReadOperand());
    expression_.actions_.push_back(
        {.act = Expression::Act::kCompare, .sign = *sign, .left = left, .right = right});
    return base::OkStatus();
  }

  Status RunComparison() {
    const Token sign = token_;
    const bool equal = sign.Is("==");
    const bool differs = sign.Is("!=");
    if (!equal && !differs && !sign.Is("=~")) return Wrong(sign.at, "after run: ==, != or =~");
    RETURN_IF_ERROR(Advance());
    if (!token_.IsString()) return Wrong(token_.at, "a string in quotes is expected");
    auto& list = equal || differs ? expression_.texts_ : expression_.patterns_;
    expression_.actions_.push_back({.act = equal     ? Expression::Act::kRunEquals
                                           : differs ? Expression::Act::kRunDiffers
                                                     : Expression::Act::kRunMatches,
                                    .text = list.size()});
    list.push_back(token_.decoded);
    return Advance();
  }

  static std::optional<Expression::Sign> SignOf(const Token& token) {
    using Sign = Expression::Sign;
    constexpr std::array<std::pair<std::string_view, Sign>, 6> kSigns = {
        {{"==", Sign::kEqual},
         {"!=", Sign::kNotEqual},
         {"<", Sign::kLess},
         {"<=", Sign::kLessEqual},
         {">", Sign::kMore},
         {">=", Sign::kMoreEqual}}};
    for (const auto& [text, sign] : kSigns) {
      if (token.Is(text)) return sign;
    }
    return std::nullopt;
  }

  Result<Expression::Operand> ReadOperand() {
    const Token token = token_;
    RETURN_IF_ERROR(Advance());
    if (token.sort == TokenSort::kNumber) return Expression::Operand{.number = token.number};
    if (token.sort == TokenSort::kName && token_.Is("(")) return Call(token);
    if (token.sort == TokenSort::kName && token.text == "run") {
      return Wrong(token.at, "run stands on the left, and is compared with a string");
    }
    ASSIGN_OR_RETURN(std::string name, NameOf(token));
    return Term({.what = FilterWhat::kName, .name = std::move(name)});
  }

  Result<Expression::Operand> Call(const Token& function) {
    const auto what = FunctionOf(function.text);
    if (!what) {
      return Wrong(function.at, fmt::format("no function '{}'; there are first, last, min, max, "
                                            "mean, count and at",
                                            base::EscapeForDisplay(function.text, 60)));
    }
    RETURN_IF_ERROR(Advance());
    ASSIGN_OR_RETURN(std::string name, NameOf(token_));
    RETURN_IF_ERROR(Advance());
    FilterTerm term{.what = *what, .name = std::move(name)};
    if (*what == FilterWhat::kAt) {
      if (!token_.Is(",")) return Wrong(token_.at, "',' and a step are expected");
      RETURN_IF_ERROR(Advance());
      const std::string_view text = token_.text;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), term.step);
      if (token_.sort != TokenSort::kNumber || error != std::errc() ||
          end != text.data() + text.size()) {
        return Wrong(token_.at, "a step, which is a whole number, is expected");
      }
      RETURN_IF_ERROR(Advance());
    }
    if (!token_.Is(")")) return Wrong(token_.at, "')' is expected");
    RETURN_IF_ERROR(Advance());
    return Term(std::move(term));
  }

  static Result<std::string> NameOf(const Token& token) {
    switch (token.sort) {
      case TokenSort::kName:
        return std::string(token.text);
      case TokenSort::kBackticks:
      case TokenSort::kDouble:
        return token.decoded;
      case TokenSort::kSingle:
        return Wrong(token.at, "a string is compared with run only; names go in backticks");
      default:
        return Wrong(token.at, "a name or number is expected");
    }
  }

  Expression::Operand Term(FilterTerm term) {
    auto& terms = expression_.terms_;
    const auto known = std::ranges::find(terms, term);
    const auto index = static_cast<std::size_t>(known - terms.begin());
    if (known == terms.end()) terms.push_back(std::move(term));
    return {.is_term = true, .term = index};
  }

  Lexer lexer_;
  Token token_;
  Expression expression_;
};

Result<FilterExpression> FilterExpression::Parse(std::string_view text) {
  if (text.size() > kMaxBytes) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("filter of {} bytes, limit {}", text.size(), kMaxBytes)};
  }
  return FilterParser(text).Parse();
}

bool FilterExpression::Compare(const Action& action, const FilterRow& row) {
  const auto value = [&](const Operand& operand) {
    return operand.is_term ? row.Value(operand.term) : operand.number;
  };
  const double left = value(action.left);
  const double right = value(action.right);
  if (std::isnan(left) || std::isnan(right)) return false;
  switch (action.sign) {
    case Sign::kEqual:
      return left == right;
    case Sign::kNotEqual:
      return left != right;
    case Sign::kLess:
      return left < right;
    case Sign::kLessEqual:
      return left <= right;
    case Sign::kMore:
      return left > right;
    case Sign::kMoreEqual:
      return left >= right;
  }
  return false;
}

bool FilterExpression::Matches(const FilterRow& row) const {
  std::vector<bool> stack;
  const auto pop = [&] {
    const bool top = stack.back();
    stack.pop_back();
    return top;
  };
  for (const Action& action : actions_) {
    switch (action.act) {
      case Act::kCompare:
        stack.push_back(Compare(action, row));
        break;
      case Act::kRunEquals:
        stack.push_back(row.run() == texts_[action.text]);
        break;
      case Act::kRunDiffers:
        stack.push_back(row.run() != texts_[action.text]);
        break;
      case Act::kRunMatches:
        stack.push_back(row.RunMatches(action.text));
        break;
      case Act::kNot:
        stack.back() = !stack.back();
        break;
      case Act::kAnd:
      case Act::kOr: {
        const bool right = pop();
        const bool left = pop();
        stack.push_back(action.act == Act::kAnd ? left && right : left || right);
        break;
      }
    }
  }
  CHECK(stack.size() == 1);
  return stack.back();
}

}  // namespace sightglass::query
