#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "sightglass/status.h"

namespace sightglass {

// What happens to an event that finds its queue full, because the disk is slower than the program.
enum class OverflowPolicy : std::uint8_t {
  kBlock,       // the caller waits until there is room; nothing is lost
  kDropNewest,  // the event is dropped and counted
  kSpill,       // the event goes to a temporary file, and from there to its place; nothing is lost
};

// Hears of everything that goes wrong, refused calls included; on the thread that met it. The same
// trouble again and again is told once. Must not call the writer it belongs to.
using ErrorCallback = std::function<void(const Status&)>;

struct WriterOptions {
  // Events of one thread that may wait, rounded up to a power of two.
  std::size_t max_queue = 16'384;
  // Bytes of large events (images, histograms, text) of all threads that may wait. One larger event
  // still passes, alone.
  std::size_t max_queue_bytes = std::size_t{256} << 20;
  // What was added is in the file after this time at the latest, where a killed process cannot lose
  // it. A viewer is watching, so it is short.
  std::int64_t flush_millis = 1'000;
  OverflowPolicy overflow = OverflowPolicy::kBlock;
  // Where kSpill puts its file, which has no name and goes with the process. Empty: $TMPDIR, /tmp.
  std::string spill_dir = {};
  // At the end of the file's name, in place of ".v2".
  std::string filename_suffix = {};
  // A restarted job begins again at this step: readers hide what an earlier file has from there on.
  std::optional<std::int64_t> purge_step = std::nullopt;
  // None: one line to stderr.
  ErrorCallback on_error = nullptr;
};

// How a writer fared so far. Numbers only grow.
struct WriterCounts {
  std::uint64_t events = 0;   // taken
  std::uint64_t refused = 0;  // calls that failed for their arguments
  std::uint64_t dropped = 0;  // by kDropNewest, or lost to I/O errors at Close()
  std::uint64_t spilled = 0;  // by kSpill
  std::uint64_t bytes = 0;    // written to files
};

}  // namespace sightglass
