#include "store/packed_column.h"

#include <algorithm>
#include <bit>

#include "base/bytes.h"
#include "base/check.h"

namespace sightglass::store {
namespace {

// Width and shift for codes that range from 0 to `range` and agree with each other in all bits but
// those of `varying`.
ColumnForm FormFor(ColumnMode mode, std::uint64_t range, std::uint64_t varying) {
  if (range == 0) return {.mode = mode, .width = 0, .shift = 0};
  const int shift = std::countr_zero(varying);
  unsigned width = static_cast<unsigned>(std::bit_width(range >> shift));
  if (width > kWidestUnalignedCode) width = 64;
  return {.mode = mode,
          .width = static_cast<std::uint8_t>(width),
          .shift = static_cast<std::uint8_t>(shift)};
}

// Appends codes to memory, lowest bit first.
class BitWriter {
 public:
  explicit BitWriter(std::byte* to) : to_(to) {}

  // REQUIRES: code < 2^width, 1 <= width <= 64.
  void Put(std::uint64_t code, unsigned width) {
    word_ |= code << filled_;
    filled_ += width;
    if (filled_ >= 64) {
      base::StoreLittleEndian(word_, to_);
      to_ += sizeof(word_);
      filled_ -= 64;
      // What did not fit. A shift by 64 is undefined, hence the case of nothing left.
      word_ = filled_ == 0 ? 0 : code >> (width - filled_);
    }
  }

  // Only as many bytes as hold codes: the next column begins right there.
  void Flush() {
    for (; filled_ > 0; filled_ -= std::min(filled_, 8U)) {
      *to_++ = static_cast<std::byte>(word_ & 0xff);
      word_ >>= 8;
    }
  }

 private:
  std::byte* to_;
  std::uint64_t word_ = 0;
  unsigned filled_ = 0;
};

// Calls take(code) for the first `count` codes.
template <class Take>
void ForEachCode(ColumnForm form, const std::byte* from, std::size_t count, Take take) {
  if (form.width == 64) {
    for (std::size_t i = 0; i < count; ++i) {
      take(base::LoadLittleEndian<std::uint64_t>(from + i * 8));
    }
    return;
  }
  DCHECK(form.width >= 1 && form.width <= kWidestUnalignedCode);
  const std::size_t width = form.width;
  const std::uint64_t mask = (std::uint64_t{1} << width) - 1;
  std::size_t bit = 0;
  for (std::size_t i = 0; i < count; ++i, bit += width) {
    const auto word = base::LoadLittleEndian<std::uint64_t>(from + bit / 8);
    take((word >> (bit % 8)) & mask);
  }
}

}  // namespace

ColumnPlan PlanColumn(std::span<const std::uint64_t> values) {
  CHECK(!values.empty() && values.size() <= kMaxColumnValues);
  const std::uint64_t first = values[0];
  const std::uint64_t first_delta = values.size() > 1 ? values[1] - first : 0;
  std::uint64_t min = first;
  std::uint64_t max = first;
  std::uint64_t varying = 0;
  auto min_delta = static_cast<std::int64_t>(first_delta);
  auto max_delta = static_cast<std::int64_t>(first_delta);
  std::uint64_t varying_delta = 0;
  std::uint64_t previous = first;
  for (const std::uint64_t value : values.subspan(1)) {
    const std::uint64_t delta = value - previous;
    previous = value;
    min = std::min(min, value);
    max = std::max(max, value);
    varying |= value ^ first;
    min_delta = std::min(min_delta, static_cast<std::int64_t>(delta));
    max_delta = std::max(max_delta, static_cast<std::int64_t>(delta));
    varying_delta |= delta ^ first_delta;
  }
  const auto stride = static_cast<std::uint64_t>(min_delta);
  const ColumnForm offset = FormFor(ColumnMode::kOffset, max - min, varying);
  const ColumnForm delta =
      FormFor(ColumnMode::kDelta, static_cast<std::uint64_t>(max_delta) - stride, varying_delta);
  // Offsets unpack without a chain of additions, so they win a tie.
  if (ColumnBytes(delta, values.size()) < ColumnBytes(offset, values.size())) {
    return {.form = delta, .base = first, .stride = stride};
  }
  return {.form = offset, .base = min, .stride = 0};
}

std::size_t ColumnBytes(ColumnForm form, std::size_t count) {
  if (form.mode == ColumnMode::kOffset) return 8 + (count * form.width + 7) / 8;
  return 16 + ((count - 1) * form.width + 7) / 8;
}

void PackColumn(const ColumnPlan& plan, std::span<const std::uint64_t> values, std::byte* to) {
  base::StoreLittleEndian(plan.base, to);
  to += 8;
  const unsigned width = plan.form.width;
  const unsigned shift = plan.form.shift;
  if (plan.form.mode == ColumnMode::kOffset) {
    if (width == 0) return;
    BitWriter writer(to);
    for (const std::uint64_t value : values) writer.Put((value - plan.base) >> shift, width);
    writer.Flush();
    return;
  }
  base::StoreLittleEndian(plan.stride, to);
  to += 8;
  if (width == 0) return;
  BitWriter writer(to);
  std::uint64_t previous = values[0];
  for (const std::uint64_t value : values.subspan(1)) {
    writer.Put((value - previous - plan.stride) >> shift, width);
    previous = value;
  }
  writer.Flush();
}

void UnpackColumn(ColumnForm form, const std::byte* from, std::span<std::uint64_t> out) {
  if (out.empty()) return;
  const auto base = base::LoadLittleEndian<std::uint64_t>(from);
  from += 8;
  const unsigned shift = form.shift;
  std::uint64_t* to = out.data();
  if (form.mode == ColumnMode::kOffset) {
    if (form.width == 0) {
      std::ranges::fill(out, base);
    } else {
      ForEachCode(form, from, out.size(),
                  [&](std::uint64_t code) { *to++ = base + (code << shift); });
    }
    return;
  }
  const auto stride = base::LoadLittleEndian<std::uint64_t>(from);
  from += 8;
  std::uint64_t value = base;
  if (form.width == 0) {
    for (std::uint64_t& each : out) {
      each = value;
      value += stride;
    }
    return;
  }
  *to++ = value;
  ForEachCode(form, from, out.size() - 1, [&](std::uint64_t code) {
    value += stride + (code << shift);
    *to++ = value;
  });
}

std::uint64_t ColumnValueAt(ColumnForm form, const std::byte* from, std::size_t index) {
  const auto base = base::LoadLittleEndian<std::uint64_t>(from);
  from += 8;
  if (form.mode == ColumnMode::kOffset) {
    if (form.width == 0) return base;
    if (form.width == 64) {
      return base + (base::LoadLittleEndian<std::uint64_t>(from + index * 8) << form.shift);
    }
    const std::size_t bit = index * form.width;
    const std::uint64_t mask = (std::uint64_t{1} << form.width) - 1;
    const auto word = base::LoadLittleEndian<std::uint64_t>(from + bit / 8);
    return base + (((word >> (bit % 8)) & mask) << form.shift);
  }
  const auto stride = base::LoadLittleEndian<std::uint64_t>(from);
  from += 8;
  std::uint64_t codes = 0;
  if (form.width > 0) {
    ForEachCode(form, from, index, [&](std::uint64_t code) { codes += code; });
  }
  return base + index * stride + (codes << form.shift);
}

std::uint64_t ColumnStride(const std::byte* from) {
  return base::LoadLittleEndian<std::uint64_t>(from + 8);
}

}  // namespace sightglass::store
