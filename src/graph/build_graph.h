#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"
#include "graph/graph.h"

namespace sightglass::graph {

// What a graph may hold. Past a limit the rest is left out, and an issue says so.
struct GraphLimits {
  std::uint32_t max_nodes = 20'000'000;
  std::uint64_t max_name_bytes = std::uint64_t{2} << 30;
  std::uint64_t max_inputs = 200'000'000;
  // A larger attribute is passed over while reading, and only its key and size are kept.
  std::uint64_t max_attribute_bytes = 1024;
};

// A node to be added. Everything is copied.
struct NodeFields {
  std::string_view name{};
  std::string_view op{};
  std::string_view device{};
  std::string_view xla_cluster{};
  // "a", "a:1" (its second output), "^a" (a control input), and in functions also "a:name:1".
  std::span<const std::string_view> inputs{};
  std::span<const Shape> outputs{};
  base::Bytes definition{};  // of a NodeDef, with attributes only
  std::span<const SkippedAttribute> skipped{};
};

// Makes a Graph of nodes in any order: an input may name a node that comes later.
//
//   GraphBuilder builder;
//   builder.AddNode("a", "Const");
//   builder.AddNode("b", "Neg", {"a", "^c"});
//   std::shared_ptr<const Graph> graph = builder.Build();
//
// Never fails: what is wrong becomes an issue of the graph.
// Threads: one at a time.
class GraphBuilder {
 public:
  explicit GraphBuilder(const GraphLimits& limits = {});

  // Room for so many, where that is known.
  void Reserve(std::size_t nodes);

  // Its number; kNoNode past a limit.
  std::uint32_t AddNode(const NodeFields& fields);
  std::uint32_t AddNode(std::string_view name, std::string_view op,
                        std::initializer_list<std::string_view> inputs = {});

  // Nodes added from here on, until EndFunction(), are those of a library function: their names and
  // inputs are those within it.
  // REQUIRES: no node of no function is added after the first function.
  void BeginFunction(std::string_view name);
  void EndFunction();

  void AddIssue(std::string_view what, std::string_view node = {});

  // Call it once, at the end.
  std::shared_ptr<const Graph> Build();

 private:
  struct TextHash {
    std::size_t operator()(std::string_view text) const {
      return static_cast<std::size_t>(base::HashBytes(text));
    }
  };
  using TextNumbers = std::unordered_map<std::string_view, std::uint32_t, TextHash>;
  // An input whose node was not there yet; its text is in waiting_text_.
  struct Waiting {
    std::uint64_t input = 0;
    std::uint64_t text_end = 0;
    std::uint32_t taker = 0;
  };

  std::uint32_t NumberOf(std::string_view text, TextTable& table, TextNumbers& numbers) const;
  std::uint32_t NumberOf(std::span<const Shape> outputs);
  bool HasRoom(const NodeFields& fields);
  void TakeName(std::string_view name);
  void AddInput(std::string_view text, std::uint32_t taker);
  bool Resolve(std::string_view text, Input& input);
  bool FindInScope(std::string_view name, Input& input);
  void ResolveWaiting();
  void MakeSlots(std::size_t nodes);
  // Where the name stands in the table, or would.
  [[nodiscard]] std::size_t SlotOf(std::string_view name) const;

  const GraphLimits limits_;
  std::shared_ptr<Graph> graph_;
  TextNumbers text_numbers_;
  TextNumbers definition_numbers_;
  std::unordered_map<std::string, std::uint32_t> output_numbers_;
  std::unordered_map<std::uint32_t, std::uint32_t> repeats_;  // of the name of this node
  std::unordered_map<std::string, std::uint32_t> function_repeats_;
  std::string scope_;  // of the function at hand, with '/' at its end; empty: none
  std::string full_name_;
  std::string sought_;
  std::string waiting_text_;
  std::vector<Waiting> waiting_;
  bool full_ = false;  // a limit was met, and told
};

}  // namespace sightglass::graph
