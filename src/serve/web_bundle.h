#pragma once

#include <span>
#include <string_view>

namespace sightglass::serve {

// A file of the web page. Bytes and path live as long as the program.
struct BundledFile {
  std::string_view path;  // below the root of the server, e.g. "assets/chart-4ab9.js"
  std::string_view bytes;
  bool gzip;  // `bytes` are a gzip file of the contents
};

// The page that was built into the program, sorted by path; "index.html" is there and is not
// compressed. Generated: see cmake/WebBundle.cmake.
std::span<const BundledFile> WebBundle();

}  // namespace sightglass::serve
