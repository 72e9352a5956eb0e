// Any bytes as the body of a request: parse them and look at every value as everything.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "base/text.h"
#include "kind/json_reader.h"

namespace sightglass::kind {
namespace {

void Look(const JsonValue& value) {
  if (const auto text = value.AsString(); text.ok()) CHECK(base::IsUtf8(*text));
  if (const auto number = value.AsDouble(); number.ok()) CHECK(std::isfinite(*number));
  if (const auto number = value.AsInt(); number.ok()) CHECK(value.AsDouble().ok());
  if (const auto number = value.AsUInt(); number.ok()) CHECK(value.AsDouble().ok());
  static_cast<void>(value.AsBool().ok());
  static_cast<void>(value.AllowOnly({"a", "width"}).ok());
  if (const auto member = value.Member("a"); member.ok() && member->has_value()) Look(**member);
  if (const auto items = value.AsArray(1000); items.ok()) {
    for (const JsonValue& item : *items) Look(item);
  }
}

}  // namespace
}  // namespace sightglass::kind

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto document = sightglass::kind::JsonDocument::Parse(
      std::string_view(reinterpret_cast<const char*>(data), size));
  if (document.ok()) sightglass::kind::Look(document->root());
  return 0;
}
