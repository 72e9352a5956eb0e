#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sightglass::store {

// A lossless code for short columns of unsigned 64-bit numbers.
//
// Two forms, whichever is smaller for the column at hand:
//   kOffset  value[i] = base + (code[i] << shift)                       base is the lowest value
//   kDelta   value[i] = value[i-1] + stride + (code[i-1] << shift)      base is the first value
// All arithmetic wraps around, so every column has a code. `shift` drops low bits that no code
// uses. Codes are `width` bits each, packed from the lowest bit of the first byte on. A constant
// stride is kDelta with width 0: it costs 16 bytes whatever the count.
//
// Numbers whose order matters (signed, floating) should be mapped so that their unsigned order is
// theirs: that is what keeps the differences small.

inline constexpr std::size_t kMaxColumnValues = 512;
// UnpackColumn() loads whole words: so many bytes after a column must be readable (whatever they
// hold).
inline constexpr std::size_t kColumnPaddingBytes = 8;
// Widths from here on would straddle nine bytes, so they are rounded up to 64.
inline constexpr unsigned kWidestUnalignedCode = 57;

enum class ColumnMode : std::uint8_t { kOffset = 0, kDelta = 1 };

// What a reader must know beside the bytes.
struct ColumnForm {
  ColumnMode mode = ColumnMode::kOffset;
  std::uint8_t width = 0;  // 0 to 57, or 64
  std::uint8_t shift = 0;  // 0 to 63

  bool operator==(const ColumnForm&) const = default;
};

struct ColumnPlan {
  ColumnForm form;
  std::uint64_t base = 0;
  std::uint64_t stride = 0;  // kDelta only
};

// The smallest form for `values`. Cost: one pass.
// REQUIRES: 1 to kMaxColumnValues values.
[[nodiscard]] ColumnPlan PlanColumn(std::span<const std::uint64_t> values);

// Bytes of a packed column: base, stride if the form has one, codes; without padding.
[[nodiscard]] std::size_t ColumnBytes(ColumnForm form, std::size_t count);

// Writes exactly ColumnBytes(plan.form, values.size()) bytes.
// REQUIRES: `plan` is PlanColumn(values).
void PackColumn(const ColumnPlan& plan, std::span<const std::uint64_t> values, std::byte* to);

// The first out.size() values of the column at `from`.
// REQUIRES: at least out.size() values were packed; kColumnPaddingBytes are readable after them.
void UnpackColumn(ColumnForm form, const std::byte* from, std::span<std::uint64_t> out);

// Value number `index` of the column at `from`. Cost: nothing before it is looked at, but for
// kDelta with codes, which are added up. REQUIRES: more than `index` values were packed;
// kColumnPaddingBytes are readable after them.
[[nodiscard]] std::uint64_t ColumnValueAt(ColumnForm form, const std::byte* from,
                                          std::size_t index);

// The stride of a column that has a constant one, given the first bytes of it.
// REQUIRES: form.mode is kDelta.
[[nodiscard]] std::uint64_t ColumnStride(const std::byte* from);

}  // namespace sightglass::store
