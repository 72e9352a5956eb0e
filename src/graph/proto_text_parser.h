#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "graph/proto_schema.h"

namespace sightglass::graph {

struct ParsedProtoText {
  std::string message;     // as bytes on the wire
  std::size_t fields = 0;  // known ones of the outermost message
  std::size_t unknown =
      0;  // fields of any message that the schema does not have; they are left out
  // Where the text stopped being text format; the fields before it are in `message`.
  std::optional<base::Error> error;
};

// Reads protobuf's text format: what AppendMessageText() writes, and whatever else people write by
// hand (comments, lists in brackets, messages in angles, numbers of base 8 and 16).
ParsedProtoText ParseMessageText(const MessageSchema& schema, std::string_view text);

}  // namespace sightglass::graph
