// Every log directory that the real libraries wrote loads with the values that TensorBoard shows.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cctype>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "format/encode.h"
#include "format/modern.h"
#include "tests/golden_request.h"
#include "tests/json_file.h"
#include "tests/loaded_logs.h"
#include "tests/support/is_ok.h"
#include "tests/support/temp_dir.h"

namespace sightglass::testing {
namespace {

namespace json = boost::json;

using store::Series;

std::string TextOf(const json::value& value) {
  return {value.as_string().data(), value.as_string().size()};
}

std::size_t SizeOf(std::string_view number) { return std::stoul(std::string(number)); }

// A point of any sort as the goldens show it: when, and what in words.
struct Shown {
  base::Step step = 0;
  double wall_time = 0;
  std::string what;

  bool operator==(const Shown&) const = default;
};

void PrintTo(const Shown& shown, std::ostream* out) {
  *out << fmt::format("{} @{} {}", shown.step, shown.wall_time, shown.what.substr(0, 200));
}

// TensorBoard's Python loader keeps every point in the order written. With us a point supersedes
// those before it that are not below it.
std::vector<Shown> Supersede(const std::vector<Shown>& all, std::uint64_t* superseded = nullptr) {
  std::vector<Shown> kept;
  for (const Shown& point : all) {
    while (!kept.empty() && kept.back().step >= point.step) kept.pop_back();
    kept.push_back(point);
  }
  if (superseded != nullptr) *superseded = all.size() - kept.size();
  return kept;
}

// A value read back from its file. Its views live as long as it does.
class HeldValue {
 public:
  explicit HeldValue(const FoundValue& found) {
    // A Summary that holds the one value, so that the walker finds it.
    format::WireWriter(summary_).Message(1, ReadValue(found));
    format::ValueWalker walker(base::AsBytes(summary_));
    EXPECT_TRUE(walker.Next(view_));
  }
  HeldValue(const HeldValue&) = delete;
  HeldValue& operator=(const HeldValue&) = delete;

  [[nodiscard]] const format::ValueView& view() const { return view_; }

 private:
  std::string summary_;
  format::ValueView view_;
};

std::string Unescape(std::string text) {
  for (const auto& [from, to] : std::map<std::string, std::string>{
           {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"\r\n", "\n"}}) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
      text.replace(at, from.size(), to);
    }
  }
  std::ranges::replace(text, '\r', '\n');
  for (std::size_t at = 0; (at = text.find("&amp;", at)) != std::string::npos; ++at) {
    text.replace(at, 5, "&");
  }
  return text;
}

// Words of rendered Markdown must all be in its source: the markup itself is not loaded, but made.
bool IsRenderingOf(const std::string& html, const std::string& source) {
  std::string text;
  bool in_tag = false;
  for (const char c : Unescape(html)) {
    if (c == '<') in_tag = true;
    text.push_back(in_tag ? ' ' : c);
    if (c == '>') in_tag = false;
  }
  std::string word;
  for (const char c : text + " ") {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      word.push_back(c);
    } else {
      if (source.find(word) == std::string::npos) return false;
      word.clear();
    }
  }
  return html.empty() == source.empty();
}

class GoldenTest : public ::testing::TestWithParam<std::string> {
 protected:
  GoldenTest() : golden_(ReadGoldenCase(GetParam())), logs_(golden_.log_directory) {
    snapshot_ = logs_.snapshot();
  }

  // nullptr, and a failed test, if there is no such series.
  const Series* FindSeries(const GoldenRequest& request) {
    run_ = snapshot_->Find(request.Query("run"));
    const Series* series = run_ == nullptr ? nullptr : run_->Find(request.Query("tag"));
    EXPECT_NE(series, nullptr) << "no tag '" << request.Query("tag") << "' in run '"
                               << request.Query("run") << "'";
    return series;
  }

  std::map<std::string, std::map<std::string, const Series*>> TagsOf(const std::string& plugin) {
    std::map<std::string, std::map<std::string, const Series*>> tags;
    for (const auto& run : snapshot_->runs) {
      for (const auto& series : run->series) {
        if (series->info->plugin == plugin) {
          tags[run->name][std::string(series->tag_name)] = series.get();
        }
      }
    }
    return tags;
  }

  const store::RefHeader& HeaderOf(const FoundValue& value) const {
    return snapshot_->ref_headers->At(value.point.header);
  }

