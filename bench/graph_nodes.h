#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sightglass::bench {

// -1: any size.
using Dims = std::span<const std::int64_t>;

// One node of a GraphDef. All views are of the caller's.
struct GraphNode {
  std::string_view name;
  std::string_view op;
  std::vector<std::string> inputs = {};  // as a GraphDef has them: "a", "a:1", "^a"
  std::string_view device = {};
  Dims shape = {};
  std::uint64_t seed = 0;  // of random numbers and of the values of constants
};

// A GraphDef, node after node, with the attributes that TensorFlow gives such operations: types,
// shapes, and values of constants.
class GraphNodes {
 public:
  void Add(const GraphNode& node);
  [[nodiscard]] std::uint64_t size() const { return size_; }
  // Serialized, with the version that it needs.
  std::string Finish() &&;

 private:
  std::string bytes_;
  std::uint64_t size_ = 0;
};

}  // namespace sightglass::bench
