// Any text as a projector_config.pbtxt: it is refused and left alone, or our entry is entered once
// and everything else is kept.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "writer/projector_config.h"

namespace {

void Require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using sightglass::writer::MergeProjectorConfig;
  const std::string given(reinterpret_cast<const char*>(data), size);
  const sightglass::writer::ProjectorEntry entry{
      .tensor_name = "a:00000", .tensor_path = "p", .rows = 1, .columns = 1};
  std::string config = given;
  if (!MergeProjectorConfig(entry, config).ok()) {
    Require(config == given);
    return 0;
  }
  Require(config.find("tensor_name: \"a:00000\"\n") != std::string::npos);
  std::string again = config;
  Require(MergeProjectorConfig(entry, again).ok());
  Require(again == config);
  return 0;
}
