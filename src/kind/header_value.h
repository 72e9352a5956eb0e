#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sightglass::kind {

// The parts that values of HTTP headers are made of. None of these fails on odd input: what cannot
// be read is left out.

[[nodiscard]] bool EqualIgnoringCase(std::string_view a, std::string_view b);  // of ASCII letters
[[nodiscard]] std::string LowerCase(std::string_view text);                    // of ASCII letters
// Without blanks and tabs at both ends.
[[nodiscard]] std::string_view TrimBlanks(std::string_view text);

// "text/html" of "text/html; charset=utf-8".
[[nodiscard]] std::string_view MediaType(std::string_view content_type);

// The value of `name` in `main; name=value; other="quoted \" value"`, names in any case; nullopt if
// it does not occur. The first of several counts.
[[nodiscard]] std::optional<std::string> HeaderParameter(std::string_view value,
                                                         std::string_view name);

// The next element of a list with commas, trimmed and not empty, cut off `list`; nullopt at its
// end. Commas within quotes do not divide.
[[nodiscard]] std::optional<std::string_view> TakeListElement(std::string_view& list);

}  // namespace sightglass::kind
