#pragma once

#include <string_view>

namespace sightglass::base {

// A file that is part of the program: see cmake/Embed.cmake.
struct EmbeddedFile {
  std::string_view path;
  std::string_view bytes;
};

}  // namespace sightglass::base
