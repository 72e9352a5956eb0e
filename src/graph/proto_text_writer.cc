#include "graph/proto_text_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <vector>

#include "base/utf8_scan.h"
#include "format/wire.h"

namespace sightglass::graph {
namespace {

using format::WireReader;
using format::WireType;

WireType WireTypeOf(FieldType type) {
  switch (type) {
    case FieldType::kFloat:
      return WireType::kFixed32;
    case FieldType::kDouble:
    case FieldType::kFixed64:
      return WireType::kFixed64;
    case FieldType::kString:
    case FieldType::kBytes:
    case FieldType::kMessage:
      return WireType::kBytes;
    default:
      return WireType::kVarint;
  }
}

// A value as it stands on the wire.
struct WireValue {
  std::uint64_t number = 0;
  base::Bytes bytes{};
};

WireValue Read(WireReader& reader, WireType type) {
  switch (type) {
    case WireType::kVarint:
      return {.number = reader.Varint()};
    case WireType::kFixed32:
      return {.number = reader.Fixed32()};
    case WireType::kFixed64:
      return {.number = reader.Fixed64()};
    default:
      return {.bytes = reader.Bytes()};
  }
}

// Of a longer number, protobuf takes the lower half.
bool Is32Bits(FieldType type) {
  return type == FieldType::kInt32 || type == FieldType::kUint32 || type == FieldType::kEnum;
}

// protobuf tries few digits first, and takes all where those read back as something else.
template <class Float>
void AppendFloat(Float value, int few, int all, std::string& out) {
  if (std::isnan(value)) {
    out += "nan";
    return;
  }
  const std::size_t begin = out.size();
  fmt::format_to(std::back_inserter(out), "{:.{}g}", value, few);
  Float back = 0;
  std::from_chars(out.data() + begin, out.data() + out.size(), back);
  if (back == value || std::isinf(value)) return;
  out.resize(begin);
  fmt::format_to(std::back_inserter(out), "{:.{}g}", value, all);
}

void AppendQuoted(std::string_view text, bool is_utf8, std::string& out) {
  out += '"';
  while (!text.empty()) {
    const auto byte = static_cast<unsigned char>(text.front());
    std::size_t taken = 1;
    switch (byte) {
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      case '"':
      case '\'':
      case '\\':
        out += '\\';
        out += static_cast<char>(byte);
        break;
      default:
        if (byte >= 0x80 && is_utf8) taken = base::Utf8CharacterBytes(text);
        if (byte < 0x20 || byte == 0x7F || taken == 0 || (byte >= 0x80 && !is_utf8)) {
          fmt::format_to(std::back_inserter(out), "\\{:03o}", byte);
          taken = 1;
        } else {
          out += text.substr(0, taken);
        }
    }
    text.remove_prefix(taken);
  }
  out += '"';
}

class TextWriter {
 public:
  explicit TextWriter(std::string& out) : out_(out) {}

  void Message(const MessageSchema& schema, base::Bytes message, std::uint32_t without_field);
  void MessageField(const FieldSchema& field, base::Bytes message);

 private:
  struct Occurrence {
    const FieldSchema* field = nullptr;
    WireValue value{};
    bool packed = false;
  };
  struct MapEntry {
    WireValue key{};
    WireValue value{};
  };

  void Collect(const MessageSchema& schema, base::Bytes message, std::uint32_t without_field);
  void Group(std::size_t begin, std::size_t end);
  void Singular(const FieldSchema& field, std::size_t begin, std::size_t end);
  void Map(const FieldSchema& field, std::size_t begin, std::size_t end);
  void Scalar(const FieldSchema& field, const WireValue& value);
  void Value(const FieldSchema& field, const WireValue& value);
  void Indent() { out_.append(static_cast<std::size_t>(depth_) * 2, ' '); }

