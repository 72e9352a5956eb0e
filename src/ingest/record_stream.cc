#include "ingest/record_stream.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "base/check.h"
#include "base/crc32c.h"

namespace sightglass::ingest {
namespace {

using base::IssueKind;
using format::Frame;
using format::FrameState;
using format::kFrameHeaderBytes;
using format::kFrameOverheadBytes;

// Checking candidates for a record behind damage may read bytes again and again: a hostile file is
// nothing but headers. This bounds the checksum work to a small multiple of what the file holds.
constexpr std::uint64_t kSearchBudgetBase = std::uint64_t{1} << 30;
constexpr std::uint64_t kSearchBudgetFactor = 16;

std::string Describe(IssueKind kind, std::uint64_t frame_bytes, std::uint64_t left_bytes) {
  switch (kind) {
    case IssueKind::kDamagedHeader:
      return "record length fails its checksum";
    case IssueKind::kDamagedPayload:
      return fmt::format("record of {} bytes fails its checksum", frame_bytes);
    case IssueKind::kRecordTooLarge:
      return fmt::format("record of {} bytes, limit {}", frame_bytes,
                         format::kMaxPayloadBytes + kFrameOverheadBytes);
    case IssueKind::kFalseLength:
      return fmt::format("record of {} bytes claimed, {} left", frame_bytes, left_bytes);
    default:
      return {};
  }
}

}  // namespace

ReadBuffer::ReadBuffer(std::size_t read_bytes)
    : read_bytes_(std::max<std::size_t>(read_bytes, kFrameOverheadBytes)) {
  Grow(read_bytes_, 0);
}

void ReadBuffer::Grow(std::size_t capacity, std::size_t keep) {
  if (capacity <= capacity_) return;
  std::unique_ptr<std::byte[]> bytes(new std::byte[capacity]);
  if (keep > 0) std::memcpy(bytes.get(), bytes_.get(), keep);
  bytes_ = std::move(bytes);
  capacity_ = capacity;
}

void ReadBuffer::Shrink() {
  if (capacity_ <= 2 * read_bytes_) return;
  bytes_.reset();
  capacity_ = 0;
  Grow(read_bytes_, 0);
}

RecordStream::RecordStream(io::File& file, ReadBuffer& buffer, RecordStreamOptions options,
                           std::function<void(Damage)> on_damage)
    : file_(file),
      buffer_(buffer),
      options_(options),
      on_damage_(std::move(on_damage)),
      window_offset_(options.begin),
      first_offset_(options.begin),
      search_budget_bytes_(kSearchBudgetBase + kSearchBudgetFactor * options.file_bytes) {
  buffer_.Shrink();
  if (!options_.find_first) return;
  // What begins behind the end is for others: inside of a record that is larger than such a part,
  // the search is over there.
  const auto found = FindRecord(options_.begin, options_.end);
  first_offset_ = found.value_or(std::min(options_.end, options_.file_bytes));
  if (found && Fill(*found, kFrameHeaderBytes)) return;
  window_offset_ = end_.status.ok() ? first_offset_ : options_.begin;
  cursor_ = limit_ = 0;
  Stop(std::nullopt);
}

bool RecordStream::Fill(std::uint64_t at, std::uint64_t need) {
  DCHECK(at <= options_.file_bytes);
  if (at >= window_offset_ && at - window_offset_ <= limit_) {
    cursor_ = static_cast<std::size_t>(at - window_offset_);
  } else {
    window_offset_ = at;
    cursor_ = 0;
    limit_ = 0;
  }
  need = std::min(need, options_.file_bytes - at);
  if (limit_ - cursor_ >= need) return true;
  // What is left moves to the front: less than a record, so little next to what is read.
  if (cursor_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + cursor_, limit_ - cursor_);
    window_offset_ += cursor_;
    limit_ -= cursor_;
    cursor_ = 0;
  }
  if (need > buffer_.capacity()) {
    buffer_.Grow(static_cast<std::size_t>(need), limit_);
  }
  while (limit_ < need) {
    const std::uint64_t left = options_.file_bytes - (window_offset_ + limit_);
    const std::size_t room = std::min(buffer_.capacity() - limit_, buffer_.read_bytes());
    const auto want = static_cast<std::size_t>(std::min<std::uint64_t>(room, left));
    const auto got = file_.ReadAt(window_offset_ + limit_, {buffer_.data() + limit_, want});
    if (!got.ok()) {
      end_.status = got.error();
      return false;
    }
    if (*got == 0) {
      // Shorter than it was when its size was taken. The next look will see what happened to it.
      options_.file_bytes = window_offset_ + limit_;
      return true;
    }
    limit_ += *got;
  }
  return true;
}

