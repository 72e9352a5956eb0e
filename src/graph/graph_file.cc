#include "graph/graph_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "format/wire.h"
#include "graph/graph_def_reader.h"
#include "graph/keras_model.h"
#include "graph/message_cursor.h"
#include "graph/onnx_reader.h"
#include "graph/proto_schema.h"
#include "graph/proto_text_parser.h"
#include "graph/zip_member.h"

namespace sightglass::graph {
namespace {

using base::Error;
using base::ErrorCode;
using format::FieldTag;
using format::WireError;
using format::WireType;

constexpr std::uint64_t kMaxTextBytes = std::uint64_t{1} << 30;
constexpr std::string_view kSavedModelName = "saved_model.pb";

enum class FileForm : std::uint8_t { kGraphDef, kSavedModel, kOnnx, kText, kJson, kZip };

// Text format begins with a name, and has no bytes that text does not have.
bool IsText(base::Bytes head) {
  return !head.empty() && std::ranges::all_of(base::AsText(head), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 || (byte >= '\t' && byte <= '\r');
  });
}

// By the fields of the outermost message. ONNX has its graph in field 7, a SavedModel a version in
// field 1 and its graphs in field 2; a GraphDef has nothing but messages.
FileForm FormOfMessage(MessageCursor& cursor) {
  WireField field;
  WireError error = WireError::kOk;
  bool has_version = false;
  bool has_second = false;
  constexpr int kEnough =
      100'000;  // fields of a model's head are few; nodes of a graph may be many
  for (int i = 0; i < kEnough && NextField(cursor, cursor.size(), field, error); ++i) {
    if (field.tag == FieldTag(7, WireType::kBytes)) return FileForm::kOnnx;
    has_version = has_version || field.tag == FieldTag(1, WireType::kVarint);
    has_second = has_second || field.tag == FieldTag(2, WireType::kBytes);
    if ((field.tag & 7) == static_cast<std::uint32_t>(WireType::kBytes)) cursor.Skip(field.value);
  }
  // The field at which a file is cut short is told, too.
  if (error == WireError::kTruncated) {
    if (field.tag == FieldTag(7, WireType::kBytes)) return FileForm::kOnnx;
    has_second = has_second || field.tag == FieldTag(2, WireType::kBytes);
  }
  return has_version && has_second ? FileForm::kSavedModel : FileForm::kGraphDef;
}

FileForm FormOf(MessageCursor& cursor) {
  const base::Bytes head = cursor.Peek(512);
  const std::string_view text = base::AsText(head);
  if (text.starts_with("PK\x03\x04")) return FileForm::kZip;
  if (IsText(head)) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && text[first] == '{' ? FileForm::kJson
                                                                 : FileForm::kText;
  }
  const FileForm form = FormOfMessage(cursor);
  cursor.Seek(0);
  return form;
}

base::Result<std::string> ReadText(io::File& file, std::uint64_t bytes) {
  if (bytes > kMaxTextBytes) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("text of {} bytes, limit {}", bytes, kMaxTextBytes)};
  }
  std::string text(static_cast<std::size_t>(bytes), '\0');
  ASSIGN_OR_RETURN(const std::size_t read, file.ReadAt(0, std::as_writable_bytes(std::span(text))));
  text.resize(read);
  return text;
}

base::Result<GraphFile> ReadKeras(std::string_view json, const GraphLimits& limits) {
  ASSIGN_OR_RETURN(const auto layers, ReadKerasModel(json));
  return GraphFile{.graph = MakeKerasGraph(layers, limits), .format = "Keras", .conceptual = true};
}

base::Result<GraphFile> ReadGraphText(std::string_view text, const GraphLimits& limits) {
  const ParsedProtoText parsed = ParseMessageText(GraphDefSchema(), text);
  if (parsed.fields == 0) {
    if (parsed.error) return parsed.error->WithContext("no GraphDef in text format");
    return Error{ErrorCode::kInvalidArgument, "no GraphDef: the text has none of its fields"};
  }
  MessageCursor cursor(base::AsBytes(parsed.message));
  std::vector<std::string> issues;
  if (parsed.error) {
    issues.push_back(fmt::format("the text is cut short or damaged: {}", parsed.error->message));
  }
  if (parsed.unknown > 0) {
    issues.push_back(
        fmt::format("{} fields of the text are not known, and left out", parsed.unknown));
  }
  ASSIGN_OR_RETURN(auto graph, ReadGraphDef(cursor, limits, issues));
  return GraphFile{.graph = std::move(graph), .format = "GraphDef"};
}

