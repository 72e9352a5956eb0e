#include "kinds/scalars/scalar_point_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <span>
#include <string_view>

#include "base/number_text.h"

namespace sightglass::kinds {
namespace {

constexpr std::size_t kMaxStepBytes = 20;
// {"wallTime":,"step":,"value":}, and the three numbers.
constexpr std::size_t kMaxPointBytes = 2 * kMaxNumberBytes + kMaxStepBytes + 32;
// What a point usually takes, so that the text seldom has to move.
constexpr std::size_t kUsualPointBytes = 44;

char* Put(std::string_view text, char* at) {
  std::memcpy(at, text.data(), text.size());
  return at + text.size();
}

char* PutStep(base::Step step, char* at) { return std::to_chars(at, at + kMaxStepBytes, step).ptr; }

char* PutJsonValue(double value, char* at) {
  if (std::isfinite(value)) [[likely]]
    return Put(base::NumberText(value).view(), at);
  if (std::isnan(value)) return Put("\"NaN\"", at);
  return Put(value > 0 ? "\"Infinity\"" : "\"-Infinity\"", at);
}

// As Python spells them.
std::string_view BooleanText(double value, PointForm form) {
  if (form == PointForm::kCsv) return value != 0 ? "True" : "False";
  return value != 0 ? "true" : "false";
}

// JSON forms end with a comma.
template <PointForm form, bool booleans>
char* PutPoint(const store::ScalarPoint& point, char* at) {
  constexpr bool kIsObject = form == PointForm::kObject;
  if constexpr (form != PointForm::kCsv) at = Put(kIsObject ? "{\"wallTime\":" : "[", at);
  at = PutWallTime(point.wall_time, at);
  at = Put(kIsObject ? ",\"step\":" : ",", at);
  at = PutStep(point.step, at);
  at = Put(kIsObject ? ",\"value\":" : ",", at);
  if constexpr (booleans) {
    at = Put(BooleanText(point.value, form), at);
  } else if constexpr (form == PointForm::kCsv) {
    at = Put(base::NumberText(point.value).view(), at);
  } else {
    at = PutJsonValue(point.value, at);
  }
  if constexpr (form == PointForm::kCsv) return Put("\r\n", at);
  return Put(kIsObject ? "}," : "],", at);
}

// Writes points while walking over blocks; see query/walk.h.
template <PointForm form, bool booleans>
class PointWriter {
 public:
  PointWriter(const std::vector<base::Step>* indices, const base::CancelFlag& cancel,
              std::string& out)
      : indices_(indices), cancel_(cancel), out_(out) {}

  query::Visit Whole(std::uint64_t first_index, const store::RangeSummary& summary) {
    const bool wanted = indices_ == nullptr || HasIndexBelow(first_index + summary.count);
    return wanted ? query::Visit::kDescend : query::Visit::kDone;
  }

  bool Block(std::uint64_t first_index, const query::ScalarBlock& block, std::size_t begin,
             std::size_t end) {
    if (cancel_.cancelled()) return false;
    if (indices_ != nullptr && !HasIndexBelow(first_index + end)) return true;
    const std::span<store::ScalarPoint> points = std::span(points_).first(end);
    block.Unpack(points);
    const std::size_t size = out_.size();
    out_.resize(size + (end - begin) * kMaxPointBytes);
    char* at = out_.data() + size;
    if (indices_ == nullptr) {
      for (const store::ScalarPoint& point : points.subspan(begin))
        at = PutPoint<form, booleans>(point, at);
    } else {
      for (; HasIndexBelow(first_index + end); ++next_) {
        const auto index = static_cast<std::uint64_t>((*indices_)[next_]);
        at = PutPoint<form, booleans>(points[static_cast<std::size_t>(index - first_index)], at);
      }
    }
    out_.resize(static_cast<std::size_t>(at - out_.data()));
    return true;
  }

 private:
  bool HasIndexBelow(std::uint64_t end) const {
    return next_ < indices_->size() && static_cast<std::uint64_t>((*indices_)[next_]) < end;
  }

  const std::vector<base::Step>* indices_;
  std::size_t next_ = 0;
  const base::CancelFlag& cancel_;
  std::string& out_;
  std::array<store::ScalarPoint, store::kBlockPoints> points_{};
};

template <PointForm form, bool booleans>
void AppendAs(const query::ScalarPoints& points, const std::vector<base::Step>* indices,
              const base::CancelFlag& cancel, std::string& out) {
  const std::uint64_t count = indices == nullptr ? points.size() : indices->size();
  // One block more than needed: each is written into room for its largest text.
  out.reserve(out.size() + static_cast<std::size_t>(count) * kUsualPointBytes +
              static_cast<std::size_t>(std::min<std::uint64_t>(count, store::kBlockPoints)) *
                  kMaxPointBytes);
  if (form != PointForm::kCsv) out.push_back('[');
  PointWriter<form, booleans> writer(indices, cancel, out);
  query::Walk(points, {.begin = 0, .end = points.size()}, writer);
  if (form != PointForm::kCsv) {
    if (out.back() == ',') out.pop_back();
    out.push_back(']');
  }
}

template <PointForm form>
void Append(const query::ScalarPoints& points, bool booleans,
            const std::vector<base::Step>* indices, const base::CancelFlag& cancel,
            std::string& out) {
  booleans ? AppendAs<form, true>(points, indices, cancel, out)
           : AppendAs<form, false>(points, indices, cancel, out);
}

}  // namespace

char* PutWallTime(double seconds, char* at) {
  // Below 2^33 doubles are denser than microseconds, so that a time that equals a number of
  // microseconds has no shorter text than that number's, and none as short.
  constexpr double kEnd = 8589934592.0;
  constexpr std::uint64_t kMicrosPerSecond = 1'000'000;
  if (seconds >= 1 && seconds < kEnd) {
    // Wrong by one for some, which the comparison finds out.
    const auto micros =
        static_cast<std::uint64_t>(seconds * 1e6 + 0.5);  // NOLINT(bugprone-incorrect-roundings)
    if (static_cast<double>(micros) / 1e6 == seconds) {
      at = std::to_chars(at, at + kMaxNumberBytes, micros / kMicrosPerSecond).ptr;
      *at++ = '.';
      auto rest = static_cast<std::uint32_t>(micros % kMicrosPerSecond);
      std::size_t digits = 6;
      for (; digits > 1 && rest % 10 == 0; rest /= 10) --digits;
      for (std::size_t i = digits; i-- > 0; rest /= 10) at[i] = static_cast<char>('0' + rest % 10);
      return at + digits;
    }
  }
  return Put(base::NumberText(seconds).view(), at);
}

void AppendPoints(const query::ScalarPoints& points, PointText text,
                  const std::vector<base::Step>* indices, const base::CancelFlag& cancel,
                  std::string& out) {
  switch (text.form) {
    case PointForm::kArray:
      return Append<PointForm::kArray>(points, text.booleans, indices, cancel, out);
    case PointForm::kObject:
      return Append<PointForm::kObject>(points, text.booleans, indices, cancel, out);
    case PointForm::kCsv:
      return Append<PointForm::kCsv>(points, text.booleans, indices, cancel, out);
  }
}

}  // namespace sightglass::kinds
