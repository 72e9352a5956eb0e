// Any bytes as a request, or as numbers for the rules: the first byte chooses. Whatever they are, a
// rule says something with numbers in it, or nothing.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "kinds/insights/insights_api.h"
#include "kinds/insights/insights_request.h"
#include "kinds/insights/layer_order.h"
#include "kinds/insights/series_pairs.h"
#include "query/walk.h"

namespace sightglass::kinds::insights {
namespace {

// Whole doubles of `bytes`, as many as there are.
std::vector<double> Doubles(std::string_view bytes) {
  std::vector<double> numbers(bytes.size() / sizeof(double));
  // Of no numbers there is no address to copy to.
  if (!numbers.empty()) {
    std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(double));
  }
  return numbers;
}

void CheckVerdict(const std::optional<Verdict>& verdict) {
  if (!verdict) return;
  CHECK(!std::isnan(verdict->value) && !std::isnan(verdict->threshold));
  CHECK(!verdict->evidence.empty());
  CHECK(verdict->since <= verdict->step);
}

query::ScalarPoints PointsOf(std::span<const double> values) {
  store::SegmentBuilder<store::ScalarPoint> segment;
  base::Step step = 0;
  for (const double value : values)
    segment.Append({.step = step++, .wall_time = 1, .value = value});
  return query::ScalarPoints({{.file = {0}, .segment = segment.Publish()}});
}

void CheckScalarRules(std::string_view bytes) {
  const std::vector<double> values = Doubles(bytes);
  const query::ScalarPoints points = PointsOf(values);
  CheckVerdict(FindNonFinite(points, {}));
  CheckVerdict(FindNonFiniteCounts(points, {}));
  const ScalarSamples samples = ReadSamples(points);
  CheckVerdict(FindLossPlateau(samples, {.min_points = 4}));
  CheckVerdict(FindLossDiverged(samples, {.min_points = 4}));
  const auto half = std::span(values).first(values.size() / 2);
  CheckVerdict(FindOverfitting(ReadSamples(PointsOf(half)), samples, {.min_points = 4}));
}

// Rows of five steps.
void CheckGradientRules(std::string_view bytes) {
  constexpr std::size_t kSteps = 5;
  const std::vector<double> numbers = Doubles(bytes);
  LayerGradients gradients{.step = {0, 1, 2, 3, 4}};
  for (std::size_t at = 0; at + kSteps <= numbers.size(); at += kSteps) {
    const auto row = std::span(numbers).subspan(at, kSteps);
    gradients.size.emplace_back(row.begin(), row.end());
  }
  CheckVerdict(FindGradientVanishing(gradients, {}));
  CheckVerdict(FindGradientExploding(gradients, {}));
}

// Histograms of two buckets each.
void CheckHistogramRules(std::string_view bytes) {
  const std::vector<double> numbers = Doubles(bytes);
  std::vector<histograms::MeasuredStep> steps;
  for (std::size_t at = 0; at + 6 <= numbers.size(); at += 6) {
    const auto histogram =
        histograms::MakeSane({{numbers[at], numbers[at + 1], numbers[at + 2]},
                              {numbers[at + 3], numbers[at + 4], numbers[at + 5]}});
    const auto step = static_cast<base::Step>(steps.size());
    steps.push_back({.index = steps.size(), .measures = histograms::Measure(histogram, step, 1)});
  }
  CheckVerdict(FindActivationDead(steps, {}));
  CheckVerdict(FindActivationSaturated(steps, {}));
  const std::vector<std::span<const histograms::MeasuredStep>> layers = {
      steps, std::span(steps).first(steps.size() / 2)};
  CheckVerdict(FindWeightsStatic(layers, {.min_steps = 2}));
}

// Two names, divided by the first line break.
void CheckNames(std::string_view bytes) {
  const std::size_t end = std::min(bytes.find('\n'), bytes.size());
  const std::string_view a = bytes.substr(0, end);
  const std::string_view b = bytes.substr(std::min(end + 1, bytes.size()));
  CHECK(!(NaturalLess(a, b) && NaturalLess(b, a)));
  CHECK(NaturalLess(a, b) || NaturalLess(b, a) || a == b);
  for (const std::string& name : TrainingNames(a)) CHECK(name != a);
}

struct World {
  World() {
    AddInsightsRoutes(router);
    static const std::vector<double> kLoss(50, 2);
    auto series = std::make_shared<store::Series>();
    series->tag_name = "loss";
    series->info = std::make_shared<const store::SeriesInfo>();
    series->points = PointsOf(kLoss);
    auto run = std::make_shared<store::Run>();
    run->name = "a";
    run->series = {series};
    snapshot->runs.push_back(run);
  }
  kind::Router router;
  std::shared_ptr<store::Snapshot> snapshot = std::make_shared<store::Snapshot>();
  store::RevisionLog revisions;
  base::CancelFlag cancel;
  base::ThreadPool pool{1};
};

void Ask(std::string_view body) {
  static World world;
  kind::Request request;
  request.path = "/api/insights";
  request.method = kind::Method::kPost;
  request.body = body;
  const auto response = world.router.Find(request.path)
                            ->handler(request, {.snapshot = world.snapshot,
                                                .revisions = world.revisions,
                                                .cancel = world.cancel,
                                                .pool = world.pool});
  CHECK(response.ok() || kind::HttpStatus(response.error().code) < 500);
}

void Run(std::uint8_t choice, std::string_view bytes) {
  switch (choice % 5) {
    case 0:
      return Ask(bytes);
    case 1:
      return CheckScalarRules(bytes);
    case 2:
      return CheckGradientRules(bytes);
    case 3:
      return CheckHistogramRules(bytes);
    default:
      return CheckNames(bytes);
  }
}

}  // namespace
}  // namespace sightglass::kinds::insights

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  sightglass::kinds::insights::Run(
      data[0], std::string_view(reinterpret_cast<const char*>(data) + 1, size - 1));
  return 0;
}
