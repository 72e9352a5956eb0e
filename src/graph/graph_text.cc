#include "graph/graph_text.h"

#include <utility>
#include <vector>

#include "base/wire_writer.h"
#include "graph/attributes.h"
#include "graph/proto_schema.h"
#include "graph/proto_text_writer.h"

namespace sightglass::graph {
namespace {

using format::FieldTag;
using format::WireReader;
using format::WireType;

}  // namespace

std::string LimitAttributes(base::Bytes node, const AttributeLimit& limit) {
  std::string kept;
  std::string large;   // an AttrValue's list of keys
  std::string listed;  // what the node itself has under the key
  for (const Attribute& attribute : ReadAttributes(node)) {
    if (attribute.value.size() > limit.bytes) {
      base::WireWriter(large).Message(2, attribute.key);
    } else if (attribute.key == limit.key) {
      listed = base::AsText(attribute.value);
    } else {
      AppendAttribute(kept, attribute.key, base::AsText(attribute.value));
    }
  }
  if (large.empty()) return std::string(base::AsText(node));
  base::WireWriter(listed).Message(1, large);
  AppendAttribute(kept, limit.key, listed);
  WireReader reader(node);
  std::string result;
  while (reader.Next()) {
    if (reader.type() != WireType::kBytes || reader.field() == 5) {
      reader.Skip();
      continue;
    }
    const std::uint32_t field = reader.field();
    const base::Bytes bytes = reader.Bytes();
    if (reader.error() == format::WireError::kOk) {
      base::WireWriter(result).Message(field, base::AsText(bytes));
    }
  }
  return result + kept;
}

GraphText::GraphText(base::Bytes graph, std::optional<AttributeLimit> limit)
    : graph_(graph), limit_(std::move(limit)), reader_(graph) {}

bool GraphText::Next(std::string& out) {
  if (done_) return false;
  const MessageSchema& schema = GraphDefSchema();
  const FieldSchema& node_field = schema.fields.front();
  while (!nodes_done_ && reader_.Next()) {
    if (reader_.tag() != FieldTag(node_field.number, WireType::kBytes)) {
      reader_.Skip();
      continue;
    }
    const base::Bytes node = reader_.Bytes();
    if (reader_.error() != format::WireError::kOk) break;
    if (limit_) {
      const std::string limited = LimitAttributes(node, *limit_);
      AppendFieldText(node_field, base::AsBytes(limited), out);
    } else {
      AppendFieldText(node_field, node, out);
    }
    return true;
  }
  nodes_done_ = true;
  done_ = true;
  AppendMessageText(schema, graph_, out, node_field.number);
  return true;
}

}  // namespace sightglass::graph
