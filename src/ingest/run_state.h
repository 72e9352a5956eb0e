#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "ingest/event_file.h"
#include "store/snapshot.h"

namespace sightglass::ingest {

// A run while it is being loaded: its files and what was published of it.
//
// Threads: guarded by `mutex`, but for pieces being read: a Piece belongs to the thread that reads
// it until it is done.
struct RunState {
  base::Mutex mutex;
  std::string name;
  std::string directory;
  // Of the files found by the latest walk; belongs to the thread that walks.
  std::vector<std::string> paths;
  std::map<std::string, std::unique_ptr<EventFile>> files GUARDED_BY(mutex);  // by path
  std::size_t pieces_left GUARDED_BY(mutex) = 0;
  bool is_dirty GUARDED_BY(mutex) = false;  // something changed since it was published
  std::shared_ptr<const store::Run> published GUARDED_BY(mutex);
};

// Turns pieces of `file` that are done, in order, into parts. Where a piece began at a wrong guess
// (a record inside another one's payload, damage, a kind that an earlier part decides otherwise),
// it is read again from where the part before ended.
void Stitch(EventFile& file, const ReadPieceContext& context);

// The state of the run as readers see it. Files whose values must be understood otherwise because
// an earlier file decided a tag's kind are read again. Series that did not change are shared with
// `before` (may be null). REQUIRES: no piece is being read.
void SettleKinds(RunState& run, const ReadPieceContext& context) REQUIRES_LOCK(run.mutex);
std::shared_ptr<const store::Run> AssembleRun(const RunState& run, const Tables& tables,
                                              const store::Run* before) REQUIRES_LOCK(run.mutex);

}  // namespace sightglass::ingest
