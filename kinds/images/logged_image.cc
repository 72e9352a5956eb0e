#include "kinds/images/logged_image.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "format/modern.h"

namespace sightglass::kinds {

base::Result<LoggedImage> ReadLoggedImage(const store::Snapshot& snapshot,
                                          const values::ValueKey& key) {
  ASSIGN_OR_RETURN(const values::FoundValue found, values::FindValue(snapshot, key, "images"));
  ASSIGN_OR_RETURN(values::StoredValue value,
                   values::ReadStoredValue(*found.run, *found.series, found.point));
  ASSIGN_OR_RETURN(const format::ImageBlobs blobs, format::DecodeImageValue(value.view()));
  if (key.sample >= blobs.encoded.size()) {
    return base::Error{base::ErrorCode::kNotFound,
                       fmt::format("no sample {} at step {}, which has {}", key.sample, key.step,
                                   blobs.encoded.size())};
  }
  return LoggedImage(std::move(value), blobs.encoded[key.sample]);
}

std::int64_t SampleCount(const store::RefHeader& header) {
  return std::max<std::int64_t>(header.detail[2], 0);
}

}  // namespace sightglass::kinds
