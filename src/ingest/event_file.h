#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/issue_log.h"
#include "ingest/part_loader.h"
#include "io/file_system.h"

namespace sightglass::ingest {

// Enough of a file's bytes to tell whether it is still the file that was read.
struct Fingerprint {
  std::uint64_t bytes = 0;  // how far the file had been read
  std::uint32_t head_crc = 0;
  std::uint32_t tail_crc = 0;  // of the bytes just before `bytes`

  bool operator==(const Fingerprint&) const = default;
};

using ReadAtFunction =
    std::function<base::Result<std::size_t>(std::uint64_t offset, std::span<std::byte> into)>;

// Of the first `bytes` of a file. Cost: two small reads.
base::Result<Fingerprint> TakeFingerprint(const ReadAtFunction& read_at, std::uint64_t bytes);

// A byte range of a file to be read as one task.
struct Piece {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;           // no record that starts here or later
  bool find_first = false;         // `begin` is not known to be a record's start
  bool is_done = false;            // set by whoever asked for it, under the run's mutex
  std::uint64_t first_offset = 0;  // where its first record was found
  Fingerprint fingerprint;         // of the file up to where this piece ended
  PartData data;
};

// An event file of a run, and all that was read of it.
//
// Invariants:
// 1. parts are consecutive: each begins where the one before ended.
// 2. pieces[0 .. stitched) have become parts (or were folded into the last one).
struct EventFile {
  base::FileId id;
  std::string path;
  io::FileInfo info;  // when last looked at
  Fingerprint fingerprint;
  bool is_new = true;       // nothing was read yet
  bool must_retry = false;  // the last look failed: look again even if nothing changed
  bool was_replaced = false;
  bool has_issues = false;  // the issue log holds some of this file
  std::vector<PartData> parts;
  base::IssueTally look_issues;  // of the latest look: could not be opened, ...

  std::vector<Piece> pieces;    // being read now
  std::size_t pieces_left = 0;  // not done yet
  std::size_t stitched = 0;
  KnownTags known;  // of the parts, while there are pieces to stitch

  // Where reading goes on.
  [[nodiscard]] StreamEnd End() const { return parts.empty() ? StreamEnd{} : parts.back().end; }
  [[nodiscard]] std::uint64_t bytes_done() const;
  // Everything known to be wrong with it.
  [[nodiscard]] base::IssueTally Issues() const;
  // Forgets what was read.
  void Reset();
};

struct LookOptions {
  std::uint64_t part_bytes = 0;
};

// Looks at the file and plans what to read: fills `pieces` (none if nothing is new). Returns false
// when the file is gone.
bool LookAtFile(EventFile& file, io::FileSystem& files, const LookOptions& options);

// Reads one piece. `known` and `earlier_wall_time` as in PartLoader; `cancelled` is asked now and
// then.
struct ReadPieceContext {
  io::FileSystem& files;
  Tables& tables;
  ReadBuffer& buffer;
  const KnownTags* known = nullptr;
  std::optional<double> earlier_wall_time;
  std::function<bool(std::uint64_t bytes)> on_progress;  // false: stop
};
// `piece.data` holds what to go on from. `path` and `file_bytes` are the file's.
void ReadPiece(const std::string& path, std::uint64_t file_bytes, Piece& piece,
               const ReadPieceContext& context);

}  // namespace sightglass::ingest
