#include "graph/graph_union.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <compare>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/hash.h"
#include "graph/attributes.h"
#include "graph/level_edges_table.h"
#include "graph/output_lists.h"

namespace sightglass::graph {
namespace {

struct TextHash {
  std::size_t operator()(std::string_view text) const {
    return static_cast<std::size_t>(base::HashBytes(text));
  }
};
using TextNumbers = std::unordered_map<std::string_view, std::uint32_t, TextHash>;

// Adds the texts of the first table, which keep their numbers, and those of the second that are
// new. Gives the numbers of the second's.
std::vector<std::uint32_t> Unite(const TextTable& first, const TextTable& second,
                                 TextTable& united) {
  TextNumbers numbers;
  numbers.reserve(first.size());
  for (std::uint32_t i = 0; i < first.size(); ++i) {
    united.Add(first.At(i));
    numbers.emplace(united.At(i), i);
  }
  std::vector<std::uint32_t> of_second;
  of_second.reserve(second.size());
  for (std::uint32_t i = 0; i < second.size(); ++i) {
    const auto known = numbers.find(second.At(i));
    of_second.push_back(known == numbers.end() ? united.Add(second.At(i)) : known->second);
  }
  united.Shrink();
  return of_second;
}

// Writers put attributes into any order.
bool SameAttributes(base::Bytes first, base::Bytes second) {
  const auto a = ReadAttributes(first);
  const auto b = ReadAttributes(second);
  return std::ranges::equal(a, b, [](const Attribute& one, const Attribute& other) {
    return one.key == other.key && std::ranges::equal(one.value, other.value);
  });
}

bool Less(const Input& a, const Input& b) {
  return std::tie(a.node, a.output, a.control) < std::tie(b.node, b.output, b.control);
}

std::vector<std::uint32_t> InOrder(std::span<const Input> inputs) {
  std::vector<std::uint32_t> order(inputs.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    if (Less(inputs[a], inputs[b])) return true;
    return !Less(inputs[b], inputs[a]) && a < b;
  });
  return order;
}

// Says of which side each is: what both lists have, as often as both have it, is of both.
void TellSides(std::span<Input> first, std::span<Input> second) {
  const auto a = InOrder(first);
  const auto b = InOrder(second);
  for (Input& input : first) input.side = GraphSide::kFirst;
  for (Input& input : second) input.side = GraphSide::kSecond;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    Input& one = first[a[i]];
    Input& other = second[b[j]];
    if (Less(one, other)) {
      ++i;
    } else if (Less(other, one)) {
      ++j;
    } else {
      one.side = other.side = GraphSide::kBoth;
      ++i;
      ++j;
    }
  }
}

}  // namespace

class GraphUnionMaker {
 public:
  GraphUnionMaker(const Graph& first, const Graph& second, GraphUnion& made)
      : first_(first), second_(second), made_(made), graph_(new Graph) {}

  std::shared_ptr<const Graph> Make() {
    Match();
    Order();
    second_texts_ = Unite(first_.texts_, second_.texts_, graph_->texts_);
    second_definitions_ = Unite(first_.definitions_, second_.definitions_, graph_->definitions_);
    TakeOutputs();
    TakeFunctions();
    TakeNodes();
    MakeSlots();
    TakeIssues();
    return std::move(graph_);
  }

 private:
  struct Range {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    [[nodiscard]] bool Holds(std::uint32_t node) const { return node >= begin && node < end; }
  };
  struct OrderedFunction {
    std::string_view name{};
    Range range{};  // of nodes of the united graph
  };

  void Match() {
    twin_in_first_.resize(second_.size());
    twin_in_second_.assign(first_.size(), kNoNode);
    for (std::uint32_t node = 0; node < second_.size(); ++node) {
      twin_in_first_[node] = first_.Find(second_.name(node)).value_or(kNoNode);
      if (twin_in_first_[node] != kNoNode) twin_in_second_[twin_in_first_[node]] = node;
    }
  }

