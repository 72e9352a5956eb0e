#include "writer/embedding_files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "writer/file_sink.h"
#include "writer/image_encoders.h"
#include "writer/number_reader.h"
#include "writer/pixel_buffer.h"
#include "writer/projector_config.h"
#include "writer/text_pieces.h"
#include "writer/utf8_check.h"
#include "writer/whole_file.h"

namespace sightglass::writer {
namespace {

constexpr std::size_t kChunkBytes = std::size_t{1} << 20;

// Keeps other writers of the same configuration away, in this process and in others. Where the file
// system knows no locks, the last one wins.
class DirectoryLock {
 public:
  explicit DirectoryLock(const std::string& path)
      : descriptor_(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (descriptor_ >= 0) static_cast<void>(::flock(descriptor_, LOCK_EX));
  }
  ~DirectoryLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  DirectoryLock(const DirectoryLock&) = delete;
  DirectoryLock& operator=(const DirectoryLock&) = delete;

 private:
  const int descriptor_;
};

// The shortest text that reads back to the same number.
template <class T>
void AppendNumber(T value, std::string& out) {
  if (std::isnan(value)) {  // to_chars would give it a sign
    out += "nan";
    return;
  }
  char text[32];
  const auto end = std::to_chars(text, text + sizeof(text), value).ptr;
  out.append(text, end);
}

bool IsSingle(NumberType type) {
  return type == NumberType::kFloat32 || type == NumberType::kFloat16 ||
         type == NumberType::kBfloat16;
}

Status CheckShape(const EmbeddingView& view) {
  if (Status status = CheckNumbers("embedding", view.values); !status.ok()) return status;
  if (view.rows < 1 || view.columns < 1) {
    return Invalid(
        {"embedding: ", view.rows, " rows of ", view.columns, " numbers, at least 1 of each"});
  }
  const std::size_t size = view.values.size();
  if (static_cast<std::uint64_t>(view.rows) > size ||
      size % static_cast<std::uint64_t>(view.rows) != 0 ||
      size / static_cast<std::uint64_t>(view.rows) != static_cast<std::uint64_t>(view.columns)) {
    return Invalid(
        {"embedding: ", size, " numbers are not ", view.rows, " rows of ", view.columns});
  }
  return {};
}

Status CheckMetadata(const EmbeddingView& view, const EmbeddingOptions& options) {
  if (options.metadata.empty()) {
    if (options.metadata_header.empty()) return {};
    return Invalid({"embedding: a metadata header without metadata"});
  }
  if (options.metadata.size() != static_cast<std::uint64_t>(view.rows)) {
    return Invalid(
        {"embedding: ", options.metadata.size(), " lines of metadata for ", view.rows, " rows"});
  }
  for (const std::string& cell : options.metadata_header) {
    if (Status status = CheckUtf8("metadata header", cell); !status.ok()) return status;
  }
  const std::size_t columns = options.metadata_header.size();
  for (std::size_t i = 0; i < options.metadata.size(); ++i) {
    const std::string& line = options.metadata[i];
    if (Status status = CheckUtf8("metadata", line); !status.ok()) {
      return Invalid({"embedding: row ", i, ": ", status.message()});
    }
    const auto tabs = static_cast<std::size_t>(std::ranges::count(line, '\t'));
    if (columns > 1 && tabs + 1 != columns) {
      return Invalid(
          {"embedding: metadata of row ", i, " has ", tabs + 1, " cells, the header ", columns});
    }
  }
  return {};
}

Status CheckSprites(const EmbeddingView& view, const EmbeddingOptions& options) {
  if (Status status = CheckNumbers("sprites", options.sprites); !status.ok()) return status;
  if (options.sprites.empty()) return {};
  if (options.sprite_shape.count != view.rows) {
    return Invalid(
        {"embedding: ", options.sprite_shape.count, " sprites for ", view.rows, " rows"});
  }
  return CheckPixels(options.sprites, options.sprite_shape);
}

Status WriteTensor(const EmbeddingView& view, std::string path) {
  WholeFile file(std::move(path));
  if (Status status = file.Open(); !status.ok()) return status;
  const bool single = IsSingle(view.values.type());
  const auto* from = static_cast<const char*>(view.values.data());
  const std::size_t row_bytes =
      static_cast<std::size_t>(view.columns) * NumberBytes(view.values.type());
  std::string chunk;
  for (std::int64_t row = 0; row < view.rows; ++row) {
    const Numbers numbers(from, static_cast<std::size_t>(view.columns), view.values.type());
    from += row_bytes;
    char separator = 0;
    for (const double value : ReadDoubles(numbers)) {
      if (separator != 0) chunk += separator;
      separator = '\t';
      if (single) {
        AppendNumber(static_cast<float>(value), chunk);
      } else {
        AppendNumber(value, chunk);
      }
    }
    chunk += '\n';
    if (chunk.size() >= kChunkBytes) {
      if (Status status = file.Append(chunk); !status.ok()) return status;
      chunk.clear();
    }
  }
  if (Status status = file.Append(chunk); !status.ok()) return status;
  return file.Finish();
}

// A line of cells. What would end a cell or a line becomes a space. A blank line gets a mark:
// readers skip blank ones, and all later labels would move up.
void AppendLine(std::string_view line, bool keep_tabs, std::string& out) {
  const std::size_t begin = out.size();
  bool blank = true;
  for (const char c : line) {
    const bool breaks = c == '\n' || c == '\r' || (c == '\t' && !keep_tabs);
    if (c != ' ' && c != '\t' && !breaks) blank = false;
    out += breaks ? ' ' : c;
  }
  if (blank) out.insert(begin, 1, '-');
  out += '\n';
}

Status WriteMetadata(const EmbeddingOptions& options, std::string path) {
  // Readers take a first line without a tab for a label, so a header of one cell is left out.
  const bool has_header = options.metadata_header.size() > 1;
  std::string text;
  if (has_header) {
    std::string header;
    for (const std::string& cell : options.metadata_header) {
      if (&cell != &options.metadata_header.front()) header += '\t';
      for (const char c : cell) header += c == '\t' ? ' ' : c;
    }
    AppendLine(header, true, text);
  }
  for (const std::string& line : options.metadata) AppendLine(line, has_header, text);
  return WriteWholeFile(std::move(path), text);
}

// Tiles in rows of ceil(sqrt(count)), below which black is added until the picture is square, as
// torch has it.
Status WriteSprites(const EmbeddingOptions& options, std::string path) {
  const std::int64_t count = options.sprite_shape.count;
  auto columns = static_cast<std::int64_t>(std::ceil(std::sqrt(static_cast<double>(count))));
  while (columns * columns < count) ++columns;
  PixelBuffer sheet;
  if (Status status = TilePixels(options.sprites, options.sprite_shape, columns, sheet);
      !status.ok()) {
    return status;
  }
  sheet.height = std::max(sheet.height, sheet.width);
  sheet.bytes.resize(static_cast<std::size_t>(sheet.height * sheet.width * sheet.channels));
  std::string png;
  AppendPng(ViewOf(sheet), png);
  return WriteWholeFile(std::move(path), png);
}

Status UpdateConfig(const std::string& log_dir, const ProjectorEntry& entry) {
  const std::string path = JoinPieces({log_dir, "/projector_config.pbtxt"});
  const DirectoryLock lock(log_dir);
  std::string config;
  Status status = ReadWholeFile(path, config);
  if (!status.ok() && status.code() != StatusCode::kNotFound) return status;
  status = MergeProjectorConfig(entry, config);
  if (!status.ok()) return {status.code(), JoinPieces({status.message(), ": ", path})};
  return WriteWholeFile(path, config);
}

}  // namespace

std::string EscapePathPart(std::string_view tag) {
  std::string part;
  for (const char c : tag) {
    if (c == '%') {
      part += "%25";
    } else if (c == '/') {
      part += "%2f";
    } else if (c == '\\') {
      part += "%5c";
    } else if (c == '\0') {
      part += "%00";
    } else {
      part += c;
    }
  }
  if (part == ".") return "%2e";
  if (part == "..") return "%2e%2e";
  return part;
}

Status WriteEmbedding(const std::string& log_dir, const EmbeddingView& view,
                      const EmbeddingOptions& options) {
  if (Status status = CheckShape(view); !status.ok()) return status;
  if (Status status = CheckMetadata(view, options); !status.ok()) return status;
  if (Status status = CheckSprites(view, options); !status.ok()) return status;

  std::string step = std::to_string(view.step);
  if (step.size() < 5) step.insert(0, 5 - step.size(), '0');
  const std::string folder = JoinPieces({step, "/", EscapePathPart(view.tag)});
  ProjectorEntry entry{.tensor_name = JoinPieces({view.tag, ":", step}),
                       .tensor_path = folder + "/tensors.tsv",
                       .rows = view.rows,
                       .columns = view.columns};
  const auto below = [&](std::string_view path) { return JoinPieces({log_dir, "/", path}); };
  if (Status status = MakeDirectories(below(folder)); !status.ok()) return status;
  if (Status status = WriteTensor(view, below(entry.tensor_path)); !status.ok()) return status;
  if (!options.metadata.empty()) {
    entry.metadata_path = folder + "/metadata.tsv";
    if (Status status = WriteMetadata(options, below(entry.metadata_path)); !status.ok()) {
      return status;
    }
  }
  if (!options.sprites.empty()) {
    entry.sprite_path = folder + "/sprite.png";
    entry.sprite_width = options.sprite_shape.width;
    entry.sprite_height = options.sprite_shape.height;
    if (Status status = WriteSprites(options, below(entry.sprite_path)); !status.ok()) {
      return status;
    }
  }
  return UpdateConfig(log_dir, entry);
}

}  // namespace sightglass::writer
