#include "graph/graph_def_reader.h"

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "format/wire.h"
#include "graph/node_def_reader.h"

namespace sightglass::graph {
namespace {

using format::FieldTag;
using format::WireError;
using format::WireReader;
using format::WireType;

constexpr std::uint32_t kMessageField1 = FieldTag(1, WireType::kBytes);
constexpr std::uint32_t kMessageField2 = FieldTag(2, WireType::kBytes);
constexpr std::uint32_t kMessageField3 = FieldTag(3, WireType::kBytes);
constexpr std::uint32_t kMessageField4 = FieldTag(4, WireType::kBytes);

// A signature says what each argument is: more than anybody writes is not read.
constexpr std::uint64_t kMaxSignatureBytes = std::uint64_t{16} << 20;

struct Range {
  std::uint64_t begin = 0;
  std::uint64_t bytes = 0;
};

struct Argument {
  std::string name;
  std::uint32_t dtype = 0;
};

struct Signature {
  std::string name;
  std::vector<Argument> inputs;
  std::vector<Argument> outputs;
  std::map<std::string, std::string, std::less<>> returned;  // output -> what gives it
};

Argument ReadArgument(base::Bytes message) {
  Argument argument;
  WireReader reader(message);
  while (reader.Next()) {
    if (reader.tag() == kMessageField1) {
      argument.name = base::AsText(reader.Bytes());
    } else if (reader.tag() == FieldTag(3, WireType::kVarint)) {
      argument.dtype = static_cast<std::uint32_t>(reader.Varint() % 100);
    } else {
      reader.Skip();
    }
  }
  return argument;
}

void ReadOpDef(base::Bytes message, Signature& signature) {
  WireReader reader(message);
  while (reader.Next()) {
    switch (reader.tag()) {
      case kMessageField1:
        signature.name = base::AsText(reader.Bytes());
        break;
      case kMessageField2:
        signature.inputs.push_back(ReadArgument(reader.Bytes()));
        break;
      case kMessageField3:
        signature.outputs.push_back(ReadArgument(reader.Bytes()));
        break;
      default:
        reader.Skip();
    }
  }
}

void ReadReturned(base::Bytes entry, Signature& signature) {
  WireReader reader(entry);
  std::string key;
  std::string value;
  while (reader.Next()) {
    if (reader.tag() == kMessageField1) {
      key = base::AsText(reader.Bytes());
    } else if (reader.tag() == kMessageField2) {
      value = base::AsText(reader.Bytes());
    } else {
      reader.Skip();
    }
  }
  signature.returned[std::move(key)] = std::move(value);
}

class GraphDefReader {
 public:
  GraphDefReader(MessageCursor& cursor, const GraphLimits& limits,
                 std::span<const std::string> issues)
      : cursor_(cursor), builder_(limits), nodes_(builder_, limits) {
    for (const std::string& issue : issues) builder_.AddIssue(issue);
  }

  base::Result<std::shared_ptr<const Graph>> Read();

 private:
  // Calls take(field) for every field of the message at `range`; whether it is whole.
  template <class Take>
  bool Walk(Range range, std::string_view what, Take take);
  void ReadFunction(Range range);
  void AddArgument(const Argument& argument, std::string_view op, std::string_view input);

