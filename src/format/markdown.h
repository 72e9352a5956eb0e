#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sightglass::format {

// Longer text is not laid out but shown as it is; and so is text that would take too long, because
// it makes the reader look at the same bytes again and again: that counts bytes that are looked at.
inline constexpr std::size_t kMaxMarkdownBytes = std::size_t{256} << 10;
inline constexpr std::size_t kMaxMarkdownWork = std::size_t{16} << 20;

// Markdown with tables and fenced code as HTML that is safe in a page: it went through
// SanitizeHtml(). The dialect is the one that TensorBoard reads, which is older than CommonMark.
// HTML inside the text counts as far as that allows. No line break at the end; empty for empty.
//
// Bytes that are not UTF-8 become U+FFFD. NUL bytes are left out, and a comment in front tells how
// many they were, as TensorBoard does.
//
// Threads: any. Cost: about 5 microseconds for a line of text.
std::string MarkdownToSafeHtml(std::string_view markdown);

// The same in two parts, for pages made of several texts: they are told of once.
struct RenderedMarkdown {
  std::string html{};
  std::size_t nul_bytes = 0;  // that were left out
};
RenderedMarkdown RenderMarkdown(std::string_view markdown);
// The comment in front; empty for 0.
std::string NulBytesWarning(std::size_t nul_bytes);

// What runs say of one tag: the description as Markdown, and the runs that have it.
using Descriptions = std::map<std::string, std::vector<std::string>, std::less<>>;

// All of them as HTML in the manner of TensorBoard: one is shown alone, of several each has a
// heading with its runs, which are sorted. Empty for none.
std::string DescriptionsToSafeHtml(const Descriptions& descriptions);

}  // namespace sightglass::format
