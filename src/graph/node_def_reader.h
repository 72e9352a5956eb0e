#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "graph/build_graph.h"
#include "graph/message_cursor.h"

namespace sightglass::graph {

// Reads NodeDef messages into a builder, one after the other. Its buffers are used again, so that a
// node costs no allocation.
//
// Threads: one at a time.
class NodeDefReader {
 public:
  // `builder` must outlive the reader.
  NodeDefReader(GraphBuilder& builder, const GraphLimits& limits)
      : builder_(builder), limits_(limits) {}

  // The node of `bytes` bytes at the cursor, which is left behind it. A large one is read piece by
  // piece: what is passed over never gets into memory. What of it is not protobuf is left out, and
  // an issue says so.
  void Read(MessageCursor& cursor, std::uint64_t bytes);

 private:
  struct Entry {
    std::string_view key{};
    base::Bytes bytes{};
  };
  // Types that attributes give, of which one is that of the outputs.
  struct Types {
    std::uint32_t dtype = 0;
    std::uint32_t t = 0;
    std::uint32_t destination = 0;
    std::vector<std::uint32_t> list{};
  };

  void Clear();
  void TakeField(std::uint32_t field, base::Bytes bytes);
  void TakeAttribute(base::Bytes head, std::uint64_t bytes);
  void TakeMeaning(std::string_view key, base::Bytes value);
  void TakeShapes(base::Bytes list);
  void Add();
  [[nodiscard]] std::uint32_t TypeOfOutput(std::size_t index) const;

  GraphBuilder& builder_;
  const GraphLimits limits_;
  NodeFields fields_;
  std::vector<std::string_view> inputs_;
  std::vector<Entry> entries_;
  std::vector<SkippedAttribute> skipped_;
  Types types_;
  std::vector<Shape> shapes_;
  std::vector<std::size_t> dim_ends_;  // of shapes_, in dims_
  std::vector<std::int64_t> dims_;
  std::vector<std::int64_t> one_shape_;
  bool has_output_shapes_ = false;
  std::string definition_;
  std::string rest_;                 // other fields of the node, as they stand
  std::vector<std::string> pieces_;  // of a large node
};

}  // namespace sightglass::graph
