#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/arena.h"
#include "base/bytes.h"

namespace sightglass::graph {

// Stands for a node that is not there.
inline constexpr std::uint32_t kNoNode = ~0U;

// The nodes of a library function `f` are named kFunctionScope + "/f/" + their own name.
inline constexpr std::string_view kFunctionScope = "__function_library__";

// Of a graph that is two in one (graph_union.h): which of them has something.
enum class GraphSide : std::uint8_t { kBoth, kFirst, kSecond };

// What a node takes.
struct Input {
  std::uint32_t node = kNoNode;  // kNoNode: it names something that is not in the graph
  std::uint32_t output = 0;      // which of that node's outputs
  bool control = false;          // only the order counts, nothing flows
  GraphSide side = GraphSide::kBoth;

  bool operator==(const Input&) const = default;
};

// The tensor that an output gives, as far as the graph says.
struct Shape {
  std::uint32_t dtype = 0;               // of format::DataType; 0: not said
  bool known = false;                    // false: not even the number of dimensions is said
  std::span<const std::int64_t> dims{};  // -1: any size
};

// An attribute that was passed over while reading, because of its size.
struct SkippedAttribute {
  std::string_view key{};
  std::uint64_t bytes = 0;
};

// A function of the graph's library. Its nodes stand together: [begin, end).
struct GraphFunction {
  std::string_view name{};
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// Something that is wrong with a graph; what can be drawn is drawn all the same.
struct GraphIssue {
  std::string what;
  std::string node;  // its name; empty where it is of the whole graph
};

// Of a graph, so many issues are told; the rest is counted.
inline constexpr std::size_t kMaxToldIssues = 1'000;

// Equal texts under one number.
class TextTable {
 public:
  [[nodiscard]] std::string_view At(std::uint32_t number) const { return texts_[number]; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(texts_.size()); }
  std::uint32_t Add(std::string_view text);  // does not look whether it is there
  void Shrink() { texts_.shrink_to_fit(); }
  [[nodiscard]] std::uint64_t memory_bytes() const;

 private:
  base::Arena arena_;
  std::vector<std::string_view> texts_;
};

// One graph: nodes are numbers, in the order in which they were added; those of functions come
// after all others. Names are unique: where a file has a name twice, later ones are told apart by "
// (2)".
//
// Threads: immutable once built; shared by pointer.
// Memory: 28 bytes a node, 12 an input, 4 to 8 for finding it by name, and its name; operations,
// devices, shapes and definitions only once for all nodes that have the same.
class Graph {
 public:
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  // Those of no function: [0, main_size()).
  [[nodiscard]] std::uint32_t main_size() const { return main_size_; }

  // The full path, parts apart by '/'. Any bytes, and parts may be empty.
  [[nodiscard]] std::string_view name(std::uint32_t node) const;
  [[nodiscard]] std::string_view op(std::uint32_t node) const { return texts_.At(nodes_[node].op); }
  [[nodiscard]] std::string_view device(std::uint32_t node) const {
    return texts_.At(nodes_[node].device);
  }
  [[nodiscard]] std::string_view xla_cluster(std::uint32_t node) const {
    return texts_.At(nodes_[node].xla_cluster);
  }
  // Equal numbers mean equal operations: cheaper to compare and count than their names.
  [[nodiscard]] std::uint32_t op_id(std::uint32_t node) const { return nodes_[node].op; }

  [[nodiscard]] std::span<const Input> inputs(std::uint32_t node) const;
  // Empty where nothing is said.
  [[nodiscard]] std::span<const Shape> outputs(std::uint32_t node) const {
    return output_lists_[nodes_[node].outputs];
  }
  // The bytes of a NodeDef without name, op, inputs and device, which are above, and without large
  // attributes: see attributes.h. Equal ones are the same bytes.
  [[nodiscard]] base::Bytes definition(std::uint32_t node) const {
    return base::AsBytes(definitions_.At(nodes_[node].definition));
  }
  [[nodiscard]] std::vector<SkippedAttribute> skipped(std::uint32_t node) const;

  [[nodiscard]] std::optional<std::uint32_t> Find(std::string_view name) const;

  // In the order of their nodes.
  [[nodiscard]] std::span<const GraphFunction> functions() const { return functions_; }
  // The function that this node is in; nullptr: none.
  [[nodiscard]] const GraphFunction* FunctionOf(std::uint32_t node) const;
  // nullptr: there is none of this name.
  [[nodiscard]] const GraphFunction* FindFunction(std::string_view name) const;

  // The first kMaxToldIssues of issue_count().
  [[nodiscard]] const std::vector<GraphIssue>& issues() const { return issues_; }
  [[nodiscard]] std::uint64_t issue_count() const { return issue_count_; }
  [[nodiscard]] std::uint64_t input_count() const { return inputs_.size(); }
  [[nodiscard]] std::uint64_t name_bytes() const { return names_.size(); }
  [[nodiscard]] std::uint64_t memory_bytes() const;

 private:
  friend class GraphBuilder;
  friend class GraphUnionMaker;
  struct Node {
    std::uint32_t name_end = 0;  // in names_; it begins where the name before ends
    std::uint32_t inputs_end = 0;
    std::uint32_t op = 0;
    std::uint32_t device = 0;
    std::uint32_t xla_cluster = 0;
    std::uint32_t outputs = 0;
    std::uint32_t definition = 0;
  };
  struct Skipped {
    std::uint32_t node = 0;
    std::uint32_t key = 0;
    std::uint64_t bytes = 0;
  };

  Graph() = default;
  [[nodiscard]] std::uint64_t Hash(std::string_view name) const;

  std::vector<Node> nodes_;
  std::string names_;
  std::vector<Input> inputs_;
  TextTable texts_;
  TextTable definitions_;
  base::Arena shapes_;
  std::vector<std::span<const Shape>> output_lists_;
  std::vector<Skipped> skipped_;  // by node
  std::vector<GraphFunction> functions_;
  std::unordered_map<std::string_view, std::uint32_t> function_numbers_;
  std::vector<std::uint32_t> slots_;  // a hash table of nodes by name; kNoNode: free
  std::uint64_t seed_ = 0;            // of that table
  std::uint32_t main_size_ = 0;
  std::vector<GraphIssue> issues_;
  std::uint64_t issue_count_ = 0;
};

}  // namespace sightglass::graph
