#pragma once

#include <cstdint>
#include <string_view>

namespace sightglass::serve {

// What a Range header asks of a body.
struct ByteRange {
  enum class State : std::uint8_t {
    kWhole,          // no range, one that cannot be read, or several: all of it
    kPart,           // bytes `first` to `last`, both included
    kUnsatisfiable,  // nothing of it exists
  };
  State state = State::kWhole;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

// "bytes=0-99", "bytes=100-" and "bytes=-100" of a body of `size` bytes. A server may answer any
// other range with the whole body, and does.
ByteRange ParseRange(std::string_view header, std::uint64_t size);

}  // namespace sightglass::serve
