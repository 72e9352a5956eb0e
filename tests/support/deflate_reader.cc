#include "tests/support/deflate_reader.h"

#include <libdeflate.h>

#include <memory>

namespace sightglass::testing {

std::optional<std::string> ReadZlib(std::string_view bytes, std::size_t max_size) {
  const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)> reader(
      libdeflate_alloc_decompressor(), &libdeflate_free_decompressor);
  std::string out(max_size, '\0');
  std::size_t read = 0;
  std::size_t size = 0;
  const libdeflate_result result = libdeflate_zlib_decompress_ex(
      reader.get(), bytes.data(), bytes.size(), out.data(), out.size(), &read, &size);
  if (result != LIBDEFLATE_SUCCESS || read != bytes.size()) return std::nullopt;
  out.resize(size);
  return out;
}

std::uint32_t ReferenceCrc32(std::string_view bytes) {
  return libdeflate_crc32(0, bytes.data(), bytes.size());
}

std::uint32_t ReferenceAdler32(std::string_view bytes) {
  return libdeflate_adler32(1, bytes.data(), bytes.size());
}

}  // namespace sightglass::testing
