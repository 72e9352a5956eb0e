#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "format/markdown_blocks.h"
#include "format/markdown_tree.h"

namespace sightglass::format {

struct FoundLink {
  std::string_view text{};  // between the brackets
  std::string url{};
  std::optional<std::string> title{};
  std::size_t end = 0;  // past the link
};

// The link whose '[' is at `at`: "[text](url 'title')", "[text][name]", "[text][]" or "[text]";
// nullopt if none is there, or no reference has that name.
std::optional<FoundLink> FindLink(std::string_view text, std::size_t at,
                                  const MarkdownReferences& references, MarkdownBudget& budget);

// `text` with what its marks stand for in an attribute.
std::string PlainText(std::string_view text, const MarkdownPieces& pieces);

}  // namespace sightglass::format
