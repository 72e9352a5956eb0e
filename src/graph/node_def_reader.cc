#include "graph/node_def_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/wire_writer.h"
#include "format/tensor.h"
#include "format/wire.h"
#include "graph/attributes.h"

namespace sightglass::graph {
namespace {

using format::FieldTag;
using format::WireError;
using format::WireReader;
using format::WireType;

// A node up to this size is taken in one piece.
constexpr std::uint64_t kWholeNodeBytes = std::uint64_t{256} << 10;
// Of a large attribute so much is looked at, for its key and the shape of its tensor.
constexpr std::uint64_t kHeadBytes = 4096;
// Names and inputs of a large node; nobody has longer ones.
constexpr std::uint64_t kMaxTextBytes = std::uint64_t{1} << 20;

enum Field : std::uint32_t { kName = 1, kOp = 2, kInput = 3, kDevice = 4, kAttribute = 5 };

// The bytes of field `wanted`; where the message is cut off, what there is of them.
base::Bytes FieldOfHead(base::Bytes head, std::uint32_t wanted) {
  base::Bytes found;
  const std::byte* at = head.data();
  const std::byte* const end = at + head.size();
  while (at != end) {
    const auto tag = format::wire_detail::ParseVarint(at, end);
    if (tag.next == nullptr) break;
    at = tag.next;
    const auto value = format::wire_detail::ParseVarint(at, end);
    if ((tag.value & 7) == static_cast<std::uint64_t>(WireType::kVarint)) {
      if (value.next == nullptr) break;
      at = value.next;
      continue;
    }
    if ((tag.value & 7) != static_cast<std::uint64_t>(WireType::kBytes) || value.next == nullptr) {
      break;
    }
    at = value.next;
    const auto size =
        static_cast<std::size_t>(std::min(value.value, static_cast<std::uint64_t>(end - at)));
    if (tag.value == FieldTag(wanted, WireType::kBytes)) found = {at, size};
    at += size;
  }
  return found;
}

std::uint32_t TypeOf(base::Bytes value) {
  WireReader reader(value);
  std::uint64_t type = 0;
  while (reader.Next()) {
    if (reader.tag() == FieldTag(6, WireType::kVarint)) {
      type = reader.Varint();
    } else {
      reader.Skip();
    }
  }
  return type <= 0xFFFF ? static_cast<std::uint32_t>(type % 100) : 0;  // references are + 100
}

// Operations whose output is true or false, though their type T is that of what they compare.
bool GivesBool(std::string_view op) {
  static constexpr std::array<std::string_view, 16> kOps = {
      "Equal",    "NotEqual", "Less",  "LessEqual",  "Greater",    "GreaterEqual",
      "IsFinite", "IsInf",    "IsNan", "LogicalAnd", "LogicalNot", "LogicalOr",
      "InTopK",   "InTopKV2", "All",   "Any"};
  return std::ranges::find(kOps, op) != kOps.end();
}

}  // namespace

void NodeDefReader::Read(MessageCursor& cursor, std::uint64_t bytes) {
  Clear();
  const std::uint64_t end = cursor.offset() + bytes;
  WireError error = WireError::kOk;
  if (bytes <= kWholeNodeBytes) {
    WireReader reader(cursor.Peek(static_cast<std::size_t>(bytes)), 1);
    while (reader.Next()) {
      if (reader.type() != WireType::kBytes) {
        reader.Skip();
        continue;
      }
      const std::uint32_t field = reader.field();
      const base::Bytes body = reader.Bytes();
      if (reader.error() == WireError::kOk) TakeField(field, body);
    }
    error = reader.error();
    Add();
  } else {
    WireField field;
    // What is kept must not move, so pieces are counted before any is looked at.
    struct Piece {
      std::uint32_t field;
      std::uint64_t bytes;
    };
    std::vector<Piece> pieces;
    while (NextField(cursor, end, field, error)) {
      if ((field.tag & 7) != static_cast<std::uint32_t>(WireType::kBytes)) continue;
      const std::uint32_t number = field.tag >> 3;
      const std::uint64_t after = cursor.offset() + field.value;
      const bool is_text = number >= kName && number <= kDevice;
      if (!is_text || field.value <= kMaxTextBytes) {
        const std::uint64_t most =
            is_text ? kMaxTextBytes : std::max(kHeadBytes, limits_.max_attribute_bytes);
        const base::Bytes head = cursor.Peek(static_cast<std::size_t>(std::min(field.value, most)));
        pieces.push_back({.field = number, .bytes = field.value});
        pieces_.emplace_back(base::AsText(head));
      }
      cursor.Seek(after);
    }
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      if (pieces[i].field == kAttribute) {
        TakeAttribute(base::AsBytes(pieces_[i]), pieces[i].bytes);
      } else if (pieces_[i].size() == pieces[i].bytes) {
        TakeField(pieces[i].field, base::AsBytes(pieces_[i]));
      }
    }
    Add();
  }
  if (error != WireError::kOk) {
    builder_.AddIssue(fmt::format("the node is damaged: {}", format::WireErrorText(error)),
                      fields_.name);
  }
  cursor.Seek(end);
}

void NodeDefReader::Clear() {
  fields_ = {};
  inputs_.clear();
  entries_.clear();
  skipped_.clear();
  types_.dtype = types_.t = types_.destination = 0;
  types_.list.clear();
  shapes_.clear();
  dim_ends_.clear();
  dims_.clear();
  has_output_shapes_ = false;
  rest_.clear();
  pieces_.clear();
}

