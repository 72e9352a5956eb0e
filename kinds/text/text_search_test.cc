#include "kinds/text/text_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "format/encode.h"
#include "tests/support/is_ok.h"
#include "tests/support/temp_dir.h"

namespace sightglass::kinds {
namespace {

using ::testing::ElementsAre;

// A run whose files hold texts and other bytes between them.
class TextRun {
 public:
  explicit TextRun(const testing::TempDir& dir, std::string name) : dir_(dir) {
    run_.name = std::move(name);
  }

  TextRun& Gap(std::size_t bytes) {
    file_.append(bytes, 'x');
    return *this;
  }
  TextRun& Text(const std::string& tag, base::Step step, std::vector<std::string> strings,
                std::vector<std::int64_t> dims = {}) {
    const std::string value = format::EncodeTensorValue(
        tag, format::EncodeStringTensor(dims, strings), "needle in metadata");
    points_[tag].Append({.step = step,
                         .wall_time = 1,
                         .offset = file_.size(),
                         .bytes = static_cast<std::uint32_t>(value.size())});
    file_ += value;
    return *this;
  }
  // Ends the file at hand.
  TextRun& EndFile() {
    const auto number = static_cast<std::uint32_t>(run_.files.size());
    const std::string name = run_.name + "-" + std::to_string(number);
    dir_.Write(name, file_);
    auto record = std::make_shared<store::FileRecord>();
    record->id = {number};
    record->path = dir_.Join(name);
    record->bytes_done = file_.size();
    run_.files.push_back(std::move(record));
    for (auto& [tag, builder] : points_) {
      parts_[tag].push_back({.file = {number}, .segment = builder.Publish()});
    }
    points_.clear();
    file_.clear();
    return *this;
  }
  [[nodiscard]] std::vector<values::ScanSeries> Series() {
    for (const auto& [tag, parts] : parts_) {
      auto series = std::make_shared<store::Series>();
      series->tag_name = tag;
      series->info = std::make_shared<const store::SeriesInfo>();
      series->points = store::Points<store::RefPoint>(parts);
      run_.series.push_back(std::move(series));
    }
    std::vector<values::ScanSeries> all;
    for (const auto& series : run_.series) all.push_back({.run = &run_, .series = series.get()});
    return all;
  }

