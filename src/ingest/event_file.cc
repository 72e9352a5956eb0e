#include "ingest/event_file.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/crc32c.h"
#include "format/frame.h"

namespace sightglass::ingest {
namespace {

using base::IssueKind;

constexpr std::uint64_t kFingerprintBytes = 256;
// A file is never split into more parts than this: each costs a little per tag.
constexpr std::uint64_t kMaxParts = 256;
// How often a piece tells how far it is.
constexpr std::uint64_t kProgressBytes = std::uint64_t{1} << 20;

// Was a place that could not be read put right since? A write seen half done looks like damage
// until the rest arrives, and so does a record still being written that holds records of its own.
class RepairCheck {
 public:
  RepairCheck(io::File& file, std::uint64_t bytes_before, std::uint64_t bytes_now)
      : file_(file), bytes_before_(bytes_before), bytes_now_(bytes_now) {}

  // Does a whole sound record stand where `issue` begins?
  bool IsRepaired(const base::Issue& issue) {
    std::array<std::byte, format::kFrameHeaderBytes> header;
    const auto got = file_.ReadAt(issue.offset, header);
    std::uint64_t frame_bytes = 0;
    if (!got.ok() || *got != header.size() || !format::HasSoundHeader(header, &frame_bytes) ||
        frame_bytes > bytes_now_ - issue.offset) {
      return false;
    }
    if (issue.kind == IssueKind::kFalseLength) {
      // Worth the checksum of all its bytes once: when they have arrived.
      if (frame_bytes <= bytes_before_ - issue.offset) return false;
    } else if (frame_bytes > budget_bytes_) {
      return false;
    } else {
      budget_bytes_ -= frame_bytes;
    }
    std::vector<std::byte> frame(static_cast<std::size_t>(frame_bytes));
    const auto all = file_.ReadAt(issue.offset, frame);
    return all.ok() && format::ReadFrame({frame.data(), *all}).state == format::FrameState::kRecord;
  }

