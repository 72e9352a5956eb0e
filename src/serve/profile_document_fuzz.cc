// Any bytes as the file of a profile, and what follows its first zero byte as a patch on it: what
// is accepted stays readable, and what is refused changes nothing.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "serve/profile_document.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using sightglass::serve::ProfileDocument;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t zero = bytes.find('\0');
  const std::string_view patch =
      zero == std::string_view::npos ? std::string_view("{}") : bytes.substr(zero + 1);
  auto parsed = ProfileDocument::Parse(bytes.substr(0, zero));
  ProfileDocument document = parsed.ok() ? *std::move(parsed) : ProfileDocument();
  const std::string before = document.Text();
  const bool is_merged = document.Merge(patch, 1).ok();
  const std::string text = document.Text();
  if (!is_merged) CHECK(text == before);
  const auto again = ProfileDocument::Parse(text);
  CHECK(again.ok());
  CHECK(again->Text() == text);
  return 0;
}
