#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "base/bytes.h"
#include "base/result.h"
#include "format/event.h"
#include "io/file_system.h"
#include "store/snapshot.h"
#include "values/value_points.h"

namespace sightglass::values {

// A value is read whole, once for every request that looks at it. Writers stay far below this; a
// file that does not would cost more memory than a look at it is worth.
inline constexpr std::uint64_t kMaxValueBytes = std::uint64_t{1} << 30;

// One logged value, read back from its file. Owns its bytes.
class StoredValue {
 public:
  // Good as long as this value, also after a move.
  [[nodiscard]] const format::ValueView& view() const { return view_; }

 private:
  friend base::Result<StoredValue> ReadStoredValue(const store::Run& run,
                                                   const store::Series& series,
                                                   const ValuePoint& point, io::FileSystem& files);
  StoredValue(std::unique_ptr<std::byte[]> bytes, const format::ValueView& view)
      : bytes_(std::move(bytes)), view_(view) {}

  std::unique_ptr<std::byte[]> bytes_;
  format::ValueView view_;  // points into bytes_
};

// The value of `point`, which is one of `series` in `run`. Events that are values as a whole, as
// graphs are, are read by stored_event.h.
//
// kNotFound: the file is gone. kDataLoss: its bytes are no longer this value, because it was
// replaced or damaged since. kOutOfRange: longer than kMaxValueBytes.
// Cost: the file is opened, and one read; what the value holds is proven to be protobuf.
base::Result<StoredValue> ReadStoredValue(const store::Run& run, const store::Series& series,
                                          const ValuePoint& point,
                                          io::FileSystem& files = io::LocalFileSystem());

}  // namespace sightglass::values
