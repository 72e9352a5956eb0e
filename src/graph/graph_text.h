#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "format/wire.h"

namespace sightglass::graph {

// TensorBoard's way to leave large attributes out of an answer.
struct AttributeLimit {
  std::uint64_t bytes = 0;  // of the AttrValue
  std::string key{};        // the attribute that lists the keys of those left out
};

// A NodeDef without its attributes over the limit.
std::string LimitAttributes(base::Bytes node, const AttributeLimit& limit);

// A GraphDef as text, piece by piece: as TensorBoard answers.
class GraphText {
 public:
  // `graph` must outlive this.
  explicit GraphText(base::Bytes graph, std::optional<AttributeLimit> limit = {});

  // Appends the next piece: a node, and at last all that is not one. false: nothing is left.
  bool Next(std::string& out);

 private:
  base::Bytes graph_;
  std::optional<AttributeLimit> limit_;
  format::WireReader reader_;
  bool nodes_done_ = false;
  bool done_ = false;
};

}  // namespace sightglass::graph