  void Check(const GoldenRequest& request);
  void CheckRuns(const json::array& answer);
  void CheckTags(const std::string& plugin, const json::object& answer);
  void CheckTextTags(const json::object& answer);
  void CheckScalars(const Series* series, const json::array& answer);
  void CheckCustomScalars(const GoldenRequest& request, const json::object& answer);
  void CheckGraphs(const json::object& answer);
  void CheckMetrics(const json::object& answer);
  void CheckHistograms(const GoldenRequest& request, const json::array& answer);
  void CheckImages(const GoldenRequest& request, const json::array& answer);
  void CheckImageBytes(const GoldenRequest& request);
  void CheckAudio(const GoldenRequest& request, const json::array& answer);
  void CheckAudioBytes(const GoldenRequest& request);
  void CheckText(const GoldenRequest& request, const json::array& answer);
  void CheckMeshes(const GoldenRequest& request, const json::array& answer);
  void CheckCurves(const GoldenRequest& request, const json::object& answer);

  const GoldenCase golden_;
  const LoadedLogs logs_;
  std::shared_ptr<const store::Snapshot> snapshot_;
  const store::Run* run_ = nullptr;  // of the last FindSeries()
};

void GoldenTest::CheckRuns(const json::array& answer) {
  std::vector<std::string> expected;
  for (const json::value& name : answer) expected.push_back(TextOf(name));
  std::vector<const store::Run*> runs;
  for (const auto& run : snapshot_->runs) runs.push_back(run.get());
  std::ranges::stable_sort(runs, {}, [](const store::Run* run) {
    return run->first_wall_time.value_or(std::numeric_limits<double>::infinity());
  });
  std::vector<std::string> actual;
  for (const store::Run* run : runs) actual.push_back(run->name);
  // The Rust loader orders by the smallest time, and TensorBoard does not read *.profile-empty.
  if (golden_.by_rust || golden_.name == "odd") {
    std::ranges::sort(expected);
    std::ranges::sort(actual);
  }
  EXPECT_EQ(actual, expected);
}

void GoldenTest::CheckTags(const std::string& plugin, const json::object& answer) {
  const auto tags = TagsOf(plugin);
  std::set<std::string> expected;
  std::set<std::string> actual;
  for (const auto& [run, of_run] : tags) {
    for (const auto& [tag, series] : of_run) actual.insert(fmt::format("{} {}", run, tag));
  }
  for (const auto& [run, of_run] : answer) {
    for (const auto& [tag, info] : of_run.as_object()) {
      expected.insert(fmt::format("{} {}", std::string(run), std::string(tag)));
      const auto run_at = tags.find(std::string(run));
      if (run_at == tags.end() || !run_at->second.contains(std::string(tag))) continue;
      SCOPED_TRACE(fmt::format("{} {}", std::string(run), std::string(tag)));
      const Series& series = *run_at->second.at(std::string(tag));
      // The Rust loader knows no names of old values.
      if (golden_.by_rust) continue;
      EXPECT_EQ(series.info->display_name, TextOf(info.as_object().at("displayName")));
      EXPECT_TRUE(
          IsRenderingOf(TextOf(info.as_object().at("description")), series.info->description))
          << series.info->description;
      if (const json::value* samples = info.as_object().if_contains("samples")) {
        std::int64_t most = 0;
        for (const FoundValue& value : RefPoints(*snapshot_->Find(std::string(run)), series)) {
          // Clips of an old audio value are always one; its details are rate, channels and frames.
          const bool one =
              HeaderOf(value).form == static_cast<std::uint8_t>(format::ValueForm::kAudio);
          most = std::max(most, one ? 1 : HeaderOf(value).detail[2]);
        }
        EXPECT_EQ(most, samples->as_int64());
      }
    }
  }
  // TensorBoard hides a scalar that a later version of the plugin wrote, and one of which nothing
  // but the number is known. With us nothing that is there is hidden.
  if (plugin == "scalars") {
    actual.erase("unknown_plugin future version");
    actual.erase("unknown_plugin no metadata");
  }
  // Doubles, integers and the like are lost on the Rust loader.
  if (golden_.by_rust) {
    EXPECT_THAT(actual, ::testing::IsSupersetOf(expected));
  } else {
    EXPECT_EQ(actual, expected);
  }
}

