#include "tests/support/inflate_bytes.h"

#include <gtest/gtest.h>
#include <libdeflate.h>

#include <cstdint>
#include <cstring>
#include <memory>

namespace sightglass::testing {

std::string Gunzip(std::string_view bytes) {
  std::uint32_t size = 0;  // stands at the end
  if (bytes.size() >= sizeof(size)) {
    std::memcpy(&size, bytes.data() + bytes.size() - sizeof(size), sizeof(size));
  }
  std::string text(size, '\0');
  const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)> inflater(
      libdeflate_alloc_decompressor(), &libdeflate_free_decompressor);
  std::size_t used = 0;
  const libdeflate_result result = libdeflate_gzip_decompress_ex(
      inflater.get(), bytes.data(), bytes.size(), text.data(), text.size(), &used, nullptr);
  EXPECT_EQ(result, LIBDEFLATE_SUCCESS);
  EXPECT_EQ(used, bytes.size()) << "one member";
  return result == LIBDEFLATE_SUCCESS ? text : "";
}

}  // namespace sightglass::testing
