#pragma once

#include <cstdint>
#include <string>

#include "base/bytes.h"
#include "graph/proto_schema.h"

namespace sightglass::graph {

// Appends a message in protobuf's text format, the same bytes that protobuf's Python library
// prints: fields by number, entries of a map by key, the highest first, two blanks an indent.
// Fields that `schema` does not have are left out; of what is not protobuf, what stands before.
// `without_field` is left out, too; 0: none.
void AppendMessageText(const MessageSchema& schema, base::Bytes message, std::string& out,
                       std::uint32_t without_field = 0);

// One field of a message, which is a message itself: "node {\n  ...\n}\n".
void AppendFieldText(const FieldSchema& field, base::Bytes message, std::string& out);

}  // namespace sightglass::graph
