#pragma once

#include <cstdint>
#include <memory>

#include "base/bytes.h"
#include "base/result.h"
#include "format/event.h"
#include "io/file_system.h"
#include "store/snapshot.h"
#include "values/value_points.h"

namespace sightglass::values {

// The message of an event that is a value as a whole: of graph_def and meta_graph_def the graph, of
// tagged_run_metadata the run metadata. It stays in its file.
struct StoredEvent {
  std::shared_ptr<io::File> file;
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
};

// Finds the message of `point`, which is one of a series of whole events in `run`, and reads no
// more than what stands before it. `form` is that of the point's header.
//
// kNotFound: the file is gone. kDataLoss: it is no longer there, because the file was replaced or
// damaged since. kInvalidArgument: the form is not that of a whole event.
base::Result<StoredEvent> FindStoredEvent(const store::Run& run, const ValuePoint& point,
                                          format::ValueForm form,
                                          io::FileSystem& files = io::LocalFileSystem());

// All of it. kOutOfRange: longer than kMaxValueBytes.
base::Result<std::unique_ptr<std::byte[]>> ReadStoredEvent(const StoredEvent& event);

}  // namespace sightglass::values
