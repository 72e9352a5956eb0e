#include "store/block.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <new>
#include <type_traits>

#include "base/check.h"

namespace sightglass::store {
namespace {

constexpr std::uint64_t kSignBit = std::uint64_t{1} << 63;
constexpr std::size_t kStepColumn = 0;
constexpr std::size_t kWallTimeColumn = 1;
constexpr std::size_t kValueColumn = 2;
constexpr std::size_t kOffsetColumn = 2;
constexpr std::size_t kBytesColumn = 3;
constexpr std::size_t kHeaderColumn = 4;

using ColumnBuffer = std::array<std::uint64_t, kBlockPoints>;

std::uint64_t StepImage(base::Step step) { return static_cast<std::uint64_t>(step) ^ kSignBit; }
base::Step StepOf(std::uint64_t image) { return static_cast<base::Step>(image ^ kSignBit); }

// Unsigned order of the images is the order of the numbers; neighbours differ by one.
std::uint64_t WallTimeImage(double seconds) {
  const auto bits = std::bit_cast<std::uint64_t>(seconds);
  return (bits & kSignBit) != 0 ? ~bits : bits | kSignBit;
}

double WallTimeOf(std::uint64_t image) {
  return std::bit_cast<double>((image & kSignBit) != 0 ? image ^ kSignBit : ~image);
}

// Compares bits, not numbers: -0 and NaN payloads must survive.
bool IsFloat32(double value) {
  const auto narrow = static_cast<double>(static_cast<float>(value));
  return std::bit_cast<std::uint64_t>(narrow) == std::bit_cast<std::uint64_t>(value);
}

// The sign goes to the lowest bit: values around zero then differ by their magnitude only.
std::uint64_t Float32Image(double value) {
  return std::rotl(std::bit_cast<std::uint32_t>(static_cast<float>(value)), 1);
}
double Float32Of(std::uint64_t image) {
  return std::bit_cast<float>(std::rotr(static_cast<std::uint32_t>(image), 1));
}
std::uint64_t Float64Image(double value) {
  return std::rotl(std::bit_cast<std::uint64_t>(value), 1);
}
double Float64Of(std::uint64_t image) { return std::bit_cast<double>(std::rotr(image, 1)); }

template <class Point>
RangeSummary SummarizeTimes(std::span<const Point> points) {
  RangeSummary summary;
  if (points.empty()) return summary;
  summary.count = points.size();
  summary.first_step = points.front().step;
  summary.last_step = points.back().step;
  summary.first_wall_time = points.front().wall_time;
  summary.last_wall_time = points.back().wall_time;
  double min = points.front().wall_time;
  double max = min;
  for (const Point& point : points) {
    min = std::min(min, point.wall_time);
    max = std::max(max, point.wall_time);
  }
  summary.min_wall_time = min;
  summary.max_wall_time = max;
  return summary;
}

}  // namespace

void RangeSummary::Append(const RangeSummary& next) {
  if (next.count == 0) return;
  if (count == 0) {
    *this = next;
    return;
  }
  last_step = next.last_step;
  last_wall_time = next.last_wall_time;
  min_wall_time = std::min(min_wall_time, next.min_wall_time);
  max_wall_time = std::max(max_wall_time, next.max_wall_time);
  last_value = next.last_value;
  if (next.finite_count > 0) {
    if (finite_count == 0 || next.min_value < min_value) {
      min_value = next.min_value;
      min_step = next.min_step;
      min_value_wall_time = next.min_value_wall_time;
      min_index = count + next.min_index;
    }
    if (finite_count == 0 || next.max_value > max_value) {
      max_value = next.max_value;
      max_step = next.max_step;
      max_value_wall_time = next.max_value_wall_time;
      max_index = count + next.max_index;
    }
  }
  finite_count += next.finite_count;
  count += next.count;
}

RangeSummary SummarizePoints(std::span<const ScalarPoint> points) {
  RangeSummary summary = SummarizeTimes(points);
  if (points.empty()) return summary;
  summary.first_value = points.front().value;
  summary.last_value = points.back().value;
  std::uint64_t finite = 0;
  std::size_t min_index = 0;
  std::size_t max_index = 0;
  double min = 0;
  double max = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double value = points[i].value;
    if (!std::isfinite(value)) continue;
    if (finite++ == 0) {
      min = max = value;
      min_index = max_index = i;
    } else if (value < min) {
      min = value;
      min_index = i;
    } else if (value > max) {
      max = value;
      max_index = i;
    }
  }
  if (finite == 0) return summary;
  summary.finite_count = finite;
  summary.min_value = min;
  summary.max_value = max;
  summary.min_step = points[min_index].step;
  summary.max_step = points[max_index].step;
  summary.min_value_wall_time = points[min_index].wall_time;
  summary.max_value_wall_time = points[max_index].wall_time;
  summary.min_index = min_index;
  summary.max_index = max_index;
  return summary;
}

RangeSummary SummarizePoints(std::span<const RefPoint> points) { return SummarizeTimes(points); }

