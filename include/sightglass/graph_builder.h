#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sightglass/status.h"

namespace sightglass {

// Builds a network's graph for the GRAPHS page.
//
//   GraphBuilder graph;
//   graph.Add({.name = "input", .op = "Placeholder", .output_shapes = {{-1, 784}}});
//   {
//     auto scope = graph.Scope("hidden");
//     graph.Add({.name = "weights", .op = "Variable"});                       // hidden/weights
//     graph.Add({.name = "MatMul", .op = "MatMul", .inputs = {"/input", "weights"}});
//   }
//
// Names are relative to the open scopes; an input that begins with "/" counts from the root. Inputs
// may name nodes that come later, "node:1" for the second output, "^node" for control.
//
// Threads: one at a time.
class GraphBuilder {
 public:
  struct Attribute;
  struct Node;
  class ScopeGuard;

  GraphBuilder() = default;

  // Opens a name scope until what is returned goes. The builder must outlive it and stay in place.
  [[nodiscard]] ScopeGuard Scope(std::string_view name);
  // kInvalidArgument for a name that is empty, taken, or has characters that graphs do not allow
  // (':', '^', control characters, slashes without a name between them), for a node without an op,
  // and for text that is not UTF-8. Control inputs are moved behind the others, where they must be.
  Status Add(const Node& node);
  [[nodiscard]] std::size_t size() const { return names_.size(); }
  // A serialized GraphDef, for AddGraph(). kInvalidArgument names an input that no node has.
  Status Build(std::string& graph_def) const;

 private:
  std::string scope_;
  std::set<std::string, std::less<>> names_;
  std::vector<std::string> inputs_;  // full names of nodes that are named as inputs
  std::string nodes_;                // serialized
};

// One of the values is meant: the first that is set.
struct GraphBuilder::Attribute {
  std::string_view name;
  std::string_view text = {};
  std::vector<std::int64_t> integers = {};
  std::vector<double> numbers = {};
};

struct GraphBuilder::Node {
  std::string_view name;
  std::string_view op;
  std::vector<std::string_view> inputs = {};
  std::string_view device = {};  // e.g. "/device:CPU:0"
  std::vector<Attribute> attributes = {};
  std::vector<std::vector<std::int64_t>> output_shapes = {};  // -1: any size
};

class GraphBuilder::ScopeGuard {
 public:
  ~ScopeGuard();
  ScopeGuard(const ScopeGuard&) = delete;
  ScopeGuard& operator=(const ScopeGuard&) = delete;

 private:
  friend class GraphBuilder;
  ScopeGuard(GraphBuilder& builder, std::size_t outer_size);
  GraphBuilder& builder_;
  std::size_t outer_size_;
};

}  // namespace sightglass
