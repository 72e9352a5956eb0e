// Any bytes as values of the headers that are taken apart, and as a target.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "serve/access_rights.h"
#include "serve/byte_range.h"
#include "serve/content_encoding.h"
#include "serve/request_target.h"
#include "serve/response_finisher.h"

namespace sightglass::serve {
namespace {

void RunRange(std::string_view text) {
  for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1000}}) {
    const ByteRange range = ParseRange(text, size);
    if (range.state != ByteRange::State::kPart) continue;
    CHECK(range.first <= range.last && range.last < size);
  }
}

void RunTarget(std::string_view text) {
  const auto plain = ReadTarget(text, "");
  const auto prefixed = ReadTarget("/p" + std::string(text), "/p");
  if (!plain.ok() || !text.starts_with('/')) return;
  // A prefix changes nothing but the root.
  CHECK(prefixed.ok() && prefixed->path == plain->path && prefixed->query == plain->query);
  CHECK(prefixed->root == "/p" + plain->root);
  CHECK(plain->redirect.empty() == plain->path.starts_with('/'));
}

void RunRest(std::string_view text) {
  AcceptsGzip(text);
  IsTextualType(text);
  IsIpAddress(HostName(text));
  if (NamesTag(text, "\"tag\"")) {
    CHECK(text.find("\"tag\"") != std::string_view::npos ||
          text.find('*') != std::string_view::npos);
  }
  const auto contents = Gunzip(text, 1 << 16);
  if (contents.ok()) CHECK(Gunzip(Gzip(*contents), contents->size()).value() == *contents);
}

}  // namespace
}  // namespace sightglass::serve

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  sightglass::serve::RunRange(text);
  sightglass::serve::RunTarget(text);
  sightglass::serve::RunRest(text);
  return 0;
}
