#include "kind/header_value.h"

#include <algorithm>
#include <cstddef>

namespace sightglass::kind {
namespace {

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Where `divider` stands in `text` outside quotes, or its size.
std::size_t FindUnquoted(std::string_view text, char divider) {
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') quoted = !quoted;
    if (quoted && text[i] == '\\') ++i;
    if (i < text.size() && !quoted && text[i] == divider) return i;
  }
  return text.size();
}

std::string Unquote(std::string_view text) {
  if (!text.starts_with('"')) return std::string(text);
  std::string plain;
  for (std::size_t i = 1; i < text.size() && text[i] != '"'; ++i) {
    // Only these two are escaped in practice; file names of Windows come with bare backslashes.
    const bool escape =
        text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\');
    if (escape) ++i;
    plain.push_back(text[i]);
  }
  return plain;
}

}  // namespace

bool EqualIgnoringCase(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return Lower(x) == Lower(y); });
}

std::string LowerCase(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), Lower);
  return lower;
}

std::string_view TrimBlanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string_view MediaType(std::string_view content_type) {
  return TrimBlanks(content_type.substr(0, content_type.find(';')));
}

std::optional<std::string> HeaderParameter(std::string_view value, std::string_view name) {
  value.remove_prefix(FindUnquoted(value, ';'));
  while (!value.empty()) {
    value.remove_prefix(1);  // the ';'
    const std::size_t end = FindUnquoted(value, ';');
    const std::string_view item = value.substr(0, end);
    value.remove_prefix(end);
    const std::size_t equals = item.find('=');
    if (equals == std::string_view::npos) continue;
    if (EqualIgnoringCase(TrimBlanks(item.substr(0, equals)), name)) {
      return Unquote(TrimBlanks(item.substr(equals + 1)));
    }
  }
  return std::nullopt;
}

std::optional<std::string_view> TakeListElement(std::string_view& list) {
  while (!list.empty()) {
    const std::size_t end = FindUnquoted(list, ',');
    const std::string_view element = TrimBlanks(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
    if (!element.empty()) return element;
  }
  return std::nullopt;
}

}  // namespace sightglass::kind
