#include "base/crc32c.h"

#include <array>

#include "base/crc32c_paths.h"

namespace sightglass::base::crc32c_internal {
namespace {

using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

// tables[k][b]: what byte b followed by k zero bytes does to a state of zero.
constexpr Tables MakeTables() {
  Tables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t state = byte;
    for (int bit = 0; bit < 8; ++bit) {
      state = (state >> 1) ^ ((state & 1U) != 0 ? 0x82F63B78U : 0U);
    }
    tables[0][byte] = state;
  }
  for (std::size_t k = 1; k < tables.size(); ++k) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t state = tables[k - 1][byte];
      tables[k][byte] = (state >> 8) ^ tables[0][state & 0xFFU];
    }
  }
  return tables;
}

constexpr Tables kTables = MakeTables();

}  // namespace

std::uint32_t ExtendTables(std::uint32_t state, const std::byte* data, std::size_t size) {
  for (; size >= 8; data += 8, size -= 8) {
    const std::uint64_t word = LoadLittleEndian<std::uint64_t>(data) ^ state;
    state = 0;
    for (std::size_t i = 0; i < 8; ++i) state ^= kTables[7 - i][(word >> (8 * i)) & 0xFFU];
  }
  for (; size > 0; ++data, --size) {
    state = (state >> 8) ^ kTables[0][(state ^ static_cast<std::uint32_t>(*data)) & 0xFFU];
  }
  return state;
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
