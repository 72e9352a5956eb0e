// Any text as text format: what is read of it, printed and read again, is printed the same.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/bytes.h"
#include "base/check.h"
#include "graph/proto_schema.h"
#include "graph/proto_text_parser.h"
#include "graph/proto_text_writer.h"

namespace sightglass::graph {
namespace {

std::string TextOf(const std::string& message) {
  std::string text;
  AppendMessageText(GraphDefSchema(), base::AsBytes(message), text);
  return text;
}

void Run(std::string_view text) {
  const ParsedProtoText first = ParseMessageText(GraphDefSchema(), text);
  const std::string printed = TextOf(first.message);
  const ParsedProtoText second = ParseMessageText(GraphDefSchema(), printed);
  CHECK(!second.error);
  CHECK(second.unknown == 0);
  CHECK(TextOf(second.message) == printed);
}

}  // namespace
}  // namespace sightglass::graph

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sightglass::graph::Run(sightglass::base::AsText(std::as_bytes(std::span(data, size))));
  return 0;
}