 private:
  const testing::TempDir& dir_;
  store::Run run_;
  std::string file_;
  std::map<std::string, store::SegmentBuilder<store::RefPoint>> points_;
  std::map<std::string, std::vector<store::Part<store::RefPoint>>> parts_;
};

struct Outcome {
  std::vector<std::string> hits{};  // "tag step"
  TextSearchCounts counts{};
};

Outcome Search(std::vector<values::ScanSeries> series, const TextQuery& query,
               std::size_t limit = 100) {
  auto finder = TextFinder::Make(query);
  EXPECT_THAT(finder, testing::IsOk());
  TextSearch search(std::move(series), std::move(finder).value(), limit);
  base::ThreadPool pool(2);
  const base::CancelFlag cancel;
  std::vector<TextHit> hits;
  while (search.Next(pool, cancel, hits)) EXPECT_LE(search.bytes_done(), search.bytes_total());
  Outcome outcome{.counts = search.counts()};
  for (const TextHit& hit : hits) {
    outcome.hits.push_back(std::string(search.series()[hit.series].series->tag_name) + " " +
                           std::to_string(hit.point.step));
  }
  return outcome;
}

TEST(TextSearch, FindsInTheOrderOfTheFile) {
  const testing::TempDir dir;
  TextRun run(dir, "r");
  run.Gap(7).Text("b", 1, {"a needle"}).Text("a", 1, {"hay"}).Gap(200'000);
  run.Text("a", 2, {"Needle"}).Text("b", 2, {"hay"}).EndFile();
  run.Text("a", 3, {"needles"}).EndFile();
  const auto series = run.Series();
  for (const bool regex : {false, true}) {
    const Outcome found = Search(series, {.text = "needle", .regex = regex});
    EXPECT_THAT(found.hits, ElementsAre("b 1", "a 2", "a 3"));
    EXPECT_EQ(found.counts.values, 5U);
    EXPECT_EQ(found.counts.unreadable, 0U);
    EXPECT_FALSE(found.counts.truncated);
  }
}

TEST(TextSearch, OverlooksWhatIsSuperseded) {
  const testing::TempDir dir;
  TextRun run(dir, "r");
  run.Text("a", 1, {"needle"}).Text("a", 2, {"needle"}).EndFile();
  run.Text("a", 2, {"hay"}).EndFile();
  EXPECT_THAT(Search(run.Series(), {.text = "needle"}).hits, ElementsAre("a 1"));
}

TEST(TextSearch, StopsAtTheLimit) {
  const testing::TempDir dir;
  TextRun run(dir, "r");
  for (int step = 0; step < 5; ++step) run.Text("a", step, {"needle"});
  run.EndFile();
  const auto series = run.Series();
  const Outcome cut = Search(series, {.text = "needle"}, 4);
  EXPECT_EQ(cut.hits.size(), 4U);
  EXPECT_TRUE(cut.counts.truncated);
  const Outcome whole = Search(series, {.text = "needle"}, 5);
  EXPECT_EQ(whole.hits.size(), 5U);
  EXPECT_FALSE(whole.counts.truncated);
}

TEST(TextSearch, SaysWhichCell) {
  const testing::TempDir dir;
  TextRun run(dir, "r");
  run.Text("a", 1, {"x", "x", "x", "needle"}, {2, 2}).Text("a", 2, {"x", "needle"}, {2});
  run.Text("a", 3, {"needle"}).Text("a", 4, {"x", "needle"}, {2, 1, 1}).EndFile();
  auto finder = TextFinder::Make({.text = "needle"});
  TextSearch search(run.Series(), std::move(finder).value(), 10);
  base::ThreadPool pool(1);
  const base::CancelFlag cancel;
  std::vector<TextHit> hits;
  while (search.Next(pool, cancel, hits)) {
  }
  ASSERT_EQ(hits.size(), 4U);
  EXPECT_THAT(hits[0].cell, ElementsAre(1, 1));
  EXPECT_THAT(hits[1].cell, ElementsAre(1, 0));
  EXPECT_THAT(hits[2].cell, ElementsAre(0, 0));
  EXPECT_THAT(hits[3].cell, ElementsAre(1, 0, 0));
}

TEST(TextSearch, CountsWhatCannotBeRead) {
  const testing::TempDir dir;
  TextRun run(dir, "r");
  run.Text("a", 1, {"needle"}).Text("a", 2, {"needle"}).EndFile();
  const auto series = run.Series();
  const std::string bytes = testing::ReadFileBytes(dir.Join("r-0"));
  dir.Write("r-0", bytes.substr(0, bytes.size() - 1));
  EXPECT_EQ(Search(series, {.text = "needle"}).counts.unreadable, 2U);
  dir.Write("r-0", std::string(bytes.size(), '\x0A'));
  EXPECT_EQ(Search(series, {.text = "\n", .regex = true}).counts.unreadable, 2U);
  dir.Write("r-0", std::string(bytes.size(), 'n'));
  EXPECT_EQ(Search(series, {.text = "nn"}).counts.unreadable, 2U);
}

// Many windows and spans, with values in every place relative to their edges.
TEST(ValueScan, GivesEveryValueOnceInOrder) {
  const testing::TempDir dir;
  TextRun run(dir, "r");
  for (int step = 0; step < 3'000; ++step) {
    run.Text("tag" + std::to_string(step % 3), step,
             {std::string(static_cast<std::size_t>(step % 97), 'a')});
    if (step % 50 == 0) run.Gap(static_cast<std::size_t>(step));
    if (step == 1'500) run.EndFile();
  }
  run.EndFile();
  values::ValueScan scan(
      run.Series(), io::LocalFileSystem(),
      {.first_window_bytes = 100, .window_bytes = 5'000, .span_bytes = 700, .max_gap_bytes = 64});
  values::ScanWindow window;
  std::vector<std::byte> buffer;
  base::Step next = 0;
  while (scan.Next(window)) {
    std::size_t point = 0;
    for (const values::ValueSpan& span : window.spans) {
      const auto bytes = window.Read(span, buffer);
      ASSERT_THAT(bytes, testing::IsOk());
      ASSERT_EQ(span.begin, point);
      for (; point < span.end; ++point) {
        ASSERT_EQ(window.points[point].point.step, next++);
        const base::Bytes value = values::PointBytes(span, *bytes, window.points[point].point);
        ASSERT_EQ(std::to_integer<int>(value[0]), 0x0A);
      }
    }
    ASSERT_EQ(point, window.points.size());
  }
  EXPECT_EQ(next, 3'000);
  EXPECT_EQ(scan.bytes_done(), scan.bytes_total());
}

}  // namespace
}  // namespace sightglass::kinds