  void Emit(std::uint32_t in_first, std::uint32_t in_second) {
    const auto number = static_cast<std::uint32_t>(made_.in_first_.size());
    if (in_first != kNoNode) number_of_first_[in_first] = number;
    if (in_second != kNoNode) number_of_second_[in_second] = number;
    made_.in_first_.push_back(in_first);
    made_.in_second_.push_back(in_second);
  }

  // The nodes of `first`, each with those behind it that only `second` has.
  void OrderRange(Range first, Range second) {
    bool follows = false;  // a node that is in both ranges
    for (std::uint32_t node = second.begin; node < second.end; ++node) {
      if (twin_in_first_[node] != kNoNode) {
        follows = first.Holds(twin_in_first_[node]);
      } else if (!follows) {
        Emit(kNoNode, node);
      }
    }
    for (std::uint32_t node = first.begin; node < first.end; ++node) {
      const std::uint32_t twin = twin_in_second_[node];
      Emit(node, twin);
      if (twin == kNoNode || !second.Holds(twin)) continue;
      for (std::uint32_t next = twin + 1; next < second.end; ++next) {
        if (twin_in_first_[next] != kNoNode) break;
        Emit(kNoNode, next);
      }
    }
  }

  void OrderFunction(std::string_view name, Range first, Range second) {
    const auto begin = static_cast<std::uint32_t>(made_.in_first_.size());
    OrderRange(first, second);
    functions_.push_back({name, {begin, static_cast<std::uint32_t>(made_.in_first_.size())}});
  }

  void Order() {
    const std::size_t most = std::size_t{first_.size()} + second_.size();
    made_.in_first_.reserve(most);
    made_.in_second_.reserve(most);
    number_of_first_.resize(first_.size());
    number_of_second_.resize(second_.size());
    OrderRange({0, first_.main_size()}, {0, second_.main_size()});
    graph_->main_size_ = static_cast<std::uint32_t>(made_.in_first_.size());
    for (const GraphFunction& function : first_.functions()) {
      const GraphFunction* const twin = second_.FindFunction(function.name);
      OrderFunction(function.name, {function.begin, function.end},
                    twin == nullptr ? Range{} : Range{twin->begin, twin->end});
    }
    for (const GraphFunction& function : second_.functions()) {
      if (first_.FindFunction(function.name) != nullptr) continue;
      OrderFunction(function.name, {}, {function.begin, function.end});
    }
    made_.in_first_.shrink_to_fit();
    made_.in_second_.shrink_to_fit();
  }

  void TakeOutputs() {
    std::unordered_map<std::string, std::uint32_t> numbers;
    auto& lists = graph_->output_lists_;
    const auto number_of = [&](std::span<const Shape> outputs) {
      return numbers.try_emplace(OutputsKey(outputs), static_cast<std::uint32_t>(lists.size()));
    };
    for (const auto outputs : first_.output_lists_) {
      number_of(outputs);
      lists.push_back(CopyOutputs(outputs, graph_->shapes_));
    }
    second_outputs_.reserve(second_.output_lists_.size());
    for (const auto outputs : second_.output_lists_) {
      const auto [at, is_new] = number_of(outputs);
      if (is_new) lists.push_back(CopyOutputs(outputs, graph_->shapes_));
      second_outputs_.push_back(at->second);
    }
    lists.shrink_to_fit();
  }

  void TakeFunctions() {
    TextNumbers numbers;
    for (std::uint32_t i = 0; i < graph_->texts_.size(); ++i) {
      numbers.emplace(graph_->texts_.At(i), i);
    }
    for (const OrderedFunction& function : functions_) {
      const std::string_view kept = graph_->texts_.At(numbers.at(function.name));
      graph_->function_numbers_.emplace(kept,
                                        static_cast<std::uint32_t>(graph_->functions_.size()));
      graph_->functions_.push_back(
          {.name = kept, .begin = function.range.begin, .end = function.range.end});
    }
  }

