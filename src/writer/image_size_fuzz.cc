// Any bytes as a picture's file: a size is either refused or sensible, and more bytes behind do not
// change it.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "writer/image_encoders.h"

namespace sightglass::writer {
namespace {

void Require(bool condition) {
  if (!condition) std::abort();
}

void Run(std::string_view bytes) {
  ImageSize size{-1, -1};
  const Status status = ReadImageSize(bytes, size);
  if (!status.ok()) {
    Require(status.code() == StatusCode::kInvalidArgument && !status.message().empty());
    Require(size.width == -1 && size.height == -1);
    return;
  }
  constexpr std::int64_t kMost = std::int64_t{1} << 32;
  Require(size.width > 0 && size.height > 0 && size.width < kMost && size.height < kMost);
  ImageSize again;
  Require(ReadImageSize(std::string(bytes) + "more", again).ok());
  Require(again.width == size.width && again.height == size.height);
}

}  // namespace
}  // namespace sightglass::writer

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sightglass::writer::Run({reinterpret_cast<const char*>(data), size});
  return 0;
}
