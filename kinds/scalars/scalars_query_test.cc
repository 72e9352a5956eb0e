// Properties of /api/scalars on random series: reduced answers draw what all points draw, and
// answers that give only what is new lead to the same as whole ones.
#include "kinds/scalars/scalars_query.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "query/pixel_axis.h"
#include "query/smooth.h"
#include "query/window_smooth.h"
#include "tests/support/scalars_api_caller.h"
#include "tests/support/snapshot_builder.h"

namespace sightglass::kinds {
namespace {

using store::ScalarPoint;
using Values = std::vector<double>;

struct RandomOptions {
  std::uint64_t seed = 0;
  std::size_t points = 1000;
  bool non_finite = false;
  bool times_go_back = false;
};

std::vector<ScalarPoint> RandomPoints(const RandomOptions& options) {
  std::mt19937_64 random(options.seed);
  std::vector<ScalarPoint> points;
  ScalarPoint point = {.step = 5, .wall_time = 1000, .value = 10};
  for (std::size_t i = 0; i < options.points; ++i) {
    point.step += 1 + static_cast<base::Step>(random() % 3);
    point.wall_time += static_cast<double>(random() % 8) / 4;
    if (options.times_go_back && random() % 100 == 0) point.wall_time -= 100;
    if (random() % 200 == 0) point.wall_time += 5000;  // a pause
    point.value = static_cast<double>(random() % 2000) - 300;
    if (options.non_finite && random() % 50 == 0) {
      point.value = random() % 2 == 0 ? std::nan("") : std::numeric_limits<double>::infinity();
    }
    points.push_back(point);
  }
  return points;
}

// What a pixel column shows of a line.
struct Drawn {
  double first = 0;
  double last = 0;
  double low = 0;
  double high = 0;
  bool operator==(const Drawn&) const = default;
};

std::map<std::size_t, Drawn> Draw(const Values& x, const Values& y, const query::PixelAxis& axis,
                                  bool positive_only) {
  std::map<std::size_t, Drawn> columns;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!axis.Contains(x[i]) || !std::isfinite(y[i]) || (positive_only && y[i] <= 0)) continue;
    const auto [at, is_new] =
        columns.try_emplace(axis.ColumnOf(x[i]), Drawn{y[i], y[i], y[i], y[i]});
    at->second.last = y[i];
    at->second.low = std::min(at->second.low, y[i]);
    at->second.high = std::max(at->second.high, y[i]);
  }
  return columns;
}

struct Choice {
  std::string json;
  // The same by the plain way.
  std::function<Values(const std::vector<ScalarPoint>&)> apply;
};

Values ValuesOf(const std::vector<ScalarPoint>& points) {
  Values values;
  for (const ScalarPoint& point : points) values.push_back(point.value);
  return values;
}

std::vector<Choice> Smoothings() {
  return {{"null", ValuesOf},
          {R"({"kind":"ema","weight":0.9})",
           [](const auto& points) { return query::Smooth(ValuesOf(points), 0.9); }},
          {R"({"kind":"mean","window":7})",
           [](const auto& points) { return query::RunningMean(ValuesOf(points), 7); }},
          {R"({"kind":"gaussian","sigma":2.5})",
           [](const auto& points) { return query::GaussianSmooth(ValuesOf(points), 2.5); }}};
}

Values Map(const std::vector<ScalarPoint>& points,
           const std::function<double(const ScalarPoint&, std::size_t)>& place) {
  Values x;
  for (const ScalarPoint& point : points) x.push_back(place(point, x.size()));
  return x;
}

// The tag "epoch" has a point at every tenth step, from the third point on.
std::vector<ScalarPoint> Epochs(const std::vector<ScalarPoint>& points) {
  std::vector<ScalarPoint> epochs;
  for (std::size_t i = 2; i < points.size(); i += 10) {
    epochs.push_back({points[i].step, points[i].wall_time, static_cast<double>(epochs.size()) / 2});
  }
  return epochs;
}

