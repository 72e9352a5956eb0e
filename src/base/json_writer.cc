#include "base/json_writer.h"

#include <fmt/format.h>

#include <cmath>

#include "base/number_text.h"
#include "base/utf8_text.h"

namespace sightglass::base {
namespace {

bool NeedsNoEscape(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x7F && c != '"' && c != '\\';
}

void WriteEscaped(const Utf8Char& c, std::string_view text, BufferedOutput& out) {
  if (!c.valid) {
    out.Write(fmt::format("\\\\x{:02X}", static_cast<unsigned char>(text[0])));
    return;
  }
  switch (c.code) {
    case '"':
      out.Write("\\\"");
      return;
    case '\\':
      out.Write("\\\\");
      return;
    case '\n':
      out.Write("\\n");
      return;
    case '\r':
      out.Write("\\r");
      return;
    case '\t':
      out.Write("\\t");
      return;
    default:
      break;
  }
  // DEL and the two line separators are allowed, but trip line readers and JavaScript.
  if (c.code < 0x20 || c.code == 0x7F || c.code == 0x2028 || c.code == 0x2029) {
    out.Write(fmt::format("\\u{:04x}", static_cast<std::uint32_t>(c.code)));
  } else {
    out.Write(text.substr(0, c.bytes));
  }
}

}  // namespace

void WriteJsonString(std::string_view text, BufferedOutput& out) {
  out.Put('"');
  while (!text.empty()) {
    std::size_t plain = 0;
    while (plain < text.size() && NeedsNoEscape(text[plain])) ++plain;
    out.Write(text.substr(0, plain));
    text.remove_prefix(plain);
    if (text.empty()) break;
    const Utf8Char c = DecodeUtf8(text);
    WriteEscaped(c, text, out);
    text.remove_prefix(c.bytes);
  }
  out.Put('"');
}

void WriteJsonDouble(double value, BufferedOutput& out) {
  if (std::isfinite(value)) [[likely]] {
    out.Write(NumberText(value).view());
  } else if (std::isnan(value)) {
    out.Write("\"NaN\"");
  } else {
    out.Write(value > 0 ? "\"Infinity\"" : "\"-Infinity\"");
  }
}

void JsonWriter::Separate() {
  if (comma_) out_.Put(',');
  if (break_line_) out_.Put('\n');
  comma_ = true;
  break_line_ = false;
}

void JsonWriter::Begin(char bracket) {
  Separate();
  out_.Put(bracket);
  comma_ = false;
}

void JsonWriter::End(char bracket) {
  out_.Put(bracket);
  comma_ = true;
  break_line_ = false;
}

void JsonWriter::Key(std::string_view key) {
  Separate();
  out_.Put('"');
  out_.Write(key);
  out_.Write("\":");
  comma_ = false;
}

void JsonWriter::NameKey(std::string_view key) {
  Separate();
  WriteJsonString(key, out_);
  out_.Put(':');
  comma_ = false;
}

void JsonWriter::String(std::string_view text) {
  Separate();
  WriteJsonString(text, out_);
}

void JsonWriter::Double(double value) {
  Separate();
  WriteJsonDouble(value, out_);
}

void JsonWriter::Int(std::int64_t value) {
  Separate();
  out_.Write(NumberText(value).view());
}

void JsonWriter::UInt(std::uint64_t value) {
  Separate();
  out_.Write(NumberText(value).view());
}

void JsonWriter::Bool(bool value) {
  Separate();
  out_.Write(value ? "true" : "false");
}

void JsonWriter::Null() {
  Separate();
  out_.Write("null");
}

void JsonWriter::Raw(std::string_view value) {
  Separate();
  out_.Write(value);
}

}  // namespace sightglass::base