template <class Point>
std::shared_ptr<const Block<Point>> Block<Point>::Pack(std::span<const Point> points) {
  static_assert(std::is_trivially_destructible_v<Block>);
  static_assert(alignof(Block) <= alignof(std::uint64_t));
  CHECK(!points.empty() && points.size() <= kBlockPoints);
  const std::size_t count = points.size();

  std::array<ColumnBuffer, kColumns> images;
  for (std::size_t i = 0; i < count; ++i) {
    images[kStepColumn][i] = StepImage(points[i].step);
    images[kWallTimeColumn][i] = WallTimeImage(points[i].wall_time);
  }
  bool float32_values = false;
  if constexpr (kHasValues) {
    float32_values = std::ranges::all_of(points, IsFloat32, &Point::value);
    for (std::size_t i = 0; i < count; ++i) {
      images[kValueColumn][i] =
          float32_values ? Float32Image(points[i].value) : Float64Image(points[i].value);
    }
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      images[kOffsetColumn][i] = points[i].offset;
      images[kBytesColumn][i] = points[i].bytes;
      images[kHeaderColumn][i] = points[i].header;
    }
  }

  std::array<ColumnPlan, kColumns> plans;
  std::size_t bytes = sizeof(Block) + kColumnPaddingBytes;
  for (std::size_t column = 0; column < kColumns; ++column) {
    plans[column] = PlanColumn(std::span(images[column]).first(count));
    bytes += ColumnBytes(plans[column].form, count);
  }

  // One allocation for counts, header and columns. Words, not bytes, for the alignment.
  const std::size_t words = (bytes + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t);
  auto memory = std::make_shared_for_overwrite<std::uint64_t[]>(words);
  // The padding is read by UnpackColumn(), and it is part of the image that a file would hold.
  std::fill_n(memory.get() + words - 2, 2, std::uint64_t{0});
  Block* block = new (memory.get()) Block();
  block->summary_ = SummarizePoints(points);
  block->bytes_ = static_cast<std::uint32_t>(words * sizeof(std::uint64_t));
  block->float32_values_ = float32_values;
  auto* to = reinterpret_cast<std::byte*>(block + 1);
  for (std::size_t column = 0; column < kColumns; ++column) {
    block->forms_[column] = plans[column].form;
    PackColumn(plans[column], std::span(images[column]).first(count), to);
    to += ColumnBytes(plans[column].form, count);
  }
  return std::shared_ptr<const Block>(std::move(memory), block);
}

template <class Point>
const std::byte* Block<Point>::Column(std::size_t column) const {
  const auto* at = reinterpret_cast<const std::byte*>(this + 1);
  for (std::size_t i = 0; i < column; ++i) at += ColumnBytes(forms_[i], size());
  return at;
}

template <class Point>
void Block<Point>::UnpackImages(std::size_t column, std::span<std::uint64_t> out) const {
  DCHECK(out.size() <= size());
  UnpackColumn(forms_[column], Column(column), out);
}

template <class Point>
void Block<Point>::UnpackSteps(std::span<base::Step> out) const {
  // A signed and an unsigned integer of one size may share memory.
  UnpackImages(kStepColumn, {reinterpret_cast<std::uint64_t*>(out.data()), out.size()});
  for (base::Step& step : out) step = StepOf(static_cast<std::uint64_t>(step));
}

template <class Point>
void Block<Point>::UnpackWallTimes(std::span<double> out) const {
  ColumnBuffer images;
  UnpackImages(kWallTimeColumn, std::span(images).first(out.size()));
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = WallTimeOf(images[i]);
}

template <class Point>
void Block<Point>::UnpackValueColumn(std::span<double> out) const {
  ColumnBuffer images;
  UnpackImages(kValueColumn, std::span(images).first(out.size()));
  if (float32_values_) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = Float32Of(images[i]);
  } else {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = Float64Of(images[i]);
  }
}

template <class Point>
double Block<Point>::ValueOf(std::size_t index) const {
  DCHECK(index < size());
  const std::uint64_t image = ColumnValueAt(forms_[kValueColumn], Column(kValueColumn), index);
  return float32_values_ ? Float32Of(image) : Float64Of(image);
}

template <class Point>
void Block<Point>::Unpack(std::span<Point> out) const {
  ColumnBuffer buffer;
  const auto images = std::span(buffer).first(out.size());
  const auto fill = [&](std::size_t column, auto assign) {
    UnpackImages(column, images);
    for (std::size_t i = 0; i < out.size(); ++i) assign(out[i], images[i]);
  };
  fill(kStepColumn, [](Point& point, std::uint64_t image) { point.step = StepOf(image); });
  fill(kWallTimeColumn,
       [](Point& point, std::uint64_t image) { point.wall_time = WallTimeOf(image); });
  if constexpr (kHasValues) {
    if (float32_values_) {
      fill(kValueColumn, [](Point& point, std::uint64_t image) { point.value = Float32Of(image); });
    } else {
      fill(kValueColumn, [](Point& point, std::uint64_t image) { point.value = Float64Of(image); });
    }
  } else {
    fill(kOffsetColumn, [](Point& point, std::uint64_t image) { point.offset = image; });
    fill(kBytesColumn, [](Point& point, std::uint64_t image) {
      point.bytes = static_cast<std::uint32_t>(image);
    });
    fill(kHeaderColumn, [](Point& point, std::uint64_t image) {
      point.header = static_cast<std::uint32_t>(image);
    });
  }
}

template <class Point>
std::size_t Block<Point>::CountBelow(base::Step step) const {
  if (step <= summary_.first_step) return 0;
  if (step > summary_.last_step) return size();
  const ColumnForm form = forms_[kStepColumn];
  if (form.mode == ColumnMode::kDelta && form.width == 0) {
    // first_step < step <= last_step: the difference fits, and the quotient is below size().
    const std::uint64_t above =
        static_cast<std::uint64_t>(step) - static_cast<std::uint64_t>(summary_.first_step);
    return static_cast<std::size_t>((above - 1) / ColumnStride(Column(kStepColumn)) + 1);
  }
  std::array<base::Step, kBlockPoints> buffer;
  const auto steps = std::span(buffer).first(size());
  UnpackSteps(steps);
  return static_cast<std::size_t>(std::ranges::lower_bound(steps, step) - steps.begin());
}

template class Block<ScalarPoint>;
template class Block<RefPoint>;

}  // namespace sightglass::store