std::vector<Choice> Axes() {
  return {{R"("step")",
           [](const auto& points) {
             return Map(points,
                        [](const auto& p, std::size_t) { return static_cast<double>(p.step); });
           }},
          {R"("relative_step")",
           [](const auto& points) {
             return Map(points, [&](const auto& p, std::size_t) {
               return static_cast<double>(p.step - points.front().step);
             });
           }},
          {R"("wall")",
           [](const auto& points) {
             return Map(points, [](const auto& p, std::size_t) { return p.wall_time; });
           }},
          {R"("relative")",
           [](const auto& points) {
             return Map(points, [&](const auto& p, std::size_t) {
               return p.wall_time - points.front().wall_time;
             });
           }},
          {R"("active")",
           [](const auto& points) {
             double x = 0;
             return Map(points, [&](const auto& p, std::size_t i) {
               if (i > 0) x += std::clamp(p.wall_time - points[i - 1].wall_time, 0.0, 60.0);
               return x;
             });
           }},
          {R"("ordinal")",
           [](const auto& points) {
             return Map(points, [](const auto&, std::size_t i) { return static_cast<double>(i); });
           }},
          {R"({"tag":"epoch"})", [](const auto& points) {
             const auto epochs = Epochs(points);
             return Map(points, [&](const auto& p, std::size_t) {
               double x = std::nan("");
               for (const ScalarPoint& epoch : epochs) {
                 if (epoch.step <= p.step) x = epoch.value;
               }
               return x;
             });
           }}};
}

void ExpectSameDrawing(ApiCaller& api, const std::vector<ScalarPoint>& points, const Choice& axis,
                       const Choice& smoothing, std::mt19937_64& random) {
  const Values x = axis.apply(points);
  const Values y = smoothing.apply(points);
  const std::size_t width = 1 + random() % 60;
  const bool positive_only = random() % 4 == 0;
  const bool neighbours = random() % 2 == 0;
  std::string range;
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const double place : x) {
    if (std::isnan(place)) continue;
    low = std::min(low, place);
    high = std::max(high, place);
  }
  if (random() % 2 == 0) {
    const double begin = low + (high - low) * static_cast<double>(random() % 100) / 100;
    const double end = begin + (high - low) * static_cast<double>(random() % 100) / 100;
    range = fmt::format(R"(,"range":{{"begin":{},"end":{}}})", begin, end);
  }
  const query::AxisScale scale =
      random() % 3 == 0 ? query::AxisScale{.sort = query::ScaleSort::kSymmetric, .constant = 2.5}
                        : query::AxisScale{};
  const std::string_view scale_json = scale.sort == query::ScaleSort::kSymmetric
                                          ? R"("x_scale":"symlog","symlog_constant":2.5)"
                                          : R"("x_scale":"linear")";
  const std::string body = fmt::format(
      R"({{"selection":{{"tags":["t"]}},"x":{},"smoothing":{},"width":{},"positive_only":{},)"
      R"("neighbours":{}{},{},"columns":["step","wall_time","value","raw","index","x"]}})",
      axis.json, smoothing.json, width, positive_only, neighbours, range, scale_json);
  SCOPED_TRACE(body);
  const ReadAnswer answer = api.PostOk("/api/scalars", body);
  const kind::JsonValue series = answer.Items("series")[0];
  const query::PixelAxis pixels(ReadAnswer::Get(series, "x_begin").AsDouble().value(),
                                ReadAnswer::Get(series, "x_end").AsDouble().value(), width, scale);
  const auto steps = answer.Ints(series, "step");
  const auto wall_times = answer.Doubles(series, "wall_time");
  const auto values = answer.Doubles(series, "value");
  const auto raw = answer.Doubles(series, "raw");
  const auto indices = answer.Ints(series, "index");
  const auto places = answer.Doubles(series, "x");
  ASSERT_EQ(Draw(places, values, pixels, positive_only), Draw(x, y, pixels, positive_only));
  for (const std::size_t size : {steps.size(), wall_times.size(), raw.size(), places.size()}) {
    ASSERT_EQ(size, values.size());
  }
  const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto index = static_cast<std::size_t>(indices[i]);
    ASSERT_LT(index, points.size());
    ASSERT_EQ(steps[i], points[index].step);
    ASSERT_EQ(wall_times[i], points[index].wall_time);
    ASSERT_TRUE(same(raw[i], points[index].value));
    ASSERT_TRUE(same(values[i], y[index]));
    ASSERT_TRUE(same(places[i], x[index]));
  }
  if (!ReadAnswer::Get(series, "reduced").AsBool().value()) return;
  ASSERT_LE(values.size(), 4 * width + 2);
  std::uint64_t marked = 0;
  const auto marks = ReadAnswer::Get(series, "non_finite").AsArray(100'000);
  for (const kind::JsonValue& mark : *marks) {
    marked += ReadAnswer::Number(mark, "count");
    const auto index = static_cast<std::size_t>(ReadAnswer::Number(mark, "index"));
    ASSERT_EQ(ReadAnswer::Get(mark, "step").AsInt().value(), points[index].step);
    ASSERT_FALSE(std::isfinite(points[index].value));
    ASSERT_EQ(ReadAnswer::Get(mark, "x").AsDouble().value(), x[index]);
  }
  std::uint64_t expected = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    expected += pixels.Contains(x[i]) && !std::isfinite(y[i]) ? 1 : 0;
  }
  ASSERT_EQ(marked, expected);
}

