#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sightglass::format {

// What the Markdown parser takes too long for is not laid out but shown as it is: longer text; text
// with more "<?" and "<!" that begin no comment, since it looks for the end of each in all that
// follows; and text whose lines, times the longest row of characters that may nest lists and quotes
// at the start of one, are more, since it looks at every level again for each line.
inline constexpr std::size_t kMaxMarkdownBytes = std::size_t{256} << 10;
inline constexpr std::size_t kMaxDeclarations = 256;
inline constexpr std::size_t kMaxNestedLines = std::size_t{16} << 20;
// Tables are shown as text where a line has more than so many '|', or where lines times the '|' of
// the fullest one are more: the parser fills short rows up, and is slow with wide ones.
inline constexpr std::size_t kMaxTableColumns = 256;
inline constexpr std::size_t kMaxTableCells = std::size_t{64} << 10;

// Markdown with tables (GitHub's) as HTML that is safe in a page: it went through SanitizeHtml().
// HTML inside the text counts as far as that allows. No line break at the end; empty for empty.
//
// Bytes that are not UTF-8 become U+FFFD. NUL bytes are left out, and a comment in front tells how
// many they were, as TensorBoard does.
//
// Threads: any. Cost: about 5 microseconds for a line of text.
std::string MarkdownToSafeHtml(std::string_view markdown);

// What runs say of one tag: the description as Markdown, and the runs that have it.
using Descriptions = std::map<std::string, std::vector<std::string>, std::less<>>;

// All of them as HTML in the manner of TensorBoard: one is shown alone, of several each has a
// heading with its runs, which are sorted. Empty for none.
std::string DescriptionsToSafeHtml(const Descriptions& descriptions);

}  // namespace sightglass::format
