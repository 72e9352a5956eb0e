#include "writer/projector_config.h"

#include <algorithm>
#include <cctype>

#include "writer/text_pieces.h"

namespace sightglass::writer {
namespace {

// As protobuf's text format wants it; UTF-8 stays readable.
void AppendQuoted(std::string_view text, std::string& out) {
  out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (byte < 0x20 || byte == 0x7F) {
      out += '\\';
      for (const int shift : {6, 3, 0}) out += static_cast<char>('0' + ((byte >> shift) & 7));
    } else {
      out += c;
    }
  }
  out += '"';
}

void AppendTextField(std::string_view name, std::string_view value, std::string& out) {
  AppendPieces(out, {"  ", name, ": "});
  AppendQuoted(value, out);
  out += '\n';
}

void AppendNumberField(std::string_view name, std::int64_t value, std::string& out) {
  AppendPieces(out, {"  ", name, ": ", value, "\n"});
}

std::string FormatEntry(const ProjectorEntry& entry) {
  std::string out = "embeddings {\n";
  AppendTextField("tensor_name", entry.tensor_name, out);
  AppendNumberField("tensor_shape", entry.rows, out);
  AppendNumberField("tensor_shape", entry.columns, out);
  AppendTextField("tensor_path", entry.tensor_path, out);
  if (!entry.metadata_path.empty()) AppendTextField("metadata_path", entry.metadata_path, out);
  if (!entry.sprite_path.empty()) {
    out += "  sprite {\n  ";
    AppendTextField("image_path", entry.sprite_path, out);
    out += "  ";
    AppendNumberField("single_image_dim", entry.sprite_width, out);
    out += "  ";
    AppendNumberField("single_image_dim", entry.sprite_height, out);
    out += "  }\n";
  }
  return out + "}\n";
}

// Walks the text format just far enough to tell where a top-level field begins and ends, and what
// the tensor_name in it is.
class ConfigScanner {
 public:
  explicit ConfigScanner(std::string_view text) : text_(text) {}

  [[nodiscard]] std::size_t position() const { return at_; }
  [[nodiscard]] bool failed() const { return failed_; }

  // Moves to the next field of the message that is being read; false at its end.
  bool NextField(std::string_view& name) {
    SkipSpace(",;");
    if (failed_ || at_ == text_.size() || text_[at_] == '}' || text_[at_] == '>') return false;
    const std::size_t begin = at_;
    while (at_ < text_.size() && IsWord(text_[at_])) ++at_;
    name = text_.substr(begin, at_ - begin);
    if (name.empty()) return Fail();
    return true;
  }

  // Reads what follows a field's name. A string goes to `text`; the tensor_name of a message to
  // `tensor_name`.
  void ReadValue(int depth, std::string& text, std::string& tensor_name) {
    SkipSpace(":");
    if (at_ == text_.size() || depth > kMaxDepth) {
      Fail();
    } else if (text_[at_] == '{' || text_[at_] == '<') {
      const char closing = text_[at_] == '{' ? '}' : '>';
      ++at_;
      std::string_view name;
      while (NextField(name)) {
        std::string field_text;
        std::string inner_name;
        ReadValue(depth + 1, field_text, inner_name);
        if (name == "tensor_name") tensor_name = field_text;
      }
      if (at_ == text_.size() || text_[at_] != closing) {
        Fail();
      } else {
        ++at_;
      }
    } else if (text_[at_] == '[') {
      // A list of messages has no one name: it stays.
      std::string element_text;
      std::string element_name;
      while (!failed_ && at_ < text_.size() && text_[at_] != ']') {
        ++at_;
        SkipSpace("");
        if (at_ < text_.size() && text_[at_] != ']') {
          ReadValue(depth + 1, element_text, element_name);
        }
        SkipSpace("");
        if (at_ < text_.size() && text_[at_] != ',' && text_[at_] != ']') Fail();
      }
      if (at_ == text_.size()) Fail();
      if (!failed_) ++at_;
    } else if (text_[at_] == '"' || text_[at_] == '\'') {
      ReadStrings(text);
    } else {
      const std::size_t begin = at_;
      while (at_ < text_.size() && (IsWord(text_[at_]) || text_[at_] == '+')) ++at_;
      if (at_ == begin) Fail();
    }
  }

  void SkipSpace(std::string_view separators) {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (std::isspace(static_cast<unsigned char>(c)) != 0 ||
                 separators.find(c) != std::string_view::npos) {
        ++at_;
      } else {
        return;
      }
    }
  }

 private:
  static constexpr int kMaxDepth = 32;

  static bool IsWord(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-';
  }

  bool Fail() {
    failed_ = true;
    return false;
  }

  // Strings side by side are one.
  void ReadStrings(std::string& out) {
    while (!failed_ && at_ < text_.size() && (text_[at_] == '"' || text_[at_] == '\'')) {
      const char quote = text_[at_++];
      while (at_ < text_.size() && text_[at_] != quote) {
        if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
          ++at_;
          out += ReadEscape();
        } else {
          out += text_[at_++];
        }
      }
      if (at_ == text_.size()) {
        Fail();
      } else {
        ++at_;
      }
      const std::size_t end = at_;
      SkipSpace("");
      if (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\'') at_ = end;
    }
  }

  char ReadEscape() {
    const char c = text_[at_++];
    const bool hexadecimal = c == 'x' || c == 'X';
    if (hexadecimal || (c >= '0' && c <= '7')) {
      unsigned value = hexadecimal ? 0 : static_cast<unsigned>(c - '0');
      for (int more = 2; more > 0 && at_ < text_.size(); --more, ++at_) {
        const char d = text_[at_];
        if (hexadecimal && std::isxdigit(static_cast<unsigned char>(d)) != 0) {
          value = value * 16 + static_cast<unsigned>(d <= '9' ? d - '0' : (d | 0x20) - 'a' + 10);
        } else if (!hexadecimal && d >= '0' && d <= '7') {
          value = value * 8 + static_cast<unsigned>(d - '0');
        } else {
          break;
        }
      }
      return static_cast<char>(value);
    }
    switch (c) {
      case 'n':
        return '\n';
      case 't':
        return '\t';
      case 'r':
        return '\r';
      default:
        return c;
    }
  }

  const std::string_view text_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

}  // namespace

Status MergeProjectorConfig(const ProjectorEntry& entry, std::string& config) {
  const std::string_view text = config;
  ConfigScanner scanner(text);
  std::string merged;
  std::size_t kept = 0;  // `merged` has what it needs of the text before
  std::string_view name;
  while (scanner.NextField(name)) {
    const auto begin = static_cast<std::size_t>(name.data() - text.data());
    std::string field_text;
    std::string tensor_name;
    scanner.ReadValue(0, field_text, tensor_name);
    if (scanner.failed()) break;
    if (name == "embeddings" && tensor_name == entry.tensor_name) {
      merged += text.substr(kept, begin - kept);
      kept = scanner.position();
      if (kept < text.size() && text[kept] == '\n') ++kept;
    }
  }
  if (scanner.failed() || scanner.position() != text.size()) {
    return {StatusCode::kFailedPrecondition,
            JoinPieces({"not a projector configuration, from byte ", scanner.position(), " on"})};
  }
  merged += text.substr(kept);
  if (!merged.empty() && merged.back() != '\n') merged += '\n';
  config = merged + FormatEntry(entry);
  return {};
}

}  // namespace sightglass::writer