void GoldenTest::CheckTextTags(const json::object& answer) {
  std::set<std::string> expected;
  std::set<std::string> actual;
  for (const auto& [run, tags] : answer) {
    for (const json::value& tag : tags.as_array()) {
      expected.insert(fmt::format("{} {}", std::string(run), TextOf(tag)));
    }
  }
  for (const auto& [run, tags] : TagsOf("text")) {
    for (const auto& [tag, series] : tags) actual.insert(fmt::format("{} {}", run, tag));
  }
  EXPECT_EQ(actual, expected);
}

void GoldenTest::CheckScalars(const Series* series, const json::array& answer) {
  if (series == nullptr) return;
  // The Rust loader loses scalars that are not float32.
  if (golden_.by_rust && answer.empty()) return;
  std::vector<Shown> expected;
  for (const json::value& point : answer) {
    const json::array& fields = point.as_array();
    expected.push_back(
        {fields[1].as_int64(), NumberOf(fields[0]), fmt::format("{}", NumberOf(fields[2]))});
  }
  std::vector<Shown> actual;
  for (const store::ScalarPoint& point : ScalarPoints(*series)) {
    actual.push_back({point.step, point.wall_time, fmt::format("{}", point.value)});
  }
  std::uint64_t superseded = 0;
  EXPECT_EQ(actual, Supersede(expected, &superseded));
  if (!golden_.by_rust) {
    EXPECT_EQ(series->superseded_size(), superseded);
  }
}

void GoldenTest::CheckCustomScalars(const GoldenRequest& request, const json::object& answer) {
  if (!answer.at("regex_valid").as_bool()) return;
  const store::Run* run = snapshot_->Find(request.Query("run"));
  for (const auto& [tag, events] : answer.at("tag_to_events").as_object()) {
    const Series* series = run == nullptr ? nullptr : run->Find(std::string(tag));
    ASSERT_NE(series, nullptr) << std::string(tag);
    CheckScalars(series, events.as_array());
  }
}

// Which runs have a graph, and which tags hold one or a profile of one.
void GoldenTest::CheckGraphs(const json::object& answer) {
  std::set<std::string> expected;
  for (const auto& [run, info] : answer) {
    const std::string name(run);
    if (info.at("run_graph").as_bool()) expected.insert(name + ": run graph");
    for (const auto& tag : info.at("tags").as_object()) {
      expected.insert(fmt::format("{}: {}", name, std::string(tag.key())));
    }
  }
  std::set<std::string> actual;
  for (const auto& run : snapshot_->runs) {
    for (const auto& series : run->series) {
      const std::string& plugin = series->info->plugin;
      if (plugin == "graphs") actual.insert(run->name + ": run graph");
      if (plugin.starts_with("graph_")) {
        actual.insert(fmt::format("{}: {}", run->name, series->tag_name));
      }
    }
  }
  EXPECT_EQ(actual, expected);
}

// A metric of a session is the last point of a scalar in its run, or in one below it.
void GoldenTest::CheckMetrics(const json::object& answer) {
  int checked = 0;
  for (const json::value& group : answer.at("sessionGroups").as_array()) {
    for (const json::value& session : group.at("sessions").as_array()) {
      for (const json::value& metric : session.at("metricValues").as_array()) {
        const std::string below = TextOf(metric.at("name").at("group"));
        const std::string name = TextOf(session.at("name")) + (below.empty() ? "" : "/" + below);
        const store::Run* run = snapshot_->Find(name);
        ASSERT_NE(run, nullptr) << name;
        const Series* series = run->Find(TextOf(metric.at("name").at("tag")));
        ASSERT_NE(series, nullptr) << name;
        const store::ScalarPoint last = ScalarPoints(*series).back();
        EXPECT_EQ(last.step, metric.at("trainingStep").as_int64());
        EXPECT_EQ(last.wall_time, NumberOf(metric.at("wallTimeSecs")));
        EXPECT_EQ(fmt::format("{}", last.value), fmt::format("{}", NumberOf(metric.at("value"))));
        ++checked;
      }
    }
  }
  EXPECT_GT(checked, 0);
}