  MessageCursor& cursor_;
  GraphBuilder builder_;
  NodeDefReader nodes_;
  WireError error_ = WireError::kOk;
  std::uint64_t error_offset_ = 0;
};

template <class Take>
bool GraphDefReader::Walk(Range range, std::string_view what, Take take) {
  cursor_.Seek(range.begin);
  const std::uint64_t end = range.begin + range.bytes;
  WireField field;
  WireError error = WireError::kOk;
  std::uint64_t at = cursor_.offset();
  while (NextField(cursor_, end, field, error)) {
    if ((field.tag & 7) == static_cast<std::uint32_t>(WireType::kBytes)) {
      const std::uint64_t after = cursor_.offset() + field.value;
      take(field.tag, Range{.begin = cursor_.offset(), .bytes = field.value});
      cursor_.Seek(after);
    }
    at = cursor_.offset();
  }
  if (error == WireError::kOk && cursor_.status().ok() && cursor_.size() >= end) return true;
  if (error_ == WireError::kOk) {
    error_ = error == WireError::kOk ? WireError::kTruncated : error;
    error_offset_ = at;
    builder_.AddIssue(fmt::format("{} is cut short or damaged at byte {} of {}: {}", what, at,
                                  range.begin + range.bytes, format::WireErrorText(error_)));
  }
  return false;
}

base::Result<std::shared_ptr<const Graph>> GraphDefReader::Read() {
  const Range all{.begin = 0, .bytes = cursor_.size()};
  std::vector<Range> libraries;
  std::size_t known = 0;
  const bool whole = Walk(all, "the graph", [&](std::uint32_t tag, Range range) {
    if (tag == kMessageField1) {
      nodes_.Read(cursor_, range.bytes);
      ++known;
    } else if (tag == kMessageField2) {
      libraries.push_back(range);
      ++known;
    } else if (tag == kMessageField4) {
      ++known;
    }
  });
  if (!cursor_.status().ok()) return cursor_.status().error();
  if (!whole && known == 0) {
    return base::Error{base::ErrorCode::kInvalidArgument,
                       fmt::format("no GraphDef: {} at byte {} of {}",
                                   format::WireErrorText(error_), error_offset_, all.bytes)};
  }
  std::vector<Range> functions;
  for (const Range& library : libraries) {
    Walk(library, "the library", [&](std::uint32_t tag, Range range) {
      if (tag == kMessageField1) functions.push_back(range);
    });
  }
  for (const Range& function : functions) ReadFunction(function);
  if (!cursor_.status().ok()) return cursor_.status().error();
  return builder_.Build();
}

void GraphDefReader::ReadFunction(Range range) {
  Signature signature;
  const bool whole = Walk(range, "a function", [&](std::uint32_t tag, Range inside) {
    if (inside.bytes > kMaxSignatureBytes) return;
    if (tag == kMessageField1) {
      ReadOpDef(cursor_.Peek(static_cast<std::size_t>(inside.bytes)), signature);
    } else if (tag == kMessageField4) {
      ReadReturned(cursor_.Peek(static_cast<std::size_t>(inside.bytes)), signature);
    }
  });
  builder_.BeginFunction(signature.name);
  for (const Argument& argument : signature.inputs) AddArgument(argument, "input_arg", {});
  const auto read_nodes = [&](std::uint32_t tag, Range inside) {
    if (tag == kMessageField3) nodes_.Read(cursor_, inside.bytes);
  };
  Walk(range, "a function", read_nodes);
  for (const Argument& argument : signature.outputs) {
    const auto returned = signature.returned.find(argument.name);
    AddArgument(argument, "output_arg",
                returned == signature.returned.end() ? std::string_view()
                                                     : std::string_view(returned->second));
  }
  builder_.EndFunction();
  if (!whole) builder_.AddIssue("the function is damaged", signature.name);
}

void GraphDefReader::AddArgument(const Argument& argument, std::string_view op,
                                 std::string_view input) {
  const Shape shape{.dtype = argument.dtype};
  NodeFields fields{.name = argument.name, .op = op};
  if (!input.empty()) fields.inputs = {&input, 1};
  if (argument.dtype != 0) fields.outputs = {&shape, 1};
  builder_.AddNode(fields);
}

}  // namespace

base::Result<std::shared_ptr<const Graph>> ReadGraphDef(MessageCursor& cursor,
                                                        const GraphLimits& limits,
                                                        std::span<const std::string> issues) {
  return GraphDefReader(cursor, limits, issues).Read();
}

base::Result<std::shared_ptr<const Graph>> ReadGraphDef(base::Bytes bytes,
                                                        const GraphLimits& limits) {
  MessageCursor cursor(bytes);
  return ReadGraphDef(cursor, limits);
}

}  // namespace sightglass::graph
