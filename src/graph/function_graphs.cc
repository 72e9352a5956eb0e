#include "graph/function_graphs.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/wire_writer.h"
#include "format/wire.h"
#include "graph/attributes.h"

namespace sightglass::graph {
namespace {

using base::AsText;
using base::WireWriter;
using format::FieldTag;
using format::WireReader;
using format::WireType;

constexpr std::uint32_t MessageTag(std::uint32_t field) {
  return FieldTag(field, WireType::kBytes);
}

// The bytes of a field, of all its occurrences one after the other; that merges messages.
std::string FieldBytes(base::Bytes message, std::uint32_t field) {
  std::string bytes;
  WireReader reader(message);
  while (reader.Next()) {
    if (reader.tag() == MessageTag(field)) {
      bytes += AsText(reader.Bytes());
    } else {
      reader.Skip();
    }
  }
  return bytes;
}

std::int32_t ProducerOf(base::Bytes versions) {
  std::uint64_t producer = 0;
  WireReader reader(versions);
  while (reader.Next()) {
    if (reader.tag() == FieldTag(1, WireType::kVarint)) {
      producer = reader.Varint();
    } else {
      reader.Skip();
    }
  }
  return static_cast<std::int32_t>(producer);
}

// Copies the message field by field; `change(field, bytes, out)` writes those it knows and returns
// whether it did.
template <class Change>
std::string Rewrite(base::Bytes message, Change change) {
  std::string out;
  WireReader reader(message);
  while (reader.Next()) {
    const std::uint32_t field = reader.field();
    switch (reader.type()) {
      case WireType::kBytes: {
        const base::Bytes bytes = reader.Bytes();
        if (reader.error() != format::WireError::kOk) break;
        if (!change(field, AsText(bytes), out)) WireWriter(out).Message(field, AsText(bytes));
        break;
      }
      case WireType::kVarint: {
        const std::uint64_t number = reader.Varint();
        if (reader.error() == format::WireError::kOk) WireWriter(out).Varint(field, number);
        break;
      }
      default:
        reader.Skip();
    }
  }
  return out;
}

// A message whose field is a name that gets a prefix; all other fields stay.
std::string Prefixed(base::Bytes message, std::uint32_t name_field, std::string_view prefix) {
  bool named = false;
  std::string out =
      Rewrite(message, [&](std::uint32_t field, std::string_view bytes, std::string& to) {
        if (field != name_field) return false;
        named = true;
        WireWriter(to).Message(field, fmt::format("{}{}", prefix, bytes));
        return true;
      });
  if (!named) WireWriter(out).Message(name_field, prefix);  // a name that is empty
  return out;
}

// The attribute "f" of a PartitionedCall names the function that it calls.
std::string PrefixedCall(std::string_view entry, std::string_view prefix) {
  if (FieldBytes(base::AsBytes(entry), 1) != "f") return std::string(entry);
  return Rewrite(
      base::AsBytes(entry), [&](std::uint32_t field, std::string_view value, std::string& to) {
        if (field != 2) return false;
        WireWriter(to).Message(
            2, Rewrite(base::AsBytes(value), [&](std::uint32_t member, std::string_view function,
                                                 std::string& inner) {
              if (member != 10) return false;
              WireWriter(inner).Message(10, Prefixed(base::AsBytes(function), 1, prefix));
              return true;
            }));
        return true;
      });
}

std::string PrefixedNode(base::Bytes node, std::string_view node_prefix,
                         std::string_view function_prefix) {
  const bool is_call = FieldBytes(node, 2) == "PartitionedCall";
  return Rewrite(node, [&](std::uint32_t field, std::string_view bytes, std::string& to) {
    if (field == 1 || field == 3) {
      WireWriter(to).Message(field, fmt::format("{}{}", node_prefix, bytes));
      return true;
    }
    if (field != 5 || !is_call) return false;
    WireWriter(to).Message(5, PrefixedCall(bytes, function_prefix));
    return true;
  });
}

void AppendLibrary(base::Bytes library, std::string_view prefix, std::string& out) {
  WireReader reader(library);
  while (reader.Next()) {
    if (reader.tag() == MessageTag(1)) {
      const base::Bytes function = reader.Bytes();
      WireWriter(out).Message(
          1, Rewrite(function, [&](std::uint32_t field, std::string_view bytes, std::string& to) {
            if (field != 1) return false;
            WireWriter(to).Message(1, Prefixed(base::AsBytes(bytes), 1, prefix));
            return true;
          }));
    } else if (reader.tag() == MessageTag(2)) {
      const std::string named = Prefixed(reader.Bytes(), 1, prefix);
      WireWriter(out).Message(2, Prefixed(base::AsBytes(named), 2, prefix));
    } else {
      reader.Skip();
    }
  }
}

}  // namespace

base::Result<std::string> MergeFunctionGraphs(base::Bytes run_metadata) {
  std::vector<std::string> graphs;
  WireReader reader(run_metadata);
  while (reader.Next()) {
    if (reader.tag() != MessageTag(4)) {
      reader.Skip();
      continue;
    }
    graphs.push_back(FieldBytes(reader.Bytes(), 2));
  }
  if (reader.error() != format::WireError::kOk) {
    return base::Error{base::ErrorCode::kInvalidArgument,
                       fmt::format("no RunMetadata: {}", format::WireErrorText(reader.error()))};
  }
  if (graphs.empty()) return std::string();
  if (graphs.size() == 1) return std::move(graphs.front());

  std::string nodes;
  std::string library;
  const std::string versions = FieldBytes(base::AsBytes(graphs.front()), 4);
  const std::int32_t producer = ProducerOf(base::AsBytes(versions));
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    const base::Bytes graph = base::AsBytes(graphs[i]);
    const std::string own = FieldBytes(graph, 4);
    if (const std::int32_t other = ProducerOf(base::AsBytes(own)); other != producer) {
      return base::Error{
          base::ErrorCode::kInvalidArgument,
          fmt::format("graphs of versions {} and {} cannot be merged", producer, other)};
    }
    const std::string node_prefix = fmt::format("graph_{}/", i + 1);
    const std::string function_prefix = fmt::format("graph_{}_", i + 1);
    WireReader fields(graph);
    while (fields.Next()) {
      if (fields.tag() == MessageTag(1)) {
        WireWriter(nodes).Message(1, PrefixedNode(fields.Bytes(), node_prefix, function_prefix));
      } else if (fields.tag() == MessageTag(2)) {
        AppendLibrary(fields.Bytes(), function_prefix, library);
      } else {
        fields.Skip();
      }
    }
    graphs[i] = {};  // what is merged need not be held twice
  }
  if (!library.empty()) WireWriter(nodes).Message(2, library);
  if (producer != 0) WireWriter(nodes).Message(4, versions);
  return nodes;
}

}  // namespace sightglass::graph