TEST(ScalarsQuery, ReducedAnswersDrawWhatAllPointsDraw) {
  std::mt19937_64 random(11);
  for (const std::size_t count : {3U, 100U, 1500U}) {
    for (const bool non_finite : {false, true}) {
      for (const bool times_go_back : {false, true}) {
        const auto points = RandomPoints({.seed = random(),
                                          .points = count,
                                          .non_finite = non_finite,
                                          .times_go_back = times_go_back});
        testing::SnapshotBuilder builder;
        ApiCaller api(
            builder.Scalars("r", "t", points).Scalars("r", "epoch", Epochs(points)).Build());
        for (const Choice& axis : Axes()) {
          for (const Choice& smoothing : Smoothings()) {
            for (int round = 0; round < 3; ++round) {
              ExpectSameDrawing(api, points, axis, smoothing, random);
              if (::testing::Test::HasFatalFailure()) return;
            }
          }
        }
      }
    }
  }
}

// A series that grows in place, so that snapshots share what did not change.
class GrowingSnapshot {
 public:
  void Append(const std::vector<ScalarPoint>& points) {
    for (const ScalarPoint& point : points) points_.Append(point);
    for (const ScalarPoint& point : Epochs(points)) epochs_.Append(point);
  }
  std::shared_ptr<const store::Snapshot> Publish() {
    auto run = std::make_shared<store::Run>();
    run->name = "r";
    run->series = {Series("epoch", 1, epochs_), Series("t", 2, points_)};
    auto snapshot = std::make_shared<store::Snapshot>();
    snapshot->version = ++version_;
    snapshot->runs = {std::move(run)};
    return snapshot;
  }

 private:
  static std::shared_ptr<const store::Series> Series(std::string_view tag, std::uint32_t id,
                                                     store::SegmentBuilder<ScalarPoint>& points) {
    auto series = std::make_shared<store::Series>();
    series->tag = {id};
    series->tag_name = tag;
    series->info = std::make_shared<const store::SeriesInfo>();
    series->points = query::ScalarPoints({{.file = {1}, .segment = points.Publish()}});
    return series;
  }

  store::SegmentBuilder<ScalarPoint> points_;
  store::SegmentBuilder<ScalarPoint> epochs_;
  std::uint64_t version_ = 0;
};