  // The node of the second graph with the numbers that the united one has.
  [[nodiscard]] Graph::Node OfSecond(std::uint32_t node) const {
    Graph::Node copy = second_.nodes_[node];
    copy.op = second_texts_[copy.op];
    copy.device = second_texts_[copy.device];
    copy.xla_cluster = second_texts_[copy.xla_cluster];
    copy.outputs = second_outputs_[copy.outputs];
    copy.definition = second_definitions_[copy.definition];
    return copy;
  }

  void TakeNodes() {
    const auto size = made_.in_first_.size();
    graph_->nodes_.reserve(size);
    made_.changes_.resize(size);
    for (std::uint32_t number = 0; number < size; ++number) {
      const std::uint32_t first = made_.in_first_[number];
      const std::uint32_t second = made_.in_second_[number];
      Graph::Node node = first == kNoNode ? OfSecond(second) : first_.nodes_[first];
      graph_->names_ += first == kNoNode ? second_.name(second) : first_.name(first);
      if (first != kNoNode && second != kNoNode) {
        made_.changes_[number] = Compare(first, second);
      }
      made_.changes_[number].inputs = !TakeInputs(first, second);
      TakeSkipped(number, first, second);
      node.name_end = static_cast<std::uint32_t>(graph_->names_.size());
      node.inputs_end = static_cast<std::uint32_t>(graph_->inputs_.size());
      graph_->nodes_.push_back(node);
    }
    graph_->names_.shrink_to_fit();
    graph_->inputs_.shrink_to_fit();
    graph_->skipped_.shrink_to_fit();
  }

  NodeChanges Compare(std::uint32_t first, std::uint32_t second) {
    const Graph::Node& a = first_.nodes_[first];
    const Graph::Node b = OfSecond(second);
    NodeChanges changes{.op = a.op != b.op,
                        .attributes = !SameDefinition(a.definition, b.definition),
                        .shapes = a.outputs != b.outputs,
                        .device = a.device != b.device};
    if (!first_.skipped_.empty() || !second_.skipped_.empty()) {
      const auto same = [](const SkippedAttribute& one, const SkippedAttribute& other) {
        return one.key == other.key && one.bytes == other.bytes;
      };
      changes.attributes |=
          !std::ranges::equal(first_.skipped(first), second_.skipped(second), same);
    }
    return changes;
  }

  // Of numbers in the united graph. Many nodes share a definition, so that pairs come again.
  bool SameDefinition(std::uint32_t first, std::uint32_t second) {
    if (first == second) return true;
    const std::uint32_t pair = pairs_.Number(PairKey(first, second));
    if (pair == pair_is_same_.size()) {
      pair_is_same_.push_back(SameAttributes(base::AsBytes(graph_->definitions_.At(first)),
                                             base::AsBytes(graph_->definitions_.At(second))));
    }
    return pair_is_same_[pair];
  }

  static void Renumber(std::span<const Input> inputs, const std::vector<std::uint32_t>& numbers,
                       std::vector<Input>& renumbered) {
    renumbered.assign(inputs.begin(), inputs.end());
    for (Input& input : renumbered) {
      if (input.node != kNoNode) input.node = numbers[input.node];
    }
  }

  // False: both have the node, with other inputs.
  bool TakeInputs(std::uint32_t first, std::uint32_t second) {
    first_inputs_.clear();
    second_inputs_.clear();
    if (first != kNoNode) Renumber(first_.inputs(first), number_of_first_, first_inputs_);
    if (second != kNoNode) Renumber(second_.inputs(second), number_of_second_, second_inputs_);
    const bool same = first_inputs_ == second_inputs_;
    if (!same) TellSides(first_inputs_, second_inputs_);
    auto& inputs = graph_->inputs_;
    inputs.insert(inputs.end(), first_inputs_.begin(), first_inputs_.end());
    if (same) return true;
    std::ranges::copy_if(second_inputs_, std::back_inserter(inputs),
                         [](const Input& input) { return input.side == GraphSide::kSecond; });
    return first == kNoNode || second == kNoNode;
  }

