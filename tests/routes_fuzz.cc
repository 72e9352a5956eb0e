// Any bytes as a request to any route, without a server between: "GET /path?query", or "POST
// /path?query", a line with the type of the body, and the body. Whatever is asked, the answer is no
// mistake of ours (5xx) and says what it is; errors of our API have a code.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "kind/json_reader.h"
#include "tests/all_routes.h"
#include "tests/support/memory_file_system.h"
#include "tests/support/run_builder.h"

namespace sightglass::testing {
namespace {

io::FileSystem& DemoFiles() {
  static MemoryFileSystem files;
  for (const std::string_view run : {"a", "b/\xe8\xbf\x90\xe8\xa1\x8c"}) {
    RunBuilder builder;
    builder.Version();
    for (int step = 0; step < 40; ++step) {
      builder.Scalar("loss", step % 30, static_cast<float>(step)).OldScalar("b\xff", step, 1);
    }
    builder.Text("note", 1, "text");
    files.Write("/demo/" + std::string(run) + "/events.out.tfevents.1", builder.bytes());
  }
  return files;
}

std::string_view TakeLine(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

void CheckAnswer(std::string_view path, kind::Response response) {
  CHECK(response.status >= 200 && response.status < 500);
  for (int pieces = 0; response.source != nullptr && pieces < 100; ++pieces) {
    std::string piece;
    if (response.source->Next(piece) != kind::BodySource::State::kMore) break;
  }
  if (response.status < 400 || !path.starts_with("/api/")) return;
  const auto body = kind::JsonDocument::Parse(response.body);
  CHECK(body.ok());
  const auto error = body->root().Member("error");
  CHECK(error.ok() && error->has_value() && (*error)->IsObject());
}

void Ask(std::string_view input) {
  static AllRoutes routes("/demo", DemoFiles());
  std::string_view target = TakeLine(input);
  AllRoutes::CallOptions options;
  if (target.starts_with("POST ")) {
    options.method = kind::Method::kPost;
    options.content_type = TakeLine(input);
    options.body = input;
  }
  target.remove_prefix(std::min(target.find(' ') + 1, target.size()));
  const std::string path =
      kind::PercentDecode(target.substr(0, target.find('?')), /*plus_is_blank=*/false);
  if (routes.router().Find(path) == nullptr) return;
  CheckAnswer(path, routes.Call(target, options));
}

}  // namespace
}  // namespace sightglass::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sightglass::testing::Ask({reinterpret_cast<const char*>(data), size});
  return 0;
}