TEST(ScalarsQuery, OnlyWhatIsNewLeadsToTheSame) {
  const auto all = RandomPoints({.seed = 4, .points = 3000, .non_finite = true});
  std::mt19937_64 random(5);
  for (const Choice& axis : Axes()) {
    for (const Choice& smoothing : Smoothings()) {
      GrowingSnapshot growing;
      ApiCaller api;
      const auto ask = [&](const std::string& more) {
        return api.PostOk("/api/scalars",
                          fmt::format(R"({{"selection":{{"tags":["t"]}},"x":{},"smoothing":{},)"
                                      R"("columns":["index","value","x"]{}}})",
                                      axis.json, smoothing.json, more));
      };
      const auto read = [](const ReadAnswer& answer, std::string_view column) {
        return answer.Doubles(answer.Items("series")[0], column);
      };
      const auto text = [](const Values& values) {
        std::vector<std::string> list;
        for (const double value : values) list.push_back(fmt::format("{}", value));
        return list;
      };
      std::vector<std::string> held_values;
      std::vector<std::string> held_places;
      std::uint64_t most_kept = 0;
      for (std::size_t begin = 0, end = 1500; begin < all.size();
           begin = end, end = std::min(all.size(), end + 1 + random() % 500)) {
        auto next = std::vector<ScalarPoint>(all.begin() + static_cast<std::ptrdiff_t>(begin),
                                             all.begin() + static_cast<std::ptrdiff_t>(end));
        // Now and then the job restarts, and writes some steps again.
        if (begin > 0 && random() % 3 == 0) next.front().step -= 20;
        growing.Append(next);
        const auto snapshot = growing.Publish();
        api.Observe(snapshot);
        const ReadAnswer whole = ask("");
        const ReadAnswer part = ask(fmt::format(
            R"(,"since":{{"epoch":"0123456789abcdef","revision":{}}})", snapshot->version - 1));
        const std::uint64_t kept = ReadAnswer::Number(part.Items("series")[0], "kept");
        most_kept = std::max(most_kept, kept);
        ASSERT_LE(kept, held_values.size());
        held_values.resize(kept);
        held_places.resize(kept);
        for (const std::string& value : text(read(part, "value"))) held_values.push_back(value);
        for (const std::string& place : text(read(part, "x"))) held_places.push_back(place);
        ASSERT_EQ(held_values, text(read(whole, "value"))) << axis.json << smoothing.json;
        ASSERT_EQ(held_places, text(read(whole, "x"))) << axis.json << smoothing.json;
      }
      EXPECT_GT(most_kept, 1000U) << "something must have been kept";
    }
  }
}

// What is a pause hangs on all intervals; where that changes, so do places that were sent.
TEST(ScalarsQuery, ActiveTimeThatChangesIsSentAgain) {
  GrowingSnapshot growing;
  ApiCaller api;
  const auto grow = [&](std::vector<double> wall_times, base::Step first_step) {
    std::vector<ScalarPoint> points;
    for (const double wall_time : wall_times) points.push_back({first_step++, wall_time, 1});
    growing.Append(points);
    api.Observe(growing.Publish());
  };
  const auto ask = [&](int revision) {
    return api.PostOk("/api/scalars",
                      fmt::format(R"({{"selection":{{"tags":["t"]}},"x":"active","columns":["x"],)"
                                  R"("since":{{"epoch":"0123456789abcdef","revision":{}}}}})",
                                  revision));
  };
  const auto kept = [](const ReadAnswer& answer) {
    return ReadAnswer::Number(answer.Items("series")[0], "kept");
  };
  const auto places = [](const ReadAnswer& answer) {
    return answer.Doubles(answer.Items("series")[0], "x");
  };
  grow({0, 1, 301}, 0);  // intervals 1 and 300: the upper one of both is usual
  EXPECT_EQ(places(ask(0)), (Values{0, 1, 301}));
  grow({302, 303}, 3);  // now 300 seconds are a pause
  const ReadAnswer changed = ask(1);
  EXPECT_EQ(kept(changed), 0U);
  EXPECT_EQ(places(changed), (Values{0, 1, 61, 62, 63}));
  grow({304}, 5);
  const ReadAnswer same = ask(2);
  EXPECT_EQ(kept(same), 5U);
  EXPECT_EQ(places(same), (Values{64}));
}

