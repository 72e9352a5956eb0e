#include "serve/content_encoding.h"

#include <fmt/format.h>
#include <libdeflate.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <memory>
#include <optional>

#include "base/check.h"
#include "kind/header_value.h"

namespace sightglass::serve {
namespace {

// Level 1 takes half the time of level 3 for JSON that comes out 7 % larger.
constexpr int kLevel = 1;

// The weight of "gzip;q=0.5"; 1 without one, 0 for one that cannot be read.
double Weight(std::string_view element) {
  const std::optional<std::string> text = kind::HeaderParameter(element, "q");
  if (!text) return 1;
  double weight = 0;
  const auto result = std::from_chars(text->data(), text->data() + text->size(), weight);
  const bool whole = result.ec == std::errc() && result.ptr == text->data() + text->size();
  return whole && weight >= 0 ? weight : 0;
}

struct CompressorDeleter {
  void operator()(libdeflate_compressor* compressor) const {
    libdeflate_free_compressor(compressor);
  }
};
struct DecompressorDeleter {
  void operator()(libdeflate_decompressor* decompressor) const {
    libdeflate_free_decompressor(decompressor);
  }
};

}  // namespace

bool AcceptsGzip(std::string_view accept_encoding) {
  // "*" speaks for what is not named.
  std::optional<bool> named;
  bool any = false;
  while (const auto element = kind::TakeListElement(accept_encoding)) {
    const std::string_view name = kind::MediaType(*element);
    const bool wanted = Weight(*element) > 0;
    if (kind::EqualIgnoringCase(name, "gzip") || kind::EqualIgnoringCase(name, "x-gzip")) {
      named = named.value_or(false) || wanted;
    } else if (name == "*") {
      any = wanted;
    }
  }
  return named.value_or(any);
}

bool IsTextualType(std::string_view content_type) {
  const std::string type = kind::LowerCase(kind::MediaType(content_type));
  if (type == "text/event-stream") return false;
  static constexpr std::array<std::string_view, 7> kOthers = {
      "application/javascript",   "application/json", "application/json+protobuf",
      "application/x-ndjson",     "application/xml",  "image/svg+xml",
      "application/manifest+json"};
  return type.starts_with("text/") || std::ranges::find(kOthers, type) != kOthers.end();
}

std::string Gzip(std::string_view body) {
  thread_local const std::unique_ptr<libdeflate_compressor, CompressorDeleter> compressor(
      libdeflate_alloc_compressor(kLevel));
  CHECK(compressor != nullptr);
  std::string file;
  file.resize(libdeflate_gzip_compress_bound(compressor.get(), body.size()));
  const std::size_t bytes = libdeflate_gzip_compress(compressor.get(), body.data(), body.size(),
                                                     file.data(), file.size());
  CHECK(bytes > 0);  // the bound suffices
  file.resize(bytes);
  return file;
}

base::Result<std::string> Gunzip(std::string_view file, std::size_t max_bytes) {
  const auto damaged = [](std::string_view what) {
    return base::Error{base::ErrorCode::kDataLoss, fmt::format("gzip: {}", what)};
  };
  constexpr std::size_t kSizeBytes = 4;
  if (file.size() < 18) return damaged("too short");
  // The file ends with the size of its contents.
  std::uint32_t size = 0;
  for (std::size_t i = 0; i < kSizeBytes; ++i) {
    size |= std::uint32_t{static_cast<std::uint8_t>(file[file.size() - kSizeBytes + i])} << (8 * i);
  }
  if (size > max_bytes) return damaged(fmt::format("{} bytes, the limit is {}", size, max_bytes));
  thread_local const std::unique_ptr<libdeflate_decompressor, DecompressorDeleter> decompressor(
      libdeflate_alloc_decompressor());
  CHECK(decompressor != nullptr);
  std::string contents;
  contents.resize(size);
  const libdeflate_result result = libdeflate_gzip_decompress(
      decompressor.get(), file.data(), file.size(), contents.data(), contents.size(), nullptr);
  if (result != LIBDEFLATE_SUCCESS) return damaged("cannot be decompressed");
  return contents;
}

}  // namespace sightglass::serve