void GoldenTest::CheckHistograms(const GoldenRequest& request, const json::array& answer) {
  const Series* series = FindSeries(request);
  if (series == nullptr) return;
  const std::vector<FoundValue> values = RefPoints(*run_, *series);
  std::vector<Shown> expected;
  for (const json::value& point : answer) {
    const json::array& fields = point.as_array();
    std::string buckets;
    for (const json::value& row : fields[2].as_array()) {
      const json::array& edges = row.as_array();
      buckets +=
          fmt::format("[{} {} {}]", NumberOf(edges[0]), NumberOf(edges[1]), NumberOf(edges[2]));
    }
    expected.push_back({fields[1].as_int64(), NumberOf(fields[0]), buckets});
  }
  std::vector<Shown> actual;
  for (const FoundValue& found : values) {
    const HeldValue value(found);
    const auto buckets = format::DecodeHistogram(value.view());
    ASSERT_THAT(buckets, IsOk());
    std::string text;
    for (format::HistogramBucket bucket : *buckets) {
      // TensorBoard turns old forms into float32.
      if (value.view().form == format::ValueForm::kHistogram) {
        bucket = {static_cast<float>(bucket.left), static_cast<float>(bucket.right),
                  static_cast<float>(bucket.count)};
      }
      text += fmt::format("[{} {} {}]", bucket.left, bucket.right, bucket.count);
    }
    actual.push_back({found.point.step, found.point.wall_time, text});
  }
  EXPECT_EQ(actual, Supersede(expected));
}

void GoldenTest::CheckImages(const GoldenRequest& request, const json::array& answer) {
  const Series* series = FindSeries(request);
  if (series == nullptr) return;
  const std::size_t sample = request.Query("sample").empty() ? 0 : SizeOf(request.Query("sample"));
  std::vector<Shown> expected;
  for (const json::value& item : answer) {
    expected.push_back(
        {item.as_object().at("step").as_int64(), NumberOf(item.as_object().at("wall_time")), ""});
  }
  std::vector<Shown> actual;
  for (const FoundValue& found : RefPoints(*run_, *series)) {
    const HeldValue value(found);
    const auto blobs = format::DecodeImageValue(value.view());
    ASSERT_THAT(blobs, IsOk());
    EXPECT_EQ(HeaderOf(found).detail[0], blobs->width);
    EXPECT_EQ(HeaderOf(found).detail[1], blobs->height);
    EXPECT_EQ(HeaderOf(found).detail[2], static_cast<std::int64_t>(blobs->encoded.size()));
    if (sample < blobs->encoded.size()) {
      actual.push_back({found.point.step, found.point.wall_time, ""});
    }
  }
  EXPECT_EQ(actual, expected);
}

void GoldenTest::CheckImageBytes(const GoldenRequest& request) {
  const GoldenRequest& list = golden_.Find(request.follow_id);
  const Series* series = FindSeries(list);
  if (series == nullptr) return;
  const std::size_t sample = list.Query("sample").empty() ? 0 : SizeOf(list.Query("sample"));
  const std::vector<FoundValue> values = RefPoints(*run_, *series);
  // Points too short for this sample are not in the list that the index counts.
  std::size_t index = request.follow_index;
  for (const FoundValue& found : values) {
    const HeldValue value(found);
    const auto blobs = format::DecodeImageValue(value.view());
    ASSERT_THAT(blobs, IsOk());
    if (sample >= blobs->encoded.size() || index-- > 0) continue;
    const std::string expected = ReadFileBytes(request.answer_path);
    EXPECT_EQ(base::AsText(blobs->encoded[sample]), expected);
    if (expected.starts_with("\x89PNG")) {
      const auto side = [&](std::size_t at) {
        std::int64_t number = 0;
        for (std::size_t i = 0; i < 4; ++i) {
          number = number * 256 + static_cast<unsigned char>(expected[at + i]);
        }
        return number;
      };
      EXPECT_EQ(blobs->width, side(16));
      EXPECT_EQ(blobs->height, side(20));
    }
    return;
  }
  ADD_FAILURE() << "only " << values.size() << " values";
}