TEST(ScalarsQuery, AnotherEpochKeepsNothing) {
  GrowingSnapshot growing;
  ApiCaller api;
  growing.Append(RandomPoints({.points = 1000}));
  api.Observe(growing.Publish());
  const auto kept = [&](std::string_view epoch, int revision) {
    const ReadAnswer answer = api.PostOk(
        "/api/scalars",
        fmt::format(R"({{"selection":{{"tags":["t"]}},"since":{{"epoch":"{}","revision":{}}}}})",
                    epoch, revision));
    return ReadAnswer::Number(answer.Items("series")[0], "kept");
  };
  EXPECT_EQ(kept("0123456789abcdef", 1), 1000U);
  EXPECT_EQ(kept("another", 1), 0U);
  EXPECT_EQ(kept("0123456789abcdef", 0), 0U);
  EXPECT_EQ(kept("0123456789abcdef", 99), 0U) << "a revision yet to come";
}

TEST(ScalarsQuery, TailsAreReducedOnTheSameAxis) {
  GrowingSnapshot growing;
  ApiCaller api;
  const auto all = RandomPoints({.seed = 8, .points = 20'000});
  growing.Append({all.begin(), all.begin() + 10'000});
  api.Observe(growing.Publish());
  growing.Append({all.begin() + 10'000, all.end()});
  api.Observe(growing.Publish());
  const auto ask = [&](const std::string& since) {
    return api.PostOk("/api/scalars",
                      R"({"selection":{"tags":["t"]},"width":50,"columns":["x","value"],)"
                      R"("range":{"begin":0,"end":50000})" +
                          since + "}");
  };
  const ReadAnswer part = ask(R"(,"since":{"epoch":"0123456789abcdef","revision":1})");
  const kind::JsonValue series = part.Items("series")[0];
  const std::uint64_t kept = ReadAnswer::Number(series, "kept");
  EXPECT_GT(kept, 9000U);
  EXPECT_TRUE(ReadAnswer::Get(series, "reduced").AsBool().value());
  const query::PixelAxis pixels(0, 50'000, 50);
  Values x;
  Values y;
  for (std::size_t i = static_cast<std::size_t>(kept); i < all.size(); ++i) {
    x.push_back(static_cast<double>(all[i].step));
    y.push_back(all[i].value);
  }
  EXPECT_EQ(Draw(part.Doubles(series, "x"), part.Doubles(series, "value"), pixels, false),
            Draw(x, y, pixels, false));
}

TEST(ScalarsQuery, ManySeriesOnThePoolEqualOneByOne) {
  testing::SnapshotBuilder builder;
  for (int i = 0; i < 20; ++i) {
    builder.Scalars(fmt::format("run{:02}", i), "t",
                    RandomPoints({.seed = static_cast<std::uint64_t>(i), .points = 60'000}));
  }
  ApiCaller api(builder.Build());
  const ReadAnswer all =
      api.PostOk("/api/scalars", R"({"width":300,"range":{"begin":0,"end":90000}})");
  ASSERT_EQ(all.Items("series").size(), 20U);
  for (const auto& series : all.Items("series")) {
    const ReadAnswer one = api.PostOk(
        "/api/scalars", R"({"width":300,"range":{"begin":0,"end":90000},"selection":{"runs":[")" +
                            ReadAnswer::Text(series, "run") + R"("]}})");
    EXPECT_EQ(all.Doubles(series, "value"), one.Doubles(one.Items("series")[0], "value"));
    EXPECT_EQ(all.Ints(series, "step"), one.Ints(one.Items("series")[0], "step"));
  }
}

}  // namespace
}  // namespace sightglass::kinds