base::Result<std::size_t> RecordStream::ReadAt(std::uint64_t at, std::span<std::byte> into) {
  if (at >= window_offset_ && at + into.size() <= window_offset_ + limit_) {
    std::memcpy(into.data(), buffer_.data() + (at - window_offset_), into.size());
    return into.size();
  }
  return file_.ReadAt(at, into);
}

void RecordStream::Stop(std::optional<Damage> tail) {
  end_.offset = offset();
  end_.tail = std::move(tail);
  has_ended_ = true;
  options_.end = 0;  // keeps Next() out of its fast path
}

bool RecordStream::NextSlow(Record& record) {
  while (!has_ended_) {
    if (offset() >= options_.end || offset() >= options_.file_bytes) {
      Stop(std::nullopt);
      return false;
    }
    const Frame frame = format::ReadFrame({buffer_.data() + cursor_, limit_ - cursor_});
    const std::uint64_t left = options_.file_bytes - offset();
    switch (frame.state) {
      case FrameState::kRecord:
        record.offset = offset();
        record.payload = frame.payload;
        cursor_ += static_cast<std::size_t>(frame.frame_bytes);
        return true;
      case FrameState::kIncomplete:
        if (frame.frame_bytes <= left) {
          if (!Fill(offset(), frame.frame_bytes)) {
            Stop(std::nullopt);
            return false;
          }
          break;
        }
        if (limit_ - cursor_ < std::min<std::uint64_t>(left, kFrameHeaderBytes)) {
          if (!Fill(offset(), kFrameHeaderBytes)) {
            Stop(std::nullopt);
            return false;
          }
          break;
        }
        if (left < kFrameHeaderBytes) {
          Stop(Damage{IssueKind::kTornTail, offset(), options_.file_bytes,
                      fmt::format("{} bytes of a record's header", left)});
          return false;
        }
        if (!SkipDamage(IssueKind::kFalseLength, frame.frame_bytes)) return false;
        break;
      case FrameState::kDamagedHeader:
        if (!SkipDamage(IssueKind::kDamagedHeader, 0)) return false;
        break;
      case FrameState::kDamagedPayload:
        if (!SkipDamage(IssueKind::kDamagedPayload, frame.frame_bytes)) return false;
        break;
      case FrameState::kTooLarge:
        if (!SkipDamage(
                frame.frame_bytes > left ? IssueKind::kFalseLength : IssueKind::kRecordTooLarge,
                frame.frame_bytes)) {
          return false;
        }
        break;
    }
  }
  return false;
}

