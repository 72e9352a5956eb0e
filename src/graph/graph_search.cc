#include "graph/graph_search.h"

#include <fmt/format.h>

#include <charconv>
#include <functional>
#include <optional>
#include <unordered_map>

#include "base/text.h"
#include "graph/attributes.h"
#include "kind/name_pattern.h"

namespace sightglass::graph {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::size_t kMaxAttributeText = 256;
constexpr std::int64_t kAnySize = -1;
// Between two looks at the cancel flag.
constexpr std::uint32_t kStride = 4'096;

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Text that matches a query.
class TextMatcher {
 public:
  static Result<TextMatcher> Make(const SearchQuery& query) {
    TextMatcher matcher;
    if (query.regex) {
      ASSIGN_OR_RETURN(matcher.pattern_, kind::NamePattern::Make(query.text, "query"));
      return matcher;
    }
    for (const char c : query.text) matcher.literal_ += Lower(c);
    return matcher;
  }

  [[nodiscard]] bool Matches(std::string_view text) const {
    if (pattern_) return pattern_->Matches(text);
    if (literal_.empty()) return true;
    if (text.size() < literal_.size()) return false;
    const char first = literal_.front();
    for (std::size_t at = 0; at + literal_.size() <= text.size(); ++at) {
      if (Lower(text[at]) != first) continue;
      std::size_t i = 1;
      while (i < literal_.size() && Lower(text[at + i]) == literal_[i]) ++i;
      if (i == literal_.size()) return true;
    }
    return false;
  }

 private:
  std::optional<kind::NamePattern> pattern_{};
  std::string literal_{};
};

// "32x?x7", also with "×" or ",", and "scalar" for no sizes at all.
Result<std::vector<std::int64_t>> ParseSizes(std::string_view text) {
  const auto bad = [text] {
    return Error{ErrorCode::kInvalidArgument, fmt::format("query: '{}' is no shape such as 32x?x7",
                                                          base::EscapeForDisplay(text, 60))};
  };
  std::vector<std::int64_t> sizes;
  if (text == "scalar") return sizes;
  constexpr std::string_view kTimes = "×";
  while (true) {
    if (text.starts_with('?')) {
      sizes.push_back(kAnySize);
      text.remove_prefix(1);
    } else {
      std::int64_t size = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
      if (error != std::errc() || size < 0) return bad();
      sizes.push_back(size);
      text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    }
    if (text.empty()) return sizes;
    if (text.starts_with(kTimes)) {
      text.remove_prefix(kTimes.size());
    } else if (text.front() == 'x' || text.front() == ',') {
      text.remove_prefix(1);
    } else {
      return bad();
    }
  }
}

bool HasSizes(const Shape& shape, const std::vector<std::int64_t>& sizes) {
  if (!shape.known || shape.dims.size() != sizes.size()) return false;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] != kAnySize && sizes[i] != shape.dims[i]) return false;
  }
  return true;
}

using NodeMatcher = std::function<bool(std::uint32_t node)>;

Result<NodeMatcher> MakeMatcher(const Graph& graph, const SearchQuery& query) {
  if (query.by == SearchBy::kShape) {
    ASSIGN_OR_RETURN(auto sizes, ParseSizes(query.text));
    return NodeMatcher([&graph, sizes = std::move(sizes)](std::uint32_t node) {
      for (const Shape& shape : graph.outputs(node)) {
        if (HasSizes(shape, sizes)) return true;
      }
      return false;
    });
  }
  ASSIGN_OR_RETURN(auto made, TextMatcher::Make(query));
  const auto text = std::make_shared<TextMatcher>(std::move(made));
  if (query.by == SearchBy::kName) {
    return NodeMatcher(
        [&graph, text](std::uint32_t node) { return text->Matches(graph.name(node)); });
  }
  // Few operations and definitions are different, so each is looked at once.
  const auto known = std::make_shared<std::unordered_map<std::uint64_t, bool>>();
  if (query.by == SearchBy::kOp) {
    return NodeMatcher([&graph, text, known](std::uint32_t node) {
      const auto [at, is_new] = known->emplace(graph.op_id(node), false);
      if (is_new) at->second = text->Matches(graph.op(node));
      return at->second;
    });
  }
  return NodeMatcher([&graph, text, known](std::uint32_t node) {
    const base::Bytes definition = graph.definition(node);
    const auto [at, is_new] =
        known->emplace(reinterpret_cast<std::uintptr_t>(definition.data()), false);
    if (is_new) {
      for (const Attribute& attribute : ReadAttributes(definition)) {
        at->second |= text->Matches(std::string(attribute.key) + "=" +
                                    AttributeText(attribute.value, kMaxAttributeText));
      }
    }
    return at->second;
  });
}

}  // namespace

Result<SearchResult> SearchGraph(const GraphIndex& index, const SearchQuery& query,
                                 const base::CancelFlag& cancel) {
  const Graph& graph = index.graph();
  const ScopeTree& tree = index.tree();
  ASSIGN_OR_RETURN(const NodeMatcher matches, MakeMatcher(graph, query));
  std::optional<TextMatcher> scope_matcher;
  if (query.by == SearchBy::kName) {
    ASSIGN_OR_RETURN(scope_matcher, TextMatcher::Make(query));
  }
  SearchResult result;
  // false: there is no room for it.
  const auto add = [&](bool scope, std::uint32_t number) {
    if (result.hits.size() < query.limit) {
      result.hits.push_back({scope, number});
      return true;
    }
    result.more = true;
    return false;
  };
  const auto is_wanted = [&](RankRange range) {
    return query.differences == nullptr || query.differences->Count({&range, 1}).all() > 0;
  };
  for (std::uint32_t scope = 0; scope < tree.size(); ++scope) {
    if (scope % kStride == 0 && cancel.cancelled()) {
      return Error{ErrorCode::kCancelled, "the client is gone"};
    }
    if (scope != kRootScope && scope_matcher && scope_matcher->Matches(tree.path(scope)) &&
        is_wanted({tree.first_rank(scope), tree.end_rank(scope)}) && !add(true, scope)) {
      return result;
    }
    for (std::uint32_t rank = tree.first_rank(scope); rank < tree.own_end_rank(scope); ++rank) {
      if (rank % kStride == 0 && cancel.cancelled()) {
        return Error{ErrorCode::kCancelled, "the client is gone"};
      }
      if (matches(tree.node_at(rank)) && is_wanted({rank, rank + 1}) && !add(false, rank)) {
        return result;
      }
    }
  }
  return result;
}

}  // namespace sightglass::graph
