#include "bench/log_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/check.h"
#include "format/encode.h"

namespace sightglass::bench {
namespace {

// Past a megabyte, larger writes are no faster into the page cache.
constexpr std::size_t kFlushBytes = std::size_t{1} << 20;

base::Error SystemError(std::string_view what, int error_number, const std::string& path) {
  return base::Error{base::ErrorCode::kUnavailable,
                     fmt::format("{}: {}: {}", what, std::strerror(error_number), path)};
}

}  // namespace

double Random::Normal() {
  // Twelve uniform numbers in [-1, 1) have variance 4 together.
  double sum = 0;
  for (int i = 0; i < 12; ++i) sum += Signed();
  return sum / 2;
}

base::Result<LogFile> LogFile::Create(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
  if (error) return SystemError("cannot make the directory of", error.value(), path);
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (descriptor < 0) return SystemError("cannot create", errno, path);
  return LogFile(descriptor, path);
}

LogFile::LogFile(LogFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      path_(std::move(other.path_)),
      buffer_(std::move(other.buffer_)),
      written_bytes_(other.written_bytes_) {}

LogFile::~LogFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

base::Status LogFile::FlushIfFull() {
  return buffer_.size() >= kFlushBytes ? Flush() : base::OkStatus();
}

base::Status LogFile::Flush() {
  CHECK(descriptor_ >= 0);
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t count = ::write(descriptor_, rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return SystemError("cannot write", errno, path_);
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  written_bytes_ += buffer_.size();
  buffer_.clear();
  return base::OkStatus();
}

base::Status LogFile::Close(Totals& totals) {
  RETURN_IF_ERROR(Flush());
  if (::close(std::exchange(descriptor_, -1)) != 0)
    return SystemError("cannot close", errno, path_);
  ++totals.files;
  totals.bytes += written_bytes_;
  return base::OkStatus();
}

std::string EventFileName(std::int64_t start_seconds, std::uint64_t number) {
  return fmt::format("events.out.tfevents.{:010}.host.1.{}.v2", start_seconds, number);
}

void AppendFileVersion(std::string& out, std::int64_t start_seconds) {
  format::AppendFrame(out,
                      format::EncodeFileVersion(static_cast<double>(start_seconds), "brain.Event:2",
                                                "tensorflow.core.util.events_writer"));
}

std::string PluginMetadata(std::string_view plugin, std::string_view content) {
  format::MetadataFields fields;
  fields.plugin_name = plugin;
  fields.plugin_content = content;
  return format::EncodeMetadata(fields);
}

base::Status RequireEmptyDirectory(const std::string& directory) {
  std::error_code error;
  if (!std::filesystem::exists(directory, error)) return base::OkStatus();
  const bool empty = std::filesystem::is_empty(directory, error);
  if (error) return SystemError("cannot look into", error.value(), directory);
  if (empty) return base::OkStatus();
  return base::Error{base::ErrorCode::kAlreadyExists,
                     fmt::format("already has files; delete it or name another: {}", directory)};
}

}  // namespace sightglass::bench