base::Result<GraphFile> ReadSavedModel(const std::shared_ptr<io::File>& file, MessageCursor& cursor,
                                       const GraphLimits& limits) {
  struct Range {
    std::uint64_t begin;
    std::uint64_t bytes;
  };
  // The graph_def of every meta graph; of a file that is cut short, as much as there is.
  std::vector<Range> graphs;
  const auto walk = [&cursor](std::uint64_t end, auto take) {
    WireField field;
    WireError error = WireError::kOk;
    while (NextField(cursor, end, field, error)) {
      if ((field.tag & 7) != static_cast<std::uint32_t>(WireType::kBytes)) continue;
      const std::uint64_t after = cursor.offset() + field.value;
      if (field.tag == FieldTag(2, WireType::kBytes)) take(after);
      cursor.Seek(after);
    }
    if (error == WireError::kTruncated && field.tag == FieldTag(2, WireType::kBytes)) take(end);
  };
  walk(cursor.size(), [&](std::uint64_t end) {
    walk(end, [&](std::uint64_t graph_end) {
      graphs.push_back({.begin = cursor.offset(), .bytes = graph_end - cursor.offset()});
    });
  });
  if (graphs.empty()) {
    return Error{ErrorCode::kInvalidArgument, "the SavedModel holds no graph"};
  }
  std::vector<std::string> issues;
  if (graphs.size() > 1) {
    issues.push_back(
        fmt::format("the SavedModel holds {} graphs; the first one is shown", graphs.size()));
  }
  MessageCursor inside(file, graphs.front().begin, graphs.front().bytes);
  ASSIGN_OR_RETURN(auto graph, ReadGraphDef(inside, limits, issues));
  return GraphFile{.graph = std::move(graph), .format = "SavedModel"};
}

base::Result<GraphFile> ReadOpened(const std::shared_ptr<io::File>& file,
                                   const GraphLimits& limits) {
  ASSIGN_OR_RETURN(const io::FileInfo info, file->Stat());
  if (info.size_bytes == 0) return Error{ErrorCode::kInvalidArgument, "the file is empty"};
  MessageCursor cursor(file, 0, info.size_bytes);
  switch (FormOf(cursor)) {
    case FileForm::kZip: {
      ASSIGN_OR_RETURN(const std::string json, ReadZipMember(*file, "config.json", kMaxTextBytes));
      return ReadKeras(json, limits);
    }
    case FileForm::kJson: {
      ASSIGN_OR_RETURN(const std::string json, ReadText(*file, info.size_bytes));
      return ReadKeras(json, limits);
    }
    case FileForm::kText: {
      ASSIGN_OR_RETURN(const std::string text, ReadText(*file, info.size_bytes));
      return ReadGraphText(text, limits);
    }
    case FileForm::kSavedModel:
      return ReadSavedModel(file, cursor, limits);
    case FileForm::kOnnx: {
      ASSIGN_OR_RETURN(auto graph, ReadOnnxModel(cursor, limits));
      return GraphFile{.graph = std::move(graph), .format = "ONNX"};
    }
    case FileForm::kGraphDef:
      break;
  }
  ASSIGN_OR_RETURN(auto graph, ReadGraphDef(cursor, limits));
  return GraphFile{.graph = std::move(graph), .format = "GraphDef"};
}

// Bytes that somebody else keeps.
class BytesFile final : public io::File {
 public:
  explicit BytesFile(base::Bytes bytes) : bytes_(bytes) {}

  base::Result<std::size_t> ReadAt(std::uint64_t offset, std::span<std::byte> into) override {
    if (offset >= bytes_.size()) return std::size_t{0};
    const base::Bytes from = bytes_.subspan(static_cast<std::size_t>(offset));
    const std::size_t count = std::min(from.size(), into.size());
    std::ranges::copy(from.first(count), into.begin());
    return count;
  }
  base::Result<io::FileInfo> Stat() override {
    return io::FileInfo{.type = io::EntryType::kFile, .size_bytes = bytes_.size()};
  }

 private:
  const base::Bytes bytes_;
};

struct FoundFile {
  std::string path;
  io::FileInfo info;
};

// The file that `path` means: of a directory the model in it.
base::Result<FoundFile> FindFile(const std::string& path, io::FileSystem& files) {
  ASSIGN_OR_RETURN(const io::FileInfo info, files.Stat(path));
  if (info.type != io::EntryType::kDirectory) return FoundFile{.path = path, .info = info};
  std::string inside = fmt::format("{}/{}", path, kSavedModelName);
  auto model = files.Stat(inside);
  if (model.ok()) return FoundFile{.path = std::move(inside), .info = *model};
  if (model.error().code != ErrorCode::kNotFound) return model.error();
  return Error{ErrorCode::kNotFound,
               fmt::format("no SavedModel: the directory has no '{}': {}", kSavedModelName, path)};
}

}  // namespace

base::Result<GraphFile> ReadGraphFile(const std::string& path, const GraphLimits& limits,
                                      io::FileSystem& files) {
  ASSIGN_OR_RETURN(const FoundFile found, FindFile(path, files));
  ASSIGN_OR_RETURN(std::shared_ptr<io::File> file, files.Open(found.path));
  auto read = ReadOpened(file, limits);
  if (read.ok()) return read;
  return Error{read.error().code, fmt::format("{}: {}", read.error().message, found.path)};
}

base::Result<GraphFile> ReadGraphBytes(base::Bytes bytes, const GraphLimits& limits) {
  return ReadOpened(std::make_shared<BytesFile>(bytes), limits);
}

base::Result<GraphFileStamp> StampGraphFile(const std::string& path, io::FileSystem& files) {
  ASSIGN_OR_RETURN(const FoundFile found, FindFile(path, files));
  const io::FileInfo& info = found.info;
  std::uint64_t version = base::HashBytes(found.path);
  for (const std::uint64_t part :
       {info.device, info.inode, info.size_bytes, static_cast<std::uint64_t>(info.modified_nanos),
        static_cast<std::uint64_t>(info.changed_nanos)}) {
    version = base::MultiplyFold(version ^ part, 0x9E3779B97F4A7C15U);
  }
  return GraphFileStamp{.bytes = info.size_bytes, .version = version};
}

}  // namespace sightglass::graph
