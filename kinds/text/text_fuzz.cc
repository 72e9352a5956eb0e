// Any bytes as a text: the first byte chooses what is done with the rest.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/check.h"
#include "format/safe_html.h"
#include "kinds/text/text_api.h"
#include "kinds/text/text_html.h"
#include "kinds/text/text_snippet.h"

namespace sightglass::kinds {
namespace {

// A tensor to HTML, in which nothing is left to be made safe.
void Render(std::string_view bytes) {
  format::ValueView value;
  value.form = format::ValueForm::kTensor;
  value.body = base::AsBytes(bytes);
  const auto tensor = ReadTextTensor(value);
  if (!tensor.ok()) return;
  const TextCells cells = ShownCells(*tensor, {.max_cells = 64, .max_bytes = 4'096});
  CHECK(cells.cells.size() == cells.rows * cells.columns && cells.cells.size() <= 64);
  CHECK(cells.bytes <= 4'096);
  for (const TextMarkup markup : {TextMarkup::kMarkdown, TextMarkup::kHtml}) {
    std::string html = TextToSafeHtml(*tensor, cells, markup);
    // The only comment is ours, which a sanitiser leaves out.
    if (const auto at = html.find("<!--"); at != std::string::npos) {
      html.erase(at, html.find("-->", at) + 4 - at);
    }
    CHECK(format::SanitizeHtml(html) == html);
  }
}

// A query in a text, divided by the first NUL byte.
void Find(TextQuery query, std::string_view bytes) {
  const std::size_t end = bytes.find('\0');
  if (end == std::string_view::npos) return;
  query.text = bytes.substr(0, end);
  const std::string_view text = bytes.substr(end + 1);
  const auto finder = TextFinder::Make(query);
  if (!finder.ok()) return;
  const auto match = finder->Find(text);
  CHECK(match.has_value() == finder->IsIn(text));
  if (!match) return;
  CHECK(match->at + match->bytes <= text.size());
  const TextSnippet snippet = CutSnippet(text, *match);
  CHECK(snippet.text.size() <=
        3 * (kSnippetBytesBefore + kSnippetMatchBytes + kSnippetBytesAfter + 8));
  CHECK(snippet.match_at <= Utf16Units(snippet.text));
}

// A request to a route, of a server that has no runs.
void Request(std::string_view path, std::string_view body) {
  static const auto router = [] {
    auto made = std::make_unique<kind::Router>();
    AddTextApiRoutes(*made);
    return made;
  }();
  static store::RevisionLog revisions;
  static base::CancelFlag cancel;
  static base::ThreadPool pool(1);
  kind::Request request;
  request.path = path;
  request.method = kind::Method::kPost;
  request.body = body;
  auto response =
      router->Find(path)->handler(request, {.snapshot = std::make_shared<store::Snapshot>(),
                                            .revisions = revisions,
                                            .cancel = cancel,
                                            .pool = pool});
  if (!response.ok()) {
    CHECK(kind::HttpStatus(response.error().code) < 500);
    return;
  }
  if (response->source == nullptr) return;
  std::string piece;
  while (response->source->Next(piece) == kind::BodySource::State::kMore) piece.clear();
}

void Run(std::uint8_t choice, std::string_view bytes) {
  switch (choice % 7) {
    case 0:
      return Render(bytes);
    case 1:
      return Find({}, bytes);
    case 2:
      return Find({.regex = true}, bytes);
    case 3:
      return Find({.match_case = true}, bytes);
    case 4:
      return Request("/api/text/search", bytes);
    case 5:
      return Request("/api/text/values", bytes);
    default:
      return Request("/api/text/steps", bytes);
  }
}

}  // namespace
}  // namespace sightglass::kinds

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  sightglass::kinds::Run(data[0],
                         std::string_view(reinterpret_cast<const char*>(data) + 1, size - 1));
  return 0;
}
