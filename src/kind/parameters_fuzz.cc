// Any bytes as a query and as forms. The first line is the content type of the form.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "kind/header_value.h"
#include "kind/parameters.h"

namespace sightglass::kind {
namespace {

void RunQuery(std::string_view text) {
  const std::string plain = PercentDecode(text, false);
  CHECK(plain.size() <= text.size());
  const auto parameters = Parameters::FromQuery(text);
  if (!parameters.ok()) return;
  // Written out again with every byte escaped, it reads back as the same.
  std::string again;
  for (const auto& [name, value] : parameters->items()) {
    if (!again.empty()) again += '&';
    for (const std::string_view part : {std::string_view(name), std::string_view(value)}) {
      for (const char c : part) {
        constexpr std::string_view kDigits = "0123456789abcdef";
        const auto byte = static_cast<std::uint8_t>(c);
        again += '%';
        again += kDigits[byte >> 4];
        again += kDigits[byte & 15];
      }
      if (part.data() == name.data()) again += '=';
    }
  }
  const auto second = Parameters::FromQuery(again);
  CHECK(second.ok() && second->items() == parameters->items());
}

void RunForm(std::string_view text) {
  const std::size_t line = text.find('\n');
  if (line == std::string_view::npos) return;
  const std::string_view type = text.substr(0, line);
  const std::string_view body = text.substr(line + 1);
  CHECK(MediaType(type).size() <= type.size());
  const auto form = Parameters::FromForm(type, body);
  if (!form.ok()) return;
  std::size_t bytes = 0;
  for (const auto& [name, value] : form->items()) {
    bytes += name.size() + value.size();
    CHECK(form->First(name).has_value());
  }
  CHECK(bytes <= body.size());
}

void RunList(std::string_view list) {
  std::size_t bytes = list.size();
  while (const auto element = TakeListElement(list)) {
    CHECK(!element->empty() && list.size() + element->size() <= bytes);
    bytes = list.size();
  }
  CHECK(list.empty());
}

}  // namespace
}  // namespace sightglass::kind

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  sightglass::kind::RunQuery(text);
  sightglass::kind::RunForm(text);
  sightglass::kind::RunList(text);
  return 0;
}
