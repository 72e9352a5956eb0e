#include "base/crc32c.h"

#include <array>

#include "base/crc32c_paths.h"
#include "base/crc_tables.h"

namespace sightglass::base::crc32c_internal {
namespace {

constexpr CrcTables kTables = MakeCrcTables(0x82F63B78U);

}  // namespace

std::uint32_t ExtendTables(std::uint32_t state, const std::byte* data, std::size_t size) {
  return ExtendByTables(kTables, state, data, size);
}

// Both hold usable values from the start and better ones once the initialiser below has run, so
// that other static initialisers may compute checksums in whatever order they come.
constinit ExtendFunction extend_long = &ExtendTables;

#if defined(__x86_64__)

constinit bool has_instruction = false;

std::span<const Path> Paths() {
  static const std::array<Path, 5> paths = [] {
    __builtin_cpu_init();
    const bool sse42 = __builtin_cpu_supports("sse4.2") != 0;
    const bool pclmul = sse42 && __builtin_cpu_supports("pclmul") != 0;
    const bool vpclmul = pclmul && __builtin_cpu_supports("vpclmulqdq") != 0;
    return std::array<Path, 5>{{
        {"tables", &ExtendTables, true},
        {"serial", &ExtendSerial, sse42},
        {"three-way", &ExtendThreeWay, pclmul},
        {"fold-256", &ExtendFold256, vpclmul && __builtin_cpu_supports("avx2") != 0},
        {"fold-512", &ExtendFold512, vpclmul && __builtin_cpu_supports("avx512f") != 0},
    }};
  }();
  return paths;
}

namespace {

[[maybe_unused]] const bool chosen = [] {
  for (const Path& path : Paths()) {
    if (path.supported) extend_long = path.extend;
  }
  has_instruction = Paths()[1].supported;
  return true;
}();

}  // namespace

#else

std::span<const Path> Paths() {
  static constexpr std::array<Path, 1> kPaths{{{"tables", &ExtendTables, true}}};
  return kPaths;
}

#endif

}  // namespace sightglass::base::crc32c_internal
