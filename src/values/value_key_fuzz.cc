// Any text as the parameters of one value, and as a token: what is taken reads back the same.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "values/value_key.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sightglass;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto key = values::UnpackKey(text); key.ok()) {
    CHECK(*values::UnpackKey(values::PackKey(*key)) == *key);
  }
  const auto parameters = kind::Parameters::FromQuery(text);
  if (!parameters.ok()) return 0;
  if (const auto key = values::ValueKeyFromParameters(*parameters); key.ok()) {
    const auto again = kind::Parameters::FromQuery(values::ValueKeyQuery(*key));
    CHECK(again.ok() && *values::ValueKeyFromParameters(*again) == *key);
    CHECK(*values::UnpackKey(values::PackKey(*key)) == *key);
  }
  return 0;
}
