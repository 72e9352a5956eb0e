#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/ids.h"
#include "base/result.h"
#include "kind/parameters.h"
#include "store/snapshot.h"
#include "values/value_points.h"

namespace sightglass::values {

// What names one sample of one logged value, for good.
struct ValueKey {
  std::uint64_t run_id = 0;  // see kind/name_id.h
  std::uint64_t tag_id = 0;
  base::Step step = 0;
  std::uint32_t version = 0;  // PointVersion()
  std::uint32_t sample = 0;   // of a batch

  bool operator==(const ValueKey&) const = default;
};

// The parameters run_id, tag_id, step, v and, if there is one, sample. Others are not looked at.
// kInvalidArgument, naming the parameter.
base::Result<ValueKey> ValueKeyFromParameters(const kind::Parameters& parameters);
// The same as a query string, without '?'.
std::string ValueKeyQuery(const ValueKey& key);

// The key as one token of letters and digits, for TensorBoard's routes.
std::string PackKey(const ValueKey& key);
// kInvalidArgument for what PackKey() did not make.
base::Result<ValueKey> UnpackKey(std::string_view token);

// Points into the snapshot.
struct FoundValue {
  const store::Run* run = nullptr;
  const store::Series* series = nullptr;
  ValuePoint point;
};

// kNotFound, saying what of run, tag and step is not there.
// Cost: the names of all runs and of the run's tags are hashed: a millisecond for a megabyte.
base::Result<FoundValue> FindValue(const store::Snapshot& snapshot, const ValueKey& key,
                                   std::string_view plugin);

}  // namespace sightglass::values
