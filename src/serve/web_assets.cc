#include "serve/web_assets.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "base/hash.h"
#include "generated/overview_page.h"

namespace sightglass::serve {
namespace {

constexpr std::string_view kDoctype = "<!doctype html>";

std::string_view BaseName(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string_view ContentType(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kTypes = {
      {{".css", "text/css; charset=utf-8"},
       {".js", "text/javascript; charset=utf-8"},
       {".svg", "image/svg+xml; charset=utf-8"}}};
  for (const auto& [ending, type] : kTypes) {
    if (name.ends_with(ending)) return type;
  }
  return "application/octet-stream";
}

// What stands for the contents in a URL, so that a browser need never ask for the file again and
// yet gets a new one with a new version of the program.
std::string ContentHash(std::string_view bytes) {
  return fmt::format("{:016x}", base::HashBytes(bytes));
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

void AddPage(const std::string& page, kind::Router& router) {
  for (const char* path : {"/", "/index.html"}) {
    router.Add({.path = path,
                .handler = [page](const kind::Request& request,
                                  const kind::RequestContext&) -> base::Result<kind::Response> {
                  return kind::HtmlResponse(
                      200, fmt::format("{}<meta name=\"tb-relative-root\" content=\"{}/\">{}",
                                       kDoctype, RelativeRoot(request.root), page));
                },
                .methods = {kind::Method::kGet},
                .errors = kind::ErrorStyle::kTensorboard,
                .work = kind::Work::kQuick,
                .freshness = kind::Freshness::kNever});
  }
}

void AddAsset(const base::EmbeddedFile& file, std::string hash, kind::Router& router) {
  const std::string_view name = BaseName(file.path);
  router.Add({.path = fmt::format("/{}", name),
              .handler = [bytes = file.bytes, type = ContentType(name), hash = std::move(hash)](
                             const kind::Request& request,
                             const kind::RequestContext&) -> base::Result<kind::Response> {
                kind::Response response;
                response.content_type = type;
                response.body = bytes;
                response.immutable = request.query.First("v") == hash;
                return response;
              },
              .methods = {kind::Method::kGet},
              .errors = kind::ErrorStyle::kTensorboard,
              .work = kind::Work::kQuick,
              .freshness = kind::Freshness::kNever});
}

}  // namespace

void AddWebRoutes(kind::Router& router) {
  std::string page;
  for (const base::EmbeddedFile& file : embedded::overview_page()) {
    if (file.path.ends_with(".html")) page = file.bytes;
  }
  CHECK(page.starts_with(kDoctype));
  page.erase(0, kDoctype.size());
  for (const base::EmbeddedFile& file : embedded::overview_page()) {
    if (file.path.ends_with(".html")) continue;
    std::string hash = ContentHash(file.bytes);
    const std::string link = fmt::format("\"{}\"", BaseName(file.path));
    const std::size_t at = page.find(link);
    CHECK(at != std::string::npos);
    page.replace(at, link.size(), fmt::format("\"{}?v={}\"", BaseName(file.path), hash));
    AddAsset(file, std::move(hash), router);
  }
  AddPage(page, router);
}

}  // namespace sightglass::serve