 private:
  io::File& file_;
  const std::uint64_t bytes_before_;
  const std::uint64_t bytes_now_;
  // A live file is looked at many times a second: what is damaged for good must not cost much each
  // time.
  std::uint64_t budget_bytes_ = std::uint64_t{4} << 20;
};

bool IsRepaired(const EventFile& file, std::uint64_t bytes_before, io::File& opened) {
  RepairCheck check(opened, bytes_before, file.info.size_bytes);
  for (const PartData& part : file.parts) {
    for (const auto& [kind, issues] : part.issues.by_kind()) {
      if (kind != IssueKind::kDamagedHeader && kind != IssueKind::kDamagedPayload &&
          kind != IssueKind::kFalseLength) {
        continue;
      }
      for (const base::Issue& issue : issues.first) {
        if (check.IsRepaired(issue)) return true;
      }
    }
  }
  return false;
}

}  // namespace

base::Result<Fingerprint> TakeFingerprint(const ReadAtFunction& read_at, std::uint64_t bytes) {
  Fingerprint fingerprint{.bytes = bytes};
  std::array<std::byte, kFingerprintBytes> piece;
  const auto want = static_cast<std::size_t>(std::min(bytes, kFingerprintBytes));
  ASSIGN_OR_RETURN(const std::size_t head, read_at(0, {piece.data(), want}));
  fingerprint.head_crc = base::Crc32c({piece.data(), head});
  ASSIGN_OR_RETURN(const std::size_t tail, read_at(bytes - want, {piece.data(), want}));
  fingerprint.tail_crc = base::Crc32c({piece.data(), tail});
  if (head != want || tail != want)
    fingerprint.bytes = 0;  // shorter than it should be: equals none
  return fingerprint;
}

std::uint64_t EventFile::bytes_done() const {
  if (parts.empty()) return 0;
  // Bytes of an incomplete record have been looked at; they are done until more arrive.
  const StreamEnd& end = parts.back().end;
  return end.tail ? end.tail->end : end.offset;
}

base::IssueTally EventFile::Issues() const {
  base::IssueTally all = look_issues;
  for (const PartData& part : parts) all.Append(part.issues);
  if (parts.empty()) return all;
  const StreamEnd& end = parts.back().end;
  if (!end.status.ok() && end.status.error().code != base::ErrorCode::kCancelled) {
    all.Add({.kind = IssueKind::kFileUnreadable,
             .path = path,
             .offset = end.offset,
             .message = end.status.error().message});
  }
  if (end.tail) {
    const Damage& tail = *end.tail;
    all.Add({.kind = tail.kind,
             .path = path,
             .offset = tail.begin,
             .bytes = tail.end - tail.begin,
             .message = tail.message});
  }
  return all;
}

void EventFile::Reset() {
  parts.clear();
  pieces.clear();
  pieces_left = 0;
  stitched = 0;
  fingerprint = {};
}

bool LookAtFile(EventFile& file, io::FileSystem& files, const LookOptions& options) {
  const auto fail = [&](const base::Error& error) {
    file.look_issues.Add(
        {.kind = IssueKind::kFileUnreadable, .path = file.path, .message = error.message});
    file.must_retry = true;
  };
  const auto info = files.Stat(file.path);
  if (!info.ok()) {
    if (info.error().code == base::ErrorCode::kNotFound) return false;
    file.look_issues = {};
    fail(info.error());
    return true;
  }
  const io::FileInfo before = std::exchange(file.info, *info);
  const bool is_unchanged = !file.is_new && before.device == info->device &&
                            before.inode == info->inode && before.size_bytes == info->size_bytes &&
                            before.modified_nanos == info->modified_nanos &&
                            before.changed_nanos == info->changed_nanos;
  if (is_unchanged && !file.must_retry) return true;
  file.look_issues = {};
  file.must_retry = false;

  if (!file.is_new && !file.parts.empty()) {
    bool is_same = file.info.size_bytes >= file.fingerprint.bytes;
    if (is_same) {
      const auto opened = files.Open(file.path);
      if (!opened.ok()) {
        fail(opened.error());
        return true;
      }
      const auto fingerprint = TakeFingerprint(
          [&](std::uint64_t offset, std::span<std::byte> into) {
            return (*opened)->ReadAt(offset, into);
          },
          file.fingerprint.bytes);
      if (!fingerprint.ok()) {
        fail(fingerprint.error());
        return true;
      }
      is_same = *fingerprint == file.fingerprint;
      if (is_same && IsRepaired(file, before.size_bytes, **opened)) file.Reset();
    }
    if (!is_same) {
      file.Reset();
      file.was_replaced = true;
    }
  }
  if (file.was_replaced) {
    file.look_issues.Add({.kind = IssueKind::kFileReplaced,
                          .path = file.path,
                          .message = "the contents changed; read anew"});
  }
  file.is_new = false;

  const std::uint64_t begin = file.End().offset;
  const std::uint64_t size = file.info.size_bytes;
  file.pieces.clear();
  file.stitched = 0;
  if (size <= begin && !file.parts.empty()) return true;
  const std::uint64_t part_bytes = std::max(options.part_bytes, (size - begin) / kMaxParts);
  const std::uint64_t count =
      size - begin > 2 * part_bytes ? (size - begin + part_bytes - 1) / part_bytes : 1;
  for (std::uint64_t i = 0; i < count; ++i) {
    Piece piece;
    piece.begin = begin + i * part_bytes;
    piece.end =
        i + 1 == count ? std::numeric_limits<std::uint64_t>::max() : begin + (i + 1) * part_bytes;
    piece.find_first = i > 0;
    if (i == 0 && !file.parts.empty()) {
      // Goes on with the last part. A copy, so that a reader that fails leaves what there was.
      piece.data = file.parts.back();
    } else {
      piece.data.begin = piece.begin;
    }
    file.pieces.push_back(std::move(piece));
  }
  file.pieces_left = file.pieces.size();
  return true;
}

void ReadPiece(const std::string& path, std::uint64_t file_bytes, Piece& piece,
               const ReadPieceContext& context) {
  auto opened = context.files.Open(path);
  if (!opened.ok()) {
    piece.data.end.status = opened.error();
    piece.data.end.offset = piece.begin;
    piece.first_offset = piece.begin;
    return;
  }
  RecordStreamOptions options{.begin = piece.begin,
                              .end = piece.end,
                              .file_bytes = file_bytes,
                              .find_first = piece.find_first,
                              .searched_to = piece.data.end.searched_to};
  PartLoader loader(context.tables, path, context.known, std::move(piece.data));
  loader.set_earlier_wall_time(context.earlier_wall_time);
  RecordStream stream(**opened, context.buffer, options,
                      [&](const Damage& damage) { loader.TakeDamage(damage); });
  Record record;
  std::uint64_t told = stream.first_offset();
  bool is_cancelled = false;
  while (stream.Next(record)) {
    loader.Take(record);
    if (record.offset - told >= kProgressBytes) [[unlikely]] {
      if (!context.on_progress(record.offset - told)) {
        is_cancelled = true;
        told = record.offset;
        break;
      }
      told = record.offset;
    }
  }
  StreamEnd end =
      is_cancelled ? StreamEnd{.offset = record.offset + record.frame_bytes()} : stream.end();
  if (is_cancelled) {
    end.status = base::Error{base::ErrorCode::kCancelled, "stopped"};
  }
  const std::uint64_t reached =
      std::min({std::max(end.tail ? end.tail->end : end.offset, told), file_bytes});
  context.on_progress(reached - told);
  piece.first_offset = stream.first_offset();
  piece.data = loader.Finish(std::move(end));
  piece.data.begin = piece.find_first ? piece.first_offset : piece.data.begin;
  const auto taken = TakeFingerprint(
      [&](std::uint64_t offset, std::span<std::byte> into) { return stream.ReadAt(offset, into); },
      piece.data.end.offset);
  if (taken.ok()) {
    piece.fingerprint = *taken;
  }
}

}  // namespace sightglass::ingest
