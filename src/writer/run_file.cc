#include "writer/run_file.h"

#include <cstring>
#include <utility>

#include "base/crc32c.h"
#include "base/wire_writer.h"
#include "writer/fork_registry.h"
#include "writer/scalar_tag.h"
#include "writer/wall_clock.h"

namespace sightglass::writer {
namespace {

constexpr std::string_view kFileVersion = "brain.Event:2";
constexpr std::string_view kWriterName = "sightglass.writer";
constexpr std::uint32_t kFileVersionField = 3;
constexpr std::uint32_t kSessionLogField = 7;
constexpr std::uint32_t kSourceMetadataField = 10;
constexpr std::uint64_t kSessionStart = 1;
// Length, its checksum, and the checksum of what follows.
constexpr std::size_t kFrameHeadBytes = 12;
constexpr std::size_t kFrameTailBytes = 4;

// What every event begins with.
void PutEventHead(base::WireWriter& event, std::int64_t step, double wall_time) {
  event.Double(1, wall_time);
  if (step != 0) event.Varint(2, static_cast<std::uint64_t>(step));
}

}  // namespace

RunFile::RunFile(std::string directory, RunFileOptions options, std::shared_ptr<SinkMaker> maker)
    : directory_(std::move(directory)), options_(std::move(options)), maker_(std::move(maker)) {}

RunFile::~RunFile() = default;

bool RunFile::MakeRoom() {
  if (waiting_->size() - sent_ < kMaxWaitingBytes || !failing_) return true;
  ++dropped_;
  return false;
}

void RunFile::AddScalar(ScalarTag& tag, std::int64_t step, double wall_time, double value) {
  if (MakeRoom()) tag.AppendRecord(*waiting_, step, wall_time, value);
}

void RunFile::AddEvent(std::uint32_t field, std::string_view body, std::int64_t step,
                       double wall_time) {
  if (!MakeRoom()) return;
  std::string head;
  base::WireWriter writer(head);
  PutEventHead(writer, step, wall_time);
  // The body's own head, without the body: it may be large, and goes straight to its place.
  base::AppendVarint(head, (field << 3) | 2U);
  base::AppendVarint(head, body.size());
  const std::uint64_t length = head.size() + body.size();
  const std::uint32_t checksum =
      base::ExtendCrc32c(base::Crc32c(base::AsBytes(head)), base::AsBytes(body));
  char frame_head[kFrameHeadBytes];
  const std::uint32_t length_checksum = base::MaskCrc32c(base::Crc32cOf8(length));
  std::memcpy(frame_head, &length, sizeof(length));
  std::memcpy(frame_head + sizeof(length), &length_checksum, sizeof(length_checksum));
  char frame_tail[kFrameTailBytes];
  const std::uint32_t masked = base::MaskCrc32c(checksum);
  std::memcpy(frame_tail, &masked, sizeof(masked));
  waiting_->reserve(waiting_->size() + length + kFrameHeadBytes + kFrameTailBytes);
  waiting_->append(frame_head, sizeof(frame_head)).append(head).append(body);
  waiting_->append(frame_tail, sizeof(frame_tail));
}

// The first record names the version; readers identify files by it. A restart comes right after.
void RunFile::AddHead() {
  const double now = WallClockNow();
  const std::int64_t step = options_.purge_step.value_or(0);
  std::string source;
  base::WireWriter(source).Message(1, kWriterName);
  std::string event;
  base::WireWriter writer(event);
  PutEventHead(writer, step, now);
  writer.Message(kFileVersionField, kFileVersion);
  writer.Message(kSourceMetadataField, source);
  std::string head;
  base::AppendFrame(head, event);
  if (options_.purge_step) {
    std::string session;
    base::WireWriter(session).Varint(1, kSessionStart);
    event.clear();
    PutEventHead(writer, step, now);
    writer.Message(kSessionLogField, session);
    base::AppendFrame(head, event);
  }
  waiting_->insert(0, head);
}

Status RunFile::Open() {
  if (sink_ == nullptr) {
    if (Status made = maker_->Make(directory_, options_.name_end, sink_); !made.ok()) {
      failing_ = true;
      return made;
    }
    AddHead();
  }
  std::size_t wrote = 0;
  Status status = sink_->Append(std::string_view(*waiting_).substr(sent_), wrote);
  sent_ += wrote;
  written_bytes_ += wrote;
  failing_ = !status.ok();
  if (sent_ == waiting_->size()) {
    waiting_->clear();
    sent_ = 0;
    // One large picture should not be held for ever.
    if (waiting_->capacity() > 4 * kWriteBytes) waiting_->shrink_to_fit();
  }
  return status;
}

Status RunFile::Write() {
  if (waiting_->empty()) return {};
  if (sink_ != nullptr && sink_->deleted()) {
    // What waits in part was begun in the old file, and begins again in the new one.
    sink_ = nullptr;
    ++generation_;
    replaced_ = true;
    sent_ = 0;
    options_.purge_step.reset();
  }
  return Open();
}

bool RunFile::TakeReplaced() { return std::exchange(replaced_, false); }

std::uint64_t RunFile::TakeDropped() { return std::exchange(dropped_, 0); }

std::uint64_t RunFile::TakeWrittenBytes() { return std::exchange(written_bytes_, 0); }

std::uint64_t RunFile::WaitingRecords() const {
  std::uint64_t records = 0;
  std::size_t at = 0;
  while (at + kFrameHeadBytes <= waiting_->size()) {
    std::uint64_t length = 0;
    std::memcpy(&length, waiting_->data() + at, sizeof(length));
    at += kFrameHeadBytes + length + kFrameTailBytes;
    if (at > sent_) ++records;
  }
  return records;
}

void RunFile::StartAnew() {
  // Both may be half changed by a thread that is not here any more.
  if (sink_ != nullptr) sink_->Abandon();
  LeaveToParent(sink_.release());
  LeaveToParent(waiting_.release());
  waiting_ = std::make_unique<std::string>();
  sent_ = 0;
  failing_ = false;
  listed_ = false;
  ++generation_;
  options_.purge_step.reset();
}

}  // namespace sightglass::writer