  std::string& out_;
  // Fields of all messages that are open, those of the innermost one last.
  std::vector<Occurrence> fields_;
  int depth_ = 0;
};

void TextWriter::Message(const MessageSchema& schema, base::Bytes message,
                         std::uint32_t without_field) {
  if (depth_ > format::kMaxNesting) return;
  const std::size_t begin = fields_.size();
  Collect(schema, message, without_field);
  const std::size_t end = fields_.size();
  const auto by_number = [](const Occurrence& a, const Occurrence& b) {
    return a.field->number < b.field->number;
  };
  const auto first = fields_.begin() + static_cast<std::ptrdiff_t>(begin);
  if (!std::is_sorted(first, fields_.end(), by_number)) {
    std::stable_sort(first, fields_.end(), by_number);
  }
  for (std::size_t at = begin; at < end;) {
    std::size_t after = at + 1;
    while (after < end && fields_[after].field == fields_[at].field) ++after;
    Group(at, after);
    at = after;
  }
  fields_.resize(begin);
}

void TextWriter::Collect(const MessageSchema& schema, base::Bytes message,
                         std::uint32_t without_field) {
  const std::size_t begin = fields_.size();
  const FieldSchema* chosen = nullptr;  // of a oneof the last one counts
  WireReader reader(message, depth_);
  while (reader.Next()) {
    const FieldSchema* const field =
        reader.field() == without_field ? nullptr : schema.Find(reader.field());
    if (field == nullptr) {
      reader.Skip();
      continue;
    }
    const WireType type = WireTypeOf(field->type);
    const bool packed = field->label == FieldLabel::kRepeated && type != WireType::kBytes &&
                        reader.type() == WireType::kBytes;
    if (reader.type() != type && !packed) {
      reader.Skip();
      continue;
    }
    WireValue value = Read(reader, packed ? WireType::kBytes : type);
    if (Is32Bits(field->type)) value.number &= 0xFFFFFFFFU;
    if (reader.error() != format::WireError::kOk) break;
    fields_.push_back({.field = field, .value = value, .packed = packed});
    if (field->in_oneof) chosen = field;
  }
  if (chosen == nullptr) return;
  const auto lost = [chosen](const Occurrence& each) {
    return each.field->in_oneof && each.field != chosen;
  };
  fields_.erase(
      std::remove_if(fields_.begin() + static_cast<std::ptrdiff_t>(begin), fields_.end(), lost),
      fields_.end());
}

// All occurrences of one field.
void TextWriter::Group(std::size_t begin, std::size_t end) {
  const FieldSchema& field = *fields_[begin].field;
  if (field.label == FieldLabel::kMap) {
    Map(field, begin, end);
  } else if (field.label != FieldLabel::kRepeated) {
    Singular(field, begin, end);
  } else {
    for (std::size_t i = begin; i < end; ++i) {
      const Occurrence occurrence = fields_[i];  // the vector grows meanwhile
      if (!occurrence.packed) {
        Value(field, occurrence.value);
        continue;
      }
      WireReader packed(occurrence.value.bytes);
      while (!packed.AtEnd()) {
        const WireValue value = Read(packed, WireTypeOf(field.type));
        if (packed.error() == format::WireError::kOk) Value(field, value);
      }
    }
  }
}

void TextWriter::Singular(const FieldSchema& field, std::size_t begin, std::size_t end) {
  const WireValue last = fields_[end - 1].value;
  if (field.type == FieldType::kMessage && end - begin > 1) {
    // Messages that come twice are merged, which their bytes one after the other are.
    std::string merged;
    for (std::size_t i = begin; i < end; ++i) merged += base::AsText(fields_[i].value.bytes);
    Value(field, {.bytes = base::AsBytes(merged)});
    return;
  }
  if (field.label == FieldLabel::kImplicit && last.number == 0 && last.bytes.empty()) return;
  Value(field, last);
}

void TextWriter::Map(const FieldSchema& field, std::size_t begin, std::size_t end) {
  const FieldSchema& key = field.message->fields[0];
  const FieldSchema& value = field.message->fields[1];
  std::vector<MapEntry> entries;
  entries.reserve(end - begin);
  for (std::size_t i = begin; i < end; ++i) {
    MapEntry& entry = entries.emplace_back();
    WireReader reader(fields_[i].value.bytes, depth_);
    while (reader.Next()) {
      if (reader.field() == 1 && reader.type() == WireTypeOf(key.type)) {
        entry.key = Read(reader, reader.type());
      } else if (reader.field() == 2 && reader.type() == WireTypeOf(value.type)) {
        entry.value = Read(reader, reader.type());
      } else {
        reader.Skip();
      }
    }
  }
  const bool by_text = WireTypeOf(key.type) == WireType::kBytes;
  const auto same = [](const MapEntry& a, const MapEntry& b) {
    return a.key.number == b.key.number && base::AsText(a.key.bytes) == base::AsText(b.key.bytes);
  };
  const auto before = [by_text](const MapEntry& a, const MapEntry& b) {
    if (!by_text) return a.key.number < b.key.number;
    const std::string_view left = base::AsText(a.key.bytes);
    const std::string_view right = base::AsText(b.key.bytes);
    const std::size_t common = std::min(left.size(), right.size());
    const int order = left.substr(0, common).compare(right.substr(0, common));
    return order != 0 ? order > 0 : left.size() < right.size();
  };
  std::ranges::stable_sort(entries, before);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    // Of a key that comes twice the last entry counts.
    if (i + 1 < entries.size() && same(entries[i], entries[i + 1])) continue;
    Indent();
    out_ += field.name;
    out_ += " {\n";
    ++depth_;
    Value(key, entries[i].key);
    Value(value, entries[i].value);
    --depth_;
    Indent();
    out_ += "}\n";
  }
}

void TextWriter::Value(const FieldSchema& field, const WireValue& value) {
  if (field.type == FieldType::kMessage) {
    MessageField(field, value.bytes);
    return;
  }
  Indent();
  out_ += field.name;
  out_ += ": ";
  Scalar(field, value);
  out_ += '\n';
}

void TextWriter::MessageField(const FieldSchema& field, base::Bytes message) {
  Indent();
  out_ += field.name;
  out_ += " {\n";
  ++depth_;
  Message(*field.message, message, 0);
  --depth_;
  Indent();
  out_ += "}\n";
}

void TextWriter::Scalar(const FieldSchema& field, const WireValue& value) {
  const auto append = [this](auto number) {
    fmt::format_to(std::back_inserter(out_), "{}", number);
  };
  switch (field.type) {
    case FieldType::kInt32:
      append(static_cast<std::int32_t>(value.number));
      break;
    case FieldType::kInt64:
      append(static_cast<std::int64_t>(value.number));
      break;
    case FieldType::kUint32:
      append(static_cast<std::uint32_t>(value.number));
      break;
    case FieldType::kUint64:
    case FieldType::kFixed64:
      append(value.number);
      break;
    case FieldType::kBool:
      out_ += value.number != 0 ? "true" : "false";
      break;
    case FieldType::kEnum: {
      const auto number = static_cast<std::int32_t>(value.number);
      const std::string_view name = field.names->Find(number);
      if (name.empty()) {
        append(number);
      } else {
        out_ += name;
      }
      break;
    }
    case FieldType::kFloat:
      AppendFloat(std::bit_cast<float>(static_cast<std::uint32_t>(value.number)), 6, 9, out_);
      break;
    case FieldType::kDouble:
      AppendFloat(std::bit_cast<double>(value.number), 15, 17, out_);
      break;
    case FieldType::kString:
    case FieldType::kBytes:
      AppendQuoted(base::AsText(value.bytes), field.type == FieldType::kString, out_);
      break;
    case FieldType::kMessage:
      break;
  }
}

}  // namespace

void AppendMessageText(const MessageSchema& schema, base::Bytes message, std::string& out,
                       std::uint32_t without_field) {
  TextWriter(out).Message(schema, message, without_field);
}

void AppendFieldText(const FieldSchema& field, base::Bytes message, std::string& out) {
  TextWriter(out).MessageField(field, message);
}

}  // namespace sightglass::graph
