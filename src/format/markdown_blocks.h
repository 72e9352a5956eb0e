#pragma once

#include <map>
#include <string>
#include <string_view>

#include "format/markdown_tree.h"

namespace sightglass::format {

struct MarkdownReference {
  std::string url{};
  std::string title{};
};
using MarkdownReferences = std::map<std::string, MarkdownReference, std::less<>>;

struct MarkdownDocument {
  MarkdownNode root{};
  MarkdownReferences references{};  // by name in lower case
};

// The blocks of a text that PrepareMarkdown() made ready. The dialect is that of John Gruber's
// Markdown as TensorBoard reads it: blank lines divide blocks, lists are nested by four blanks, and
// items of lists may differ in their marks.
MarkdownDocument ParseMarkdownBlocks(std::string_view text, MarkdownBudget& budget);

}  // namespace sightglass::format