void NodeDefReader::TakeField(std::uint32_t field, base::Bytes bytes) {
  switch (field) {
    case kName:
      fields_.name = base::AsText(bytes);
      break;
    case kOp:
      fields_.op = base::AsText(bytes);
      break;
    case kInput:
      inputs_.push_back(base::AsText(bytes));
      break;
    case kDevice:
      fields_.device = base::AsText(bytes);
      break;
    case kAttribute:
      TakeAttribute(bytes, bytes.size());
      break;
    default:
      if (bytes.size() <= limits_.max_attribute_bytes) {
        base::WireWriter(rest_).Message(field, base::AsText(bytes));
      }
  }
}

void NodeDefReader::TakeAttribute(base::Bytes head, std::uint64_t bytes) {
  const std::string_view key = base::AsText(FieldOfHead(head, 1));
  const base::Bytes value = FieldOfHead(head, 2);
  TakeMeaning(key, value);
  if (key == "_output_shapes") return;
  if (bytes > limits_.max_attribute_bytes) {
    skipped_.push_back({.key = key, .bytes = bytes});
  } else {
    entries_.push_back({.key = key, .bytes = head});
  }
}

void NodeDefReader::TakeMeaning(std::string_view key, base::Bytes value) {
  if (key == "_output_shapes" || key == "output_shapes") {
    TakeShapes(FieldOfHead(value, 1));
  } else if (key == "_XlaCluster") {
    fields_.xla_cluster = base::AsText(FieldOfHead(value, 2));
  } else if (key == "dtype") {
    types_.dtype = TypeOf(value);
  } else if (key == "T") {
    types_.t = TypeOf(value);
  } else if (key == "DstT" || key == "out_type") {
    types_.destination = TypeOf(value);
  } else if (key == "Tout" || key == "output_types" || key == "component_types") {
    WireReader list(FieldOfHead(value, 1));
    while (list.Next()) {
      if (list.tag() == FieldTag(6, WireType::kBytes)) {
        WireReader packed(list.Bytes());
        while (!packed.AtEnd()) {
          types_.list.push_back(static_cast<std::uint32_t>(packed.Varint() % 100));
        }
      } else if (list.tag() == FieldTag(6, WireType::kVarint)) {
        types_.list.push_back(static_cast<std::uint32_t>(list.Varint() % 100));
      } else {
        list.Skip();
      }
    }
  } else if (!has_output_shapes_ && (key == "shape" || key == "value")) {
    // Of a placeholder or variable, and of a constant, whose elements may have been passed over.
    base::Bytes shape = FieldOfHead(value, 7);
    if (key == "value") {
      const base::Bytes tensor = FieldOfHead(value, 8);
      if (tensor.empty()) return;
      shape = FieldOfHead(tensor, 2);
    } else if (shape.data() == nullptr) {
      return;
    }
    const Shape read = ReadShape(shape, one_shape_);
    dims_.assign(read.dims.begin(), read.dims.end());
    shapes_.assign(1, Shape{.known = read.known});
    dim_ends_.assign(1, dims_.size());
  }
}

void NodeDefReader::TakeShapes(base::Bytes list) {
  has_output_shapes_ = true;
  shapes_.clear();
  dim_ends_.clear();
  dims_.clear();
  WireReader reader(list);
  while (reader.Next()) {
    if (reader.tag() != FieldTag(7, WireType::kBytes)) {
      reader.Skip();
      continue;
    }
    const Shape shape = ReadShape(reader.Bytes(), one_shape_);
    dims_.insert(dims_.end(), shape.dims.begin(), shape.dims.end());
    shapes_.push_back({.known = shape.known});
    dim_ends_.push_back(dims_.size());
  }
}

void NodeDefReader::Add() {
  // Sorted, since writers put a map in any order: nodes with the same attributes then have the same
  // definition, which is kept once.
  std::ranges::stable_sort(entries_, {}, &Entry::key);
  definition_.clear();
  base::WireWriter writer(definition_);
  for (const Entry& entry : entries_) writer.Message(kAttribute, base::AsText(entry.bytes));
  definition_ += rest_;
  if (shapes_.empty() && TypeOfOutput(0) != 0) {
    shapes_.emplace_back();
    dim_ends_.push_back(0);
  }
  std::size_t begin = 0;
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    shapes_[i].dtype = TypeOfOutput(i);
    if (shapes_[i].known) shapes_[i].dims = std::span(dims_).subspan(begin, dim_ends_[i] - begin);
    begin = dim_ends_[i];
  }
  fields_.inputs = inputs_;
  fields_.outputs = shapes_;
  fields_.definition = base::AsBytes(definition_);
  fields_.skipped = skipped_;
  builder_.AddNode(fields_);
}

std::uint32_t NodeDefReader::TypeOfOutput(std::size_t index) const {
  if (GivesBool(fields_.op)) return static_cast<std::uint32_t>(format::DataType::kBool);
  if (!types_.list.empty()) return index < types_.list.size() ? types_.list[index] : 0;
  if (types_.destination != 0) return types_.destination;
  return types_.dtype != 0 ? types_.dtype : types_.t;
}

}  // namespace sightglass::graph
