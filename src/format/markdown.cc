#include "format/markdown.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "format/markdown_blocks.h"
#include "format/markdown_inline.h"
#include "format/markdown_lines.h"
#include "format/markdown_source.h"
#include "format/markdown_tree.h"
#include "format/safe_html.h"

namespace sightglass::format {
namespace {

// The tree as HTML, with line breaks where TensorBoard has them.
class TreeWriter {
 public:
  TreeWriter(const MarkdownReferences& references, MarkdownPieces& pieces, MarkdownBudget& budget)
      : references_(references), pieces_(pieces), budget_(budget) {}

  std::string Run(const MarkdownNode& root) {
    for (const auto& child : root.children) Write(*child);
    return ExpandMarks(html_, pieces_, budget_);
  }

 private:
  void Write(const MarkdownNode& node) {
    if (budget_.spent()) return;
    if (node.tag == "p" && node.children.empty()) {
      WriteParagraph(node);
    } else {
      html_ += '<' + node.tag + '>';
      WriteInside(node);
      if (node.tag != "hr") html_ += "</" + node.tag + '>';
    }
    if (TrimSpace(node.tail).empty()) {
      if (IsBlockTag(node.tag)) html_ += '\n';
    } else {
      html_ += InlineToHtml(node.tail, references_, pieces_, budget_);
    }
  }

  void WriteInside(const MarkdownNode& node) {
    if (node.is_literal) {
      html_ += TrimSpaceRight(node.text);
      html_ += '\n';
      return;
    }
    if (!TrimSpace(node.text).empty()) {
      html_ += InlineToHtml(node.text, references_, pieces_, budget_);
    } else if (!node.children.empty() && node.tag != "pre" && IsBlockTag(node.children[0]->tag)) {
      html_ += '\n';
    }
    for (const auto& child : node.children) Write(*child);
  }

  // A block of HTML that is all that a paragraph holds stands alone.
  void WriteParagraph(const MarkdownNode& node) {
    const std::string html = InlineToHtml(node.text, references_, pieces_, budget_);
    const auto [piece, bytes] = pieces_.At(html);
    const bool is_alone = piece != nullptr && bytes == html.size() && piece->is_block;
    html_ += is_alone ? html : "<p>" + html + "</p>";
  }

  const MarkdownReferences& references_;
  MarkdownPieces& pieces_;
  MarkdownBudget& budget_;
  std::string html_;
};

// nullopt if it would take too long.
std::optional<std::string> Render(std::string_view markdown) {
  MarkdownBudget budget(kMaxMarkdownWork);
  MarkdownPieces pieces;
  const std::string source = PrepareMarkdown(markdown, pieces, budget);
  const MarkdownDocument document = ParseMarkdownBlocks(source, budget);
  std::string html = TreeWriter(document.references, pieces, budget).Run(document.root);
  if (budget.spent()) return std::nullopt;
  return html;
}

}  // namespace

RenderedMarkdown RenderMarkdown(std::string_view markdown) {
  if (markdown.empty()) return {};
  CleanedText cleaned = CleanText(markdown);
  RenderedMarkdown rendered{.nul_bytes = cleaned.nul_bytes};
  std::optional<std::string> html;
  if (TrimSpace(cleaned.text).empty()) return rendered;
  if (cleaned.text.size() <= kMaxMarkdownBytes) html = Render(cleaned.text);
  rendered.html = html ? SanitizeHtml(TrimSpace(*html))
                       : fmt::format("<pre>{}</pre>", EscapeHtml(cleaned.text));
  return rendered;
}

std::string NulBytesWarning(std::size_t nul_bytes) {
  if (nul_bytes == 0) return {};
  return fmt::format(
      "<!-- WARNING: discarded {} null bytes in markdown string after UTF-8 decoding -->\n",
      nul_bytes);
}

std::string MarkdownToSafeHtml(std::string_view markdown) {
  const RenderedMarkdown rendered = RenderMarkdown(markdown);
  return NulBytesWarning(rendered.nul_bytes) + rendered.html;
}

std::string DescriptionsToSafeHtml(const Descriptions& descriptions) {
  if (descriptions.empty()) return {};
  if (descriptions.size() == 1) return MarkdownToSafeHtml(descriptions.begin()->first);
  std::string all = "# Multiple descriptions\n";
  for (const auto& [description, runs] : descriptions) {
    std::vector<std::string> sorted = runs;
    std::ranges::sort(sorted);
    all += fmt::format("## For {}: {}\n{}\n", sorted.size() == 1 ? "run" : "runs",
                       fmt::join(sorted, ", "), description);
  }
  return MarkdownToSafeHtml(all);
}

}  // namespace sightglass::format
