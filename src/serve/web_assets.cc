#include "serve/web_assets.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "base/hash.h"

namespace sightglass::serve {
namespace {

using kind::Request;
using kind::RequestContext;
using kind::Response;

constexpr std::string_view kDoctype = "<!doctype html>";
constexpr std::string_view kPage = "index.html";
constexpr std::string_view kHashedNames = "assets/";

std::string_view ContentType(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kTypes = {
      {{".css", "text/css; charset=utf-8"},
       {".html", "text/html; charset=utf-8"},
       {".ico", "image/x-icon"},
       {".js", "text/javascript; charset=utf-8"},
       {".json", "application/json"},
       {".map", "application/json"},
       {".png", "image/png"},
       {".svg", "image/svg+xml; charset=utf-8"},
       {".wasm", "application/wasm"},
       {".woff2", "font/woff2"}}};
  for (const auto& [ending, type] : kTypes) {
    if (name.ends_with(ending)) return type;
  }
  return "application/octet-stream";
}

// Weak, since the same file goes out compressed and not.
std::string EntityTag(std::string_view bytes) {
  return fmt::format("W/\"{:016x}\"", base::HashBytes(bytes));
}

// Where the root of the server lies, seen from the page: pages of TensorBoard's looked for that in
// a meta element, and with no prefix were told "." even below /experiment/ID, which stands for the
// root.
std::string_view RelativeRoot(std::string_view root) {
  constexpr std::string_view kExperiment = "/experiment/";
  const std::size_t at = root.rfind(kExperiment);
  const bool is_experiment = at != std::string_view::npos && at != 0 &&
                             root.find('/', at + kExperiment.size()) == std::string_view::npos;
  return is_experiment ? "../.." : ".";
}

void AddFile(std::string path, kind::Handler handler, kind::Router& router) {
  router.Add({.path = std::move(path),
              .handler = std::move(handler),
              .methods = {kind::Method::kGet},
              .errors = kind::ErrorStyle::kTensorboard,
              .work = kind::Work::kQuick,
              .freshness = kind::Freshness::kNever});
}

base::Result<Response> AnswerPage(std::string_view rest, const Request& request) {
  Response response =
      kind::HtmlResponse(200, fmt::format("{}<meta name=\"tb-relative-root\" content=\"{}/\">{}",
                                          kDoctype, RelativeRoot(request.root), rest));
  response.headers.emplace_back("ETag", EntityTag(response.body));
  return response;
}

base::Result<Response> AnswerFile(const BundledFile& file) {
  Response response;
  response.content_type = ContentType(file.path);
  response.body = file.bytes;
  if (file.gzip) response.headers.emplace_back("Content-Encoding", "gzip");
  response.immutable = file.path.starts_with(kHashedNames);
  if (!response.immutable) response.headers.emplace_back("ETag", EntityTag(file.bytes));
  return response;
}

}  // namespace

void AddWebRoutes(std::span<const BundledFile> bundle, kind::Router& router) {
  for (const BundledFile& file : bundle) {
    if (file.path != kPage) {
      AddFile(
          fmt::format("/{}", file.path),
          [file](const Request&, const RequestContext&) { return AnswerFile(file); }, router);
      continue;
    }
    CHECK(!file.gzip && file.bytes.size() > kDoctype.size());
    const std::string_view rest = file.bytes.substr(kDoctype.size());
    for (const char* path : {"/", "/index.html"}) {
      AddFile(
          path,
          [rest](const Request& request, const RequestContext&) {
            return AnswerPage(rest, request);
          },
          router);
    }
  }
}

}  // namespace sightglass::serve
