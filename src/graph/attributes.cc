#include "graph/attributes.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/text.h"
#include "base/wire_writer.h"
#include "format/tensor.h"
#include "format/wire.h"

namespace sightglass::graph {
namespace {

using format::FieldTag;
using format::WireReader;
using format::WireType;

// Deep enough for whatever means something: a function's attributes are one level each.
constexpr int kMaxDepth = 8;

// Text that grows up to a limit.
class Line {
 public:
  explicit Line(std::size_t limit) : limit_(limit) {}

  [[nodiscard]] bool full() const { return text_.size() > limit_; }
  Line& operator<<(std::string_view more) {
    if (!full()) text_ += more;
    return *this;
  }
  std::string Take() {
    if (full()) text_ += "...";
    return std::move(text_);
  }

 private:
  std::size_t limit_;
  std::string text_;
};

void WriteValue(base::Bytes value, int depth, Line& line);

std::string Quoted(base::Bytes text) {
  constexpr std::size_t kLongest = 4096;
  return '"' + base::EscapeForDisplay(base::AsText(text), kLongest) + '"';
}

void WriteFunction(base::Bytes function, int depth, Line& line) {
  WireReader reader(function);
  std::string_view name;
  std::vector<Attribute> attributes;
  while (reader.Next()) {
    if (reader.tag() == FieldTag(1, WireType::kBytes)) {
      name = base::AsText(reader.Bytes());
    } else if (reader.tag() == FieldTag(2, WireType::kBytes)) {
      WireReader entry(reader.Bytes());
      Attribute& attribute = attributes.emplace_back();
      while (entry.Next()) {
        if (entry.tag() == FieldTag(1, WireType::kBytes)) {
          attribute.key = base::AsText(entry.Bytes());
        } else if (entry.tag() == FieldTag(2, WireType::kBytes)) {
          attribute.value = entry.Bytes();
        } else {
          entry.Skip();
        }
      }
    } else {
      reader.Skip();
    }
  }
  line << base::EscapeForDisplay(name, 300);
  if (attributes.empty()) return;
  std::ranges::stable_sort(attributes, {}, &Attribute::key);
  line << "(";
  for (const Attribute& attribute : attributes) {
    if (&attribute != &attributes.front()) line << ", ";
    line << base::EscapeForDisplay(attribute.key, 300) << "=";
    WriteValue(attribute.value, depth + 1, line);
    if (line.full()) return;
  }
  line << ")";
}

void WriteTensor(base::Bytes tensor, Line& line) {
  format::TensorHeader header;
  if (format::ParseTensorHeader(tensor, header) != format::WireError::kOk) {
    line << "a damaged tensor";
    return;
  }
  Shape shape{.dtype = header.dtype, .known = true};
  shape.dims = std::span(header.dims).first(std::min<std::size_t>(header.rank, 8));
  line << ShapeText(shape);
  constexpr format::TensorLimits kFew{.max_elements = 64, .max_repeated = 64};
  if (const auto numbers = format::DecodeNumbers(tensor, kFew); numbers.ok()) {
    line << " = ";
    for (const double& number : *numbers) {
      line << fmt::format("{}{}", &number == numbers->data() ? "" : ", ", number);
    }
  } else if (const auto strings = format::DecodeStrings(tensor, kFew); strings.ok()) {
    line << " = ";
    for (const base::Bytes& text : *strings) {
      line << (&text == strings->data() ? "" : ", ") << Quoted(text);
    }
  }
}

// One value by the wire form of its field: in an AttrValue, and in its ListValue, where numbers may
// be packed.
void WriteMember(std::uint32_t field, WireReader& reader, int depth, Line& line) {
  std::vector<std::int64_t> dims;
  switch (static_cast<AttributeSort>(field)) {
    case AttributeSort::kText:
    case AttributeSort::kPlaceholder:
      line << Quoted(reader.Bytes());
      break;
    case AttributeSort::kInt:
      line << fmt::format("{}", static_cast<std::int64_t>(reader.Varint()));
      break;
    case AttributeSort::kFloat:
      line << fmt::format("{}", std::bit_cast<float>(reader.Fixed32()));
      break;
    case AttributeSort::kBool:
      line << (reader.Varint() != 0 ? "true" : "false");
      break;
    case AttributeSort::kType:
      line << format::DataTypeName(static_cast<std::uint32_t>(reader.Varint()));
      break;
    case AttributeSort::kShape:
      line << ShapeText(ReadShape(reader.Bytes(), dims));
      break;
    case AttributeSort::kTensor:
      WriteTensor(reader.Bytes(), line);
      break;
    case AttributeSort::kFunction:
      WriteFunction(reader.Bytes(), depth, line);
      break;
    default:
      reader.Skip();
  }
}

// The wire form of one value of this member; nullopt: there is no such member.
std::optional<WireType> FormOf(std::uint32_t field) {
  switch (static_cast<AttributeSort>(field)) {
    case AttributeSort::kInt:
    case AttributeSort::kBool:
    case AttributeSort::kType:
      return WireType::kVarint;
    case AttributeSort::kFloat:
      return WireType::kFixed32;
    case AttributeSort::kText:
    case AttributeSort::kShape:
    case AttributeSort::kTensor:
    case AttributeSort::kPlaceholder:
    case AttributeSort::kFunction:
    case AttributeSort::kList:
      return WireType::kBytes;
    default:
      return std::nullopt;
  }
}

void WriteList(base::Bytes list, int depth, Line& line) {
  line << "[";
  bool first = true;
  const auto separate = [&] {
    if (!first) line << ", ";
    first = false;
  };
  WireReader reader(list);
  while (reader.Next() && !line.full()) {
    // In a list, functions have the number that placeholders have outside.
    const std::uint32_t field =
        reader.field() == 9 ? static_cast<std::uint32_t>(AttributeSort::kFunction) : reader.field();
    const auto form = FormOf(field);
    const bool known = form.has_value() && field != 1;
    if (known && reader.type() == *form) {
      separate();
      WriteMember(field, reader, depth, line);
    } else if (known && reader.type() == WireType::kBytes) {
      WireReader packed(reader.Bytes());
      while (!packed.AtEnd() && !line.full()) {
        separate();
        WriteMember(field, packed, depth, line);
      }
    } else {
      reader.Skip();
    }
  }
  line << "]";
}

void WriteValue(base::Bytes value, int depth, Line& line) {
  if (depth > kMaxDepth) {
    line << "...";
    return;
  }
  const AttributeSort sort = SortOf(value);
  if (sort == AttributeSort::kNone) return;
  // The last of them counts, so look for it first and print it then.
  WireReader reader(value);
  Line last(4096);
  while (reader.Next()) {
    if (reader.field() != static_cast<std::uint32_t>(sort) ||
        reader.type() != FormOf(reader.field())) {
      reader.Skip();
      continue;
    }
    last = Line(4096);
    if (sort == AttributeSort::kList) {
      WriteList(reader.Bytes(), depth + 1, last);
    } else {
      WriteMember(reader.field(), reader, depth + 1, last);
    }
  }
  line << last.Take();
}

}  // namespace

std::vector<Attribute> ReadAttributes(base::Bytes definition) {
  std::vector<Attribute> attributes;
  WireReader reader(definition);
  while (reader.Next()) {
    if (reader.tag() != FieldTag(5, WireType::kBytes)) {
      reader.Skip();
      continue;
    }
    WireReader entry(reader.Bytes());
    Attribute attribute;
    while (entry.Next()) {
      if (entry.tag() == FieldTag(1, WireType::kBytes)) {
        attribute.key = base::AsText(entry.Bytes());
      } else if (entry.tag() == FieldTag(2, WireType::kBytes)) {
        attribute.value = entry.Bytes();
      } else {
        entry.Skip();
      }
    }
    attributes.push_back(attribute);
  }
  std::ranges::stable_sort(attributes, {}, &Attribute::key);
  return attributes;
}

AttributeSort SortOf(base::Bytes value) {
  AttributeSort sort = AttributeSort::kNone;
  WireReader reader(value);
  while (reader.Next()) {
    if (reader.field() <= 10 && FormOf(reader.field()) == reader.type()) {
      sort = static_cast<AttributeSort>(reader.field());
    }
    reader.Skip();
  }
  return sort;
}

std::string AttributeText(base::Bytes value, std::size_t max_bytes) {
  Line line(max_bytes);
  WriteValue(value, 0, line);
  std::string text = line.Take();
  if (text.size() > max_bytes + 3) {
    // Not in the middle of a character.
    std::size_t end = max_bytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    text.resize(end);
    text += "...";
  }
  return text;
}

std::string ShapeText(const Shape& shape) {
  std::string text(shape.dtype == 0 ? std::string_view() : format::DataTypeName(shape.dtype));
  if (!shape.known) return text + "?";
  text += '[';
  for (const std::int64_t& dim : shape.dims) {
    if (&dim != shape.dims.data()) text += ',';
    text += dim < 0 ? "?" : fmt::format("{}", dim);
  }
  return text + ']';
}

std::vector<std::string_view> CalledFunctions(base::Bytes definition) {
  std::vector<std::string_view> names;
  const auto take = [&names](base::Bytes function) {
    WireReader reader(function);
    while (reader.Next()) {
      if (reader.tag() == FieldTag(1, WireType::kBytes)) {
        names.push_back(base::AsText(reader.Bytes()));
      } else {
        reader.Skip();
      }
    }
  };
  for (const Attribute& attribute : ReadAttributes(definition)) {
    WireReader reader(attribute.value);
    while (reader.Next()) {
      if (reader.tag() == FieldTag(10, WireType::kBytes)) {
        take(reader.Bytes());
      } else if (reader.tag() == FieldTag(1, WireType::kBytes)) {
        WireReader list(reader.Bytes());
        while (list.Next()) {
          if (list.tag() == FieldTag(9, WireType::kBytes)) {
            take(list.Bytes());
          } else {
            list.Skip();
          }
        }
      } else {
        reader.Skip();
      }
    }
  }
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::string TextValue(std::string_view text) {
  std::string value;
  base::WireWriter(value).Message(2, text);
  return value;
}

std::string IntValue(std::int64_t number) {
  std::string value;
  base::WireWriter(value).Varint(3, static_cast<std::uint64_t>(number));
  return value;
}

std::string FloatValue(float number) {
  std::string value;
  base::WireWriter(value).Float(4, number);
  return value;
}

std::string TypeValue(std::uint32_t dtype) {
  std::string value;
  base::WireWriter(value).Varint(6, dtype);
  return value;
}

void AppendAttribute(std::string& definition, std::string_view key, std::string_view value) {
  std::string entry;
  base::WireWriter writer(entry);
  writer.Message(1, key);
  writer.Message(2, value);
  base::WireWriter(definition).Message(5, entry);
}

Shape ReadShape(base::Bytes message, std::vector<std::int64_t>& dims) {
  dims.clear();
  Shape shape{.known = true};
  WireReader reader(message);
  while (reader.Next()) {
    if (reader.tag() == FieldTag(2, WireType::kBytes)) {
      WireReader dim(reader.Bytes());
      std::int64_t size = 0;
      while (dim.Next()) {
        if (dim.tag() == FieldTag(1, WireType::kVarint)) {
          size = static_cast<std::int64_t>(dim.Varint());
        } else {
          dim.Skip();
        }
      }
      dims.push_back(size < 0 ? -1 : size);
    } else if (reader.tag() == FieldTag(3, WireType::kVarint)) {
      shape.known = reader.Varint() == 0;
    } else {
      reader.Skip();
    }
  }
  if (shape.known) shape.dims = dims;
  return shape;
}

}  // namespace sightglass::graph