void GoldenTest::CheckAudio(const GoldenRequest& request, const json::array& answer) {
  const Series* series = FindSeries(request);
  if (series == nullptr) return;
  const std::size_t sample = request.Query("sample").empty() ? 0 : SizeOf(request.Query("sample"));
  std::vector<Shown> expected;
  for (const json::value& item : answer) {
    const json::object& fields = item.as_object();
    expected.push_back({fields.at("step").as_int64(), NumberOf(fields.at("wall_time")), ""});
    // AudioPluginData.encoding = WAV, also where an old form did not say.
    EXPECT_EQ(TextOf(fields.at("contentType")) == "audio/wav",
              series->info->plugin_content.find("\x10\x0B") != std::string::npos);
  }
  std::vector<Shown> actual;
  for (const FoundValue& found : RefPoints(*run_, *series)) {
    const HeldValue value(found);
    const auto clips = format::DecodeAudioValue(value.view());
    ASSERT_THAT(clips, IsOk());
    if (sample < clips->size()) actual.push_back({found.point.step, found.point.wall_time, ""});
  }
  EXPECT_EQ(actual, expected);
}

void GoldenTest::CheckAudioBytes(const GoldenRequest& request) {
  const GoldenRequest& list = golden_.Find(request.follow_id);
  const Series* series = FindSeries(list);
  if (series == nullptr) return;
  const std::size_t sample = list.Query("sample").empty() ? 0 : SizeOf(list.Query("sample"));
  const std::vector<FoundValue> values = RefPoints(*run_, *series);
  ASSERT_LT(request.follow_index, values.size());
  const HeldValue value(values[request.follow_index]);
  const auto clips = format::DecodeAudioValue(value.view());
  ASSERT_THAT(clips, IsOk());
  ASSERT_LT(sample, clips->size());
  EXPECT_EQ(base::AsText((*clips)[sample]), ReadFileBytes(request.answer_path));
}

// The table that TensorBoard makes of a vector or matrix of strings.
std::string AsTable(const std::vector<base::Bytes>& cells, std::size_t columns) {
  std::string table = "<table>\n<tbody>\n";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i % columns == 0) table += "<tr>\n";
    table += fmt::format("<td>{}</td>\n", base::AsText(cells[i]));
    if (i % columns == columns - 1) table += "</tr>\n";
  }
  return table + "</tbody>\n</table>";
}

void GoldenTest::CheckText(const GoldenRequest& request, const json::array& answer) {
  const Series* series = FindSeries(request);
  if (series == nullptr) return;
  // The server takes dangerous markup out and says no more than that of three dimensions.
  const std::string tag = request.Query("tag");
  const bool is_changed = tag.starts_with("attack/") || tag == "unicode" || tag == "rank3";
  std::vector<Shown> expected;
  for (const json::value& item : answer) {
    const json::object& fields = item.as_object();
    expected.push_back({fields.at("step").as_int64(), NumberOf(fields.at("wall_time")),
                        is_changed ? "" : Unescape(TextOf(fields.at("text")))});
  }
  std::vector<Shown> actual;
  for (const FoundValue& found : RefPoints(*run_, *series)) {
    const HeldValue value(found);
    const auto strings = format::DecodeStrings(value.view().body);
    ASSERT_THAT(strings, IsOk());
    const store::RefHeader& header = HeaderOf(found);
    std::string text;
    if (header.rank == 0) {
      ASSERT_EQ(strings->size(), 1U);
      text = base::AsText(strings->front());
    } else {
      text = AsTable(*strings, header.rank == 1 ? 1 : static_cast<std::size_t>(header.dims[1]));
    }
    actual.push_back({found.point.step, found.point.wall_time, is_changed ? "" : Unescape(text)});
  }
  EXPECT_EQ(actual, Supersede(expected));
}

void GoldenTest::CheckMeshes(const GoldenRequest& request, const json::array& answer) {
  const store::Run* run = snapshot_->Find(request.Query("run"));
  ASSERT_NE(run, nullptr);
  std::vector<std::string> expected;
  for (const json::value& item : answer) {
    const json::object& fields = item.as_object();
    std::string line =
        fmt::format("{} @{}", fields.at("step").as_int64(), NumberOf(fields.at("wall_time")));
    for (const json::value& side : fields.at("data_shape").as_array()) {
      line += fmt::format(" {}", side.as_int64());
    }
    expected.push_back(std::move(line));
  }
  std::vector<std::string> actual;
  for (const auto& series : run->series) {
    if (series->info->plugin != "mesh" ||
        !series->tag_name.starts_with(request.Query("tag") + "_")) {
      continue;
    }
    for (const FoundValue& found : RefPoints(*run, *series)) {
      std::string line = fmt::format("{} @{}", found.point.step, found.point.wall_time);
      for (std::size_t i = 0; i < HeaderOf(found).rank; ++i) {
        line += fmt::format(" {}", HeaderOf(found).dims[i]);
      }
      actual.push_back(std::move(line));
    }
  }
  EXPECT_THAT(actual, ::testing::UnorderedElementsAreArray(expected));
}