bool RecordStream::SkipDamage(IssueKind kind, std::uint64_t frame_bytes) {
  const std::uint64_t begin = offset();
  const std::uint64_t left = options_.file_bytes - begin;
  const std::uint64_t tail_end = options_.file_bytes;
  std::optional<std::uint64_t> next;
  undecided_.reset();
  // Where the header is right but the payload is not, the next record is most likely where the
  // header says.
  if (kind == IssueKind::kDamagedPayload || kind == IssueKind::kRecordTooLarge) {
    const std::uint64_t behind = begin + frame_bytes;
    std::uint64_t next_bytes = 0;
    if (Fill(behind, kFrameHeaderBytes) && limit_ - cursor_ >= kFrameHeaderBytes &&
        format::HasSoundHeader({buffer_.data() + cursor_, limit_ - cursor_}, &next_bytes) &&
        IsSound(behind, next_bytes)) {
      next = behind;
    }
  }
  if (!next && end_.status.ok()) {
    std::uint64_t from = begin + 1;
    if (begin == options_.begin) from = std::max(from, options_.searched_to);
    next = FindRecord(from);
  }
  if (!end_.status.ok()) {
    const base::Status failure = end_.status;
    if (!Fill(begin, 0)) end_.status = failure;
    Stop(std::nullopt);
    return false;
  }
  if (next) {
    // A header passed on the way that claims more than there is gets a place of its own: should its
    // record be completed one day, it is looked for there.
    std::uint64_t end = *next;
    if (undecided_ && *undecided_ < end) end = *undecided_;
    on_damage_({kind, begin, end, Describe(kind, frame_bytes, left)});
    if (end < *next) {
      on_damage_(
          {IssueKind::kFalseLength, end, *next, "record with more bytes claimed than are left"});
    }
    return Fill(*next, kFrameHeaderBytes) || (Stop(std::nullopt), false);
  }
  // Nothing sound follows: either more bytes will make sense of it, or this is the end.
  if (budget_spent_) {
    on_damage_({IssueKind::kResyncGivenUp, begin, tail_end,
                "too many false record headers; the rest of the file is left out"});
    window_offset_ = tail_end;
    cursor_ = limit_ = 0;
    Stop(std::nullopt);
    return false;
  }
  window_offset_ = begin;
  cursor_ = limit_ = 0;
  end_.searched_to = undecided_.value_or(
      std::max(begin + 1, tail_end - std::min<std::uint64_t>(tail_end, kFrameOverheadBytes - 1)));
  Damage tail{kind, begin, tail_end, Describe(kind, frame_bytes, left)};
  if (kind == IssueKind::kFalseLength &&
      frame_bytes <= format::kMaxPayloadBytes + kFrameOverheadBytes) {
    tail.kind = IssueKind::kTornTail;
  } else if (kind == IssueKind::kDamagedHeader) {
    tail.kind = IssueKind::kNotEventData;
  }
  Stop(std::move(tail));
  return false;
}

std::optional<std::uint64_t> RecordStream::FindRecord(std::uint64_t from, std::uint64_t before) {
  undecided_.reset();
  std::uint64_t at = from;
  while (at < before && at + kFrameOverheadBytes <= options_.file_bytes) {
    if (!Fill(at, buffer_.read_bytes())) return std::nullopt;
    const base::Bytes window{buffer_.data() + cursor_, limit_ - cursor_};
    if (window.size() < kFrameHeaderBytes) return std::nullopt;
    std::size_t found = 0;
    while (true) {
      found = format::FindSoundHeader(window, found);
      if (found + kFrameHeaderBytes > window.size()) break;
      if (at + found >= before) return std::nullopt;
      std::uint64_t frame_bytes = 0;
      CHECK(format::HasSoundHeader(window.subspan(found), &frame_bytes));
      if (frame_bytes > options_.file_bytes - (at + found)) {
        if (!undecided_) undecided_ = at + found;
      } else if (IsSound(at + found, frame_bytes)) {
        return at + found;
      } else if (!end_.status.ok() || budget_spent_) {
        return std::nullopt;
      }
      ++found;
    }
    at += found;
  }
  return std::nullopt;
}

bool RecordStream::IsSound(std::uint64_t at, std::uint64_t frame_bytes) {
  if (frame_bytes > options_.file_bytes - at) return false;
  if (frame_bytes > search_budget_bytes_) {
    budget_spent_ = true;
    return false;
  }
  search_budget_bytes_ -= frame_bytes;
  if (at >= window_offset_ && at + frame_bytes <= window_offset_ + limit_) {
    const std::byte* begin = buffer_.data() + (at - window_offset_);
    return format::ReadFrame({begin, static_cast<std::size_t>(frame_bytes)}).state ==
           FrameState::kRecord;
  }
  // Not in the window: checked piece by piece, so that a false length costs no memory.
  std::array<std::byte, 16384> piece;
  std::uint32_t crc = 0;
  std::uint64_t done = at + kFrameHeaderBytes;
  const std::uint64_t footer = at + frame_bytes - format::kFrameFooterBytes;
  while (done < footer) {
    const auto want =
        static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), footer - done));
    const auto got = file_.ReadAt(done, {piece.data(), want});
    if (!got.ok()) {
      end_.status = got.error();
      return false;
    }
    if (*got == 0) return false;
    crc = base::ExtendCrc32c(crc, {piece.data(), *got});
    done += *got;
  }
  const auto got = file_.ReadAt(footer, {piece.data(), format::kFrameFooterBytes});
  if (!got.ok()) {
    end_.status = got.error();
    return false;
  }
  return *got == format::kFrameFooterBytes &&
         base::LoadLittleEndian<std::uint32_t>(piece.data()) == base::MaskCrc32c(crc);
}

}  // namespace sightglass::ingest
