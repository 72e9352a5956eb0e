#pragma once

#include <cstdint>

#include "base/bytes.h"
#include "base/result.h"
#include "store/point.h"
#include "store/snapshot.h"
#include "values/stored_value.h"
#include "values/value_key.h"

namespace sightglass::kinds {

// One picture of a step as it was logged: PNG, JPEG, or whatever the writer put there.
class LoggedImage {
 public:
  LoggedImage(values::StoredValue value, base::Bytes encoded)
      : value_(std::move(value)), encoded_(encoded) {}

  [[nodiscard]] base::Bytes encoded() const { return encoded_; }

 private:
  values::StoredValue value_;
  base::Bytes encoded_;  // in value_
};

// kNotFound: no such run, tag, step or sample, or the file is gone; kDataLoss: the file no longer
// holds it; kInvalidArgument: the value is no image.
base::Result<LoggedImage> ReadLoggedImage(const store::Snapshot& snapshot,
                                          const values::ValueKey& key);

// How many pictures a value holds; 0 if it is none of images.
std::int64_t SampleCount(const store::RefHeader& header);

}  // namespace sightglass::kinds