  void TakeSkipped(std::uint32_t number, std::uint32_t first, std::uint32_t second) {
    const bool is_first = first != kNoNode;
    const Graph& from = is_first ? first_ : second_;
    const std::uint32_t node = is_first ? first : second;
    auto at = std::ranges::lower_bound(from.skipped_, node, {}, &Graph::Skipped::node);
    for (; at != from.skipped_.end() && at->node == node; ++at) {
      graph_->skipped_.push_back(
          {.node = number, .key = is_first ? at->key : second_texts_[at->key], .bytes = at->bytes});
    }
  }

  void MakeSlots() {
    // Differs from process to process, as in GraphBuilder.
    graph_->seed_ = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(graph_.get()));
    graph_->slots_.assign(std::bit_ceil(std::max<std::size_t>(graph_->size(), 8) * 2), kNoNode);
    const std::size_t mask = graph_->slots_.size() - 1;
    for (std::uint32_t node = 0; node < graph_->size(); ++node) {
      std::size_t slot = graph_->Hash(graph_->name(node)) & mask;
      while (graph_->slots_[slot] != kNoNode) slot = (slot + 1) & mask;
      graph_->slots_[slot] = node;
    }
  }

  // What is wrong with both is told once.
  void TakeIssues() {
    graph_->issues_ = first_.issues();
    graph_->issue_count_ = first_.issue_count() + second_.issue_count();
    TextNumbers known;
    std::vector<std::string> keys;
    const auto key = [](const GraphIssue& issue) { return issue.node + '\n' + issue.what; };
    keys.reserve(first_.issues().size());
    for (const GraphIssue& issue : first_.issues()) {
      keys.push_back(key(issue));
      known.emplace(keys.back(), 0);
    }
    for (const GraphIssue& issue : second_.issues()) {
      if (known.contains(key(issue))) {
        --graph_->issue_count_;
      } else if (graph_->issues_.size() < kMaxToldIssues) {
        graph_->issues_.push_back(issue);
      }
    }
  }

  const Graph& first_;
  const Graph& second_;
  GraphUnion& made_;
  std::shared_ptr<Graph> graph_;
  std::vector<std::uint32_t> twin_in_first_;   // by node of the second
  std::vector<std::uint32_t> twin_in_second_;  // by node of the first
  std::vector<std::uint32_t> number_of_first_;
  std::vector<std::uint32_t> number_of_second_;
  std::vector<OrderedFunction> functions_;
  // What numbers of the second graph are in the united one; those of the first are the same there.
  std::vector<std::uint32_t> second_texts_;
  std::vector<std::uint32_t> second_definitions_;
  std::vector<std::uint32_t> second_outputs_;
  KeyTable pairs_;
  std::vector<bool> pair_is_same_;
  std::vector<Input> first_inputs_;
  std::vector<Input> second_inputs_;
};

base::Result<std::shared_ptr<const GraphUnion>> GraphUnion::Make(
    std::shared_ptr<const Graph> first, std::shared_ptr<const Graph> second) {
  // Numbers of 32 bits hold where in names and inputs a node's part ends.
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  const std::uint64_t nodes = std::uint64_t{first->size()} + second->size();
  if (nodes >= kMost || first->name_bytes() + second->name_bytes() > kMost ||
      first->input_count() + second->input_count() > kMost) {
    return base::Error{base::ErrorCode::kOutOfRange,
                       fmt::format("graphs of {} nodes are too large to be compared", nodes)};
  }
  std::shared_ptr<GraphUnion> made(new GraphUnion);
  made->graph_ = GraphUnionMaker(*first, *second, *made).Make();
  made->first_ = std::move(first);
  made->second_ = std::move(second);
  return std::shared_ptr<const GraphUnion>(std::move(made));
}

std::uint64_t GraphUnion::memory_bytes() const {
  return first_->memory_bytes() + second_->memory_bytes() +
         (in_first_.capacity() + in_second_.capacity()) * sizeof(std::uint32_t) +
         changes_.capacity() * sizeof(NodeChanges);
}

}  // namespace sightglass::graph
