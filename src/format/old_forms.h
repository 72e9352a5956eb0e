#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "format/wire.h"

namespace sightglass::format {

// The messages that Summary.Value held before tensors: read in place, used by modern.cc only.

// Summary.Image.
struct OldImage {
  std::int64_t height = 0;
  std::int64_t width = 0;
  base::Bytes encoded;
};
WireError ParseOldImage(base::Bytes message, OldImage& image);

// Summary.Audio.
struct OldAudio {
  float sample_rate = 0;
  std::int64_t channels = 0;
  std::int64_t frames = 0;
  base::Bytes encoded;
};
WireError ParseOldAudio(base::Bytes message, OldAudio& audio);

// HistogramProto without its buckets.
struct OldHistogramHeader {
  double min = 0;
  double max = 0;
  std::uint64_t limits = 0;  // how many bucket_limit
  std::uint64_t counts = 0;  // how many bucket
  // Buckets with a count above zero: from the first up to behind the last; both 0 if there is none.
  std::uint64_t first_used = 0;
  std::uint64_t past_last_used = 0;
};
// Cost: reads counts from both ends up to the first that is used.
WireError ParseOldHistogramHeader(base::Bytes message, OldHistogramHeader& header);

// bucket_limit and bucket as written.
struct OldHistogramLists {
  std::vector<double> limits;
  std::vector<double> counts;
};
WireError ParseOldHistogramLists(base::Bytes message, OldHistogramLists& lists);

}  // namespace sightglass::format
