#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sightglass/status.h"

namespace sightglass::writer {

// What the PROJECTOR page is told of one embedding. Paths are relative to the configuration.
struct ProjectorEntry {
  std::string tensor_name = {};
  std::string tensor_path = {};
  std::string metadata_path = {};
  std::string sprite_path = {};
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t sprite_width = 0;
  std::int64_t sprite_height = 0;
};

// Puts `entry` into the text of a projector_config.pbtxt, in place of those of the same name.
// Everything else stays as it is, byte for byte. kFailedPrecondition if `config` is not protobuf's
// text format.
Status MergeProjectorConfig(const ProjectorEntry& entry, std::string& config);

}  // namespace sightglass::writer