void GoldenTest::CheckCurves(const GoldenRequest& request, const json::object& answer) {
  for (const auto& [run_name, curves] : answer) {
    const store::Run* run = snapshot_->Find(std::string(run_name));
    ASSERT_NE(run, nullptr);
    const Series* series = run->Find(request.Query("tag"));
    ASSERT_NE(series, nullptr);
    const std::vector<FoundValue> values = RefPoints(*run, *series);
    ASSERT_EQ(values.size(), curves.as_array().size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const json::object& curve = curves.as_array()[i].as_object();
      EXPECT_EQ(values[i].point.step, curve.at("step").as_int64());
      EXPECT_EQ(values[i].point.wall_time, NumberOf(curve.at("wall_time")));
      const HeldValue value(values[i]);
      const auto numbers = format::DecodeNumbers(value.view().body);
      ASSERT_THAT(numbers, IsOk());
      const std::size_t columns = numbers->size() / 6;
      // Rows of the tensor, in this order. Thresholds at the end where nothing was counted are not
      // shown.
      std::size_t row = 0;
      for (const char* name : {"true_positives", "false_positives", "true_negatives",
                               "false_negatives", "precision", "recall"}) {
        const json::array& expected = curve.at(name).as_array();
        ASSERT_LE(expected.size(), columns);
        for (std::size_t k = 0; k < expected.size(); ++k) {
          const double got = (*numbers)[row * columns + k];
          EXPECT_EQ(row < 4 ? std::trunc(got) : got, NumberOf(expected[k])) << name << " " << k;
        }
        ++row;
      }
    }
  }
}

void GoldenTest::Check(const GoldenRequest& request) {
  const std::string& route = request.route;
  if (route.ends_with("/individualImage")) return CheckImageBytes(request);
  if (route.ends_with("/individualAudio")) return CheckAudioBytes(request);
  const json::value answer = ReadJsonFile(request.answer_path);
  if (route == "/data/runs") return CheckRuns(answer.as_array());
  if (route == "/data/plugin/text/tags") return CheckTextTags(answer.as_object());
  if (route == "/data/plugin/mesh/tags") return;  // names that a plugin makes, not tags
  if (route.ends_with("/tags")) {
    const std::string_view plugin = std::string_view(route).substr(13);
    return CheckTags(std::string(plugin.substr(0, plugin.find('/'))), answer.as_object());
  }
  if (route.ends_with("/pr_curves")) return CheckCurves(request, answer.as_object());
  if (route.ends_with("/custom_scalars/scalars")) {
    return CheckCustomScalars(request, answer.as_object());
  }
  if (route.ends_with("/graphs/info")) return CheckGraphs(answer.as_object());
  if (route.ends_with("/session_groups")) return CheckMetrics(answer.as_object());
  if (route.ends_with("/scalars")) return CheckScalars(FindSeries(request), answer.as_array());
  if (route.ends_with("/histograms")) return CheckHistograms(request, answer.as_array());
  if (route.ends_with("/images")) return CheckImages(request, answer.as_array());
  if (route.ends_with("/audio")) return CheckAudio(request, answer.as_array());
  if (route.ends_with("/text")) return CheckText(request, answer.as_array());
  if (route.ends_with("/meshes")) return CheckMeshes(request, answer.as_array());
  ADD_FAILURE() << "no check for " << route;
}

TEST_P(GoldenTest, LoadsWhatTensorBoardShows) {
  EXPECT_FALSE(golden_.requests.empty());
  EXPECT_FALSE(snapshot_->loading);
  EXPECT_EQ(snapshot_->bytes_done, snapshot_->bytes_total);
  for (const GoldenRequest& request : golden_.requests) {
    SCOPED_TRACE(request.id);
    Check(request);
  }
}

INSTANTIATE_TEST_SUITE_P(All, GoldenTest, ::testing::ValuesIn(GoldenCaseNames()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace sightglass::testing
