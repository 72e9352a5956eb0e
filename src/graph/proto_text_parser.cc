#include "graph/proto_text_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <limits>
#include <system_error>

#include "base/text.h"
#include "base/utf8_text.h"
#include "base/wire_writer.h"
#include "format/wire.h"

namespace sightglass::graph {
namespace {

using base::WireWriter;

bool IsWordByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool IsDigit(char c, int base) {
  if (base == 8) return c >= '0' && c <= '7';
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

class TextParser {
 public:
  TextParser(const MessageSchema& schema, std::string_view text) : schema_(schema), text_(text) {}

  ParsedProtoText Parse();

 private:
  bool Fields(const MessageSchema* schema, char closing, int depth, std::string& out);
  bool Field(const MessageSchema* schema, int depth, std::string& out);
  bool List(const FieldSchema* field, int depth, std::string& out);
  bool Value(const FieldSchema* field, int depth, std::string& out);
  bool Message(const MessageSchema* schema, int depth, std::string& out);
  bool Scalar(const FieldSchema& field, std::string& out);
  bool Number(const FieldSchema& field, std::string& out);
  bool FloatNumber(double& number);
  bool Quoted(std::string& text);
  bool Escape(std::string& text);
  bool SkipScalar();
  void SkipBlanks();
  std::string_view Word();
  [[nodiscard]] bool AtEnd() const { return at_ >= text_.size(); }
  [[nodiscard]] char Here() const { return AtEnd() ? '\0' : text_[at_]; }
  bool Take(char c) {
    if (Here() != c || AtEnd()) return false;
    ++at_;
    SkipBlanks();
    return true;
  }
  bool Fail(std::string_view expected);

  const MessageSchema& schema_;
  std::string_view text_;
  std::size_t at_ = 0;
  ParsedProtoText result_;
};

ParsedProtoText TextParser::Parse() {
  SkipBlanks();
  std::size_t whole = 0;
  while (!AtEnd()) {
    const std::size_t before = result_.unknown;
    if (!Field(&schema_, 0, result_.message)) break;
    if (result_.message.size() > whole || result_.unknown == before) ++result_.fields;
    whole = result_.message.size();
  }
  result_.message.resize(whole);
  return std::move(result_);
}

bool TextParser::Fail(std::string_view expected) {
  if (result_.error) return false;
  const std::string_view before = text_.substr(0, std::min(at_, text_.size()));
  const auto line = 1 + std::ranges::count(before, '\n');
  const std::size_t begin =
      before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  const std::string found =
      AtEnd() ? "the end" : "'" + base::EscapeForDisplay(text_.substr(at_, 20), 30) + "'";
  result_.error = base::Error{base::ErrorCode::kInvalidArgument,
                              fmt::format("line {}, column {}: {} expected, not {}", line,
                                          before.size() - begin + 1, expected, found)};
  return false;
}

void TextParser::SkipBlanks() {
  while (!AtEnd()) {
    const char c = text_[at_];
    if (c == '#') {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (c == ' ' || (c >= '\t' && c <= '\r')) {
      ++at_;
    } else {
      return;
    }
  }
}

std::string_view TextParser::Word() {
  const std::size_t begin = at_;
  while (!AtEnd() && IsWordByte(text_[at_])) ++at_;
  const std::string_view word = text_.substr(begin, at_ - begin);
  SkipBlanks();
  return word;
}

// `schema` is nullptr within what is not known.
bool TextParser::Fields(const MessageSchema* schema, char closing, int depth, std::string& out) {
  while (!Take(closing)) {
    if (AtEnd()) return Fail(fmt::format("'{}'", closing));
    if (!Field(schema, depth, out)) return false;
  }
  return true;
}

bool TextParser::Field(const MessageSchema* schema, int depth, std::string& out) {
  const FieldSchema* field = nullptr;
  if (Take('[')) {  // the name of an extension, or of a type
    at_ = std::min(text_.find(']', at_), text_.size());
    if (!Take(']')) return Fail("']'");
  } else {
    const std::string_view name = Word();
    if (name.empty()) return Fail("the name of a field");
    if (schema != nullptr) field = schema->Find(name);
  }
  const bool colon = Take(':');
  if (Here() == '[') {
    if (!List(field, depth, out)) return false;
  } else if (Here() == '{' || Here() == '<') {
    if (!Value(field, depth, out)) return false;
  } else if (!colon) {
    return Fail("':' or '{'");
  } else if (!Value(field, depth, out)) {
    return false;
  }
  if (!Take(',')) Take(';');
  if (field == nullptr) ++result_.unknown;
  return true;
}

bool TextParser::List(const FieldSchema* field, int depth, std::string& out) {
  Take('[');
  if (Take(']')) return true;
  do {
    if (!Value(field, depth, out)) return false;
  } while (Take(','));
  return Take(']') || Fail("',' or ']'");
}

bool TextParser::Value(const FieldSchema* field, int depth, std::string& out) {
  const bool is_message = Here() == '{' || Here() == '<';
  if (field == nullptr) {
    std::string ignored;
    return is_message ? Message(nullptr, depth, ignored) : SkipScalar();
  }
  if (is_message != (field->type == FieldType::kMessage)) {
    return Fail(is_message ? "a value" : "'{'");
  }
  if (!is_message) return Scalar(*field, out);
  std::string message;
  if (!Message(field->message, depth, message)) return false;
  WireWriter(out).Message(field->number, message);
  return true;
}

bool TextParser::Message(const MessageSchema* schema, int depth, std::string& out) {
  if (depth >= format::kMaxNesting) return Fail("messages nested less deeply");
  const char closing = Here() == '{' ? '}' : '>';
  Take(Here());
  return Fields(schema, closing, depth + 1, out);
}

bool TextParser::SkipScalar() {
  std::string ignored;
  if (Here() == '"' || Here() == '\'') return Quoted(ignored);
  const std::size_t begin = at_;
  while (!AtEnd() &&
         (IsWordByte(text_[at_]) || text_[at_] == '-' || text_[at_] == '+' || text_[at_] == '.')) {
    ++at_;
  }
  if (at_ == begin) return Fail("a value");
  SkipBlanks();
  return true;
}

bool TextParser::Scalar(const FieldSchema& field, std::string& out) {
  switch (field.type) {
    case FieldType::kString:
    case FieldType::kBytes: {
      std::string text;
      if (!Quoted(text)) return false;
      WireWriter(out).Message(field.number, text);
      return true;
    }
    case FieldType::kFloat:
    case FieldType::kDouble: {
      double number = 0;
      if (!FloatNumber(number)) return false;
      if (field.type == FieldType::kFloat) {
        WireWriter(out).Float(field.number, static_cast<float>(number));
      } else {
        WireWriter(out).Double(field.number, number);
      }
      return true;
    }
    case FieldType::kEnum:
      if (Here() != '-' && !(Here() >= '0' && Here() <= '9')) {
        const std::size_t begin = at_;
        const auto number = field.names->Find(Word());
        if (!number) {
          at_ = begin;
          return Fail("a name of this enumeration");
        }
        WireWriter(out).Varint(field.number, static_cast<std::uint64_t>(std::int64_t{*number}));
        return true;
      }
      return Number(field, out);
    case FieldType::kBool: {
      const std::size_t begin = at_;
      const std::string_view word = Word();
      const bool yes = word == "true" || word == "True" || word == "t" || word == "1";
      if (!yes && word != "false" && word != "False" && word != "f" && word != "0") {
        at_ = begin;
        return Fail("true or false");
      }
      WireWriter(out).Varint(field.number, yes ? 1 : 0);
      return true;
    }
    default:
      return Number(field, out);
  }
}

bool TextParser::Number(const FieldSchema& field, std::string& out) {
  const std::size_t begin = at_;
  const bool negative = Take('-');
  std::string_view digits = Word();
  int base = 10;
  if (digits.starts_with("0x") || digits.starts_with("0X")) {
    base = 16;
    digits.remove_prefix(2);
  } else if (digits.size() > 1 && digits.front() == '0') {
    base = 8;
  }
  std::uint64_t number = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, number, base);
  const bool is_signed = field.type == FieldType::kInt32 || field.type == FieldType::kInt64 ||
                         field.type == FieldType::kEnum;
  const bool is_long = field.type == FieldType::kInt64 || field.type == FieldType::kUint64 ||
                       field.type == FieldType::kFixed64;
  const std::uint64_t positive = ~std::uint64_t{0} >> ((is_long ? 0 : 32) + (is_signed ? 1 : 0));
  const std::uint64_t most = negative ? (is_signed ? positive + 1 : 0) : positive;
  if (error != std::errc() || stop != end || digits.empty() || number > most) {
    at_ = begin;
    return Fail("a whole number");
  }
  if (negative) number = ~number + 1;
  if (field.type == FieldType::kFixed64) {
    WireWriter(out).Double(field.number, std::bit_cast<double>(number));
  } else {
    WireWriter(out).Varint(field.number, number);
  }
  return true;
}

bool TextParser::FloatNumber(double& number) {
  const std::size_t begin = at_;
  const bool negative = Take('-');
  const std::size_t digits = at_;
  while (!AtEnd() && (IsWordByte(text_[at_]) || text_[at_] == '.' ||
                      ((text_[at_] == '-' || text_[at_] == '+') &&
                       (text_[at_ - 1] == 'e' || text_[at_ - 1] == 'E')))) {
    ++at_;
  }
  std::string_view word = text_.substr(digits, at_ - digits);
  SkipBlanks();
  const bool is_word = word == "inf" || word == "infinity" || word == "nan" || word == "Infinity";
  if (!is_word && (word.ends_with('f') || word.ends_with('F'))) word.remove_suffix(1);
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, number);
  if (error == std::errc::result_out_of_range && stop == end) {
    // Too large, or too small: protobuf takes what is nearest.
    const bool small =
        word.find("e-") != std::string_view::npos || word.find("E-") != std::string_view::npos;
    number = small ? 0 : std::numeric_limits<double>::infinity();
  } else if (error != std::errc() || stop != end) {
    at_ = begin;
    return Fail("a number");
  }
  if (negative) number = -number;
  return true;
}

// One or more strings, which are one.
bool TextParser::Quoted(std::string& text) {
  if (Here() != '"' && Here() != '\'') return Fail("a string");
  while (Here() == '"' || Here() == '\'') {
    const char quote = text_[at_++];
    while (Here() != quote) {
      if (AtEnd() || Here() == '\n') return Fail(fmt::format("{}", quote));
      if (Here() == '\\') {
        if (!Escape(text)) return false;
      } else {
        text += text_[at_++];
      }
    }
    ++at_;
    SkipBlanks();
  }
  return true;
}

bool TextParser::Escape(std::string& text) {
  static constexpr std::string_view kNames = "abfnrtv\\'\"?";
  static constexpr std::string_view kMeanings = "\a\b\f\n\r\t\v\\'\"?";
  const std::size_t begin = at_++;
  const char c = Here();
  if (const std::size_t known = kNames.find(c); known != std::string_view::npos && !AtEnd()) {
    text += kMeanings[known];
    ++at_;
    return true;
  }
  int base = 8;
  std::size_t most = 3;
  if (c == 'x' || c == 'X' || c == 'u' || c == 'U') {
    base = 16;
    most = c == 'u' ? 4 : c == 'U' ? 8 : 2;
    ++at_;
  }
  const std::size_t digits = at_;
  while (at_ - digits < most && !AtEnd() && IsDigit(text_[at_], base)) ++at_;
  std::uint32_t number = 0;
  const auto [stop, error] =
      std::from_chars(text_.data() + digits, text_.data() + at_, number, base);
  if (at_ == digits || error != std::errc() || (c != 'u' && c != 'U' && number > 0xFF)) {
    at_ = begin;
    return Fail("an escape that is known");
  }
  if (c == 'u' || c == 'U') {
    base::AppendUtf8(static_cast<char32_t>(number), text);
  } else {
    text += static_cast<char>(number);
  }
  return true;
}

}  // namespace

ParsedProtoText ParseMessageText(const MessageSchema& schema, std::string_view text) {
  return TextParser(schema, text).Parse();
}

}  // namespace sightglass::graph
