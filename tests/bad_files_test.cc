// Damaged and odd files: what a reader gets out of each, down to the byte, and which issue it
// raises.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/text.h"
#include "format/event.h"
#include "format/tensor.h"
#include "ingest/record_stream.h"
#include "tests/json_file.h"
#include "tests/loaded_logs.h"
#include "tests/snapshot_dump.h"
#include "tests/support/is_ok.h"
#include "tests/support/temp_dir.h"

namespace sightglass::testing {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;
using format::WireError;

const fs::path kBad = fs::path(SIGHTGLASS_TEST_DATA) / "bad";

std::vector<std::string> NamesIn(const fs::path& directory) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(directory)) {
    names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

std::string_view TextOf(const json::value& value) {
  return {value.as_string().data(), value.as_string().size()};
}

std::string ShownNumber(double value) {
  if (std::isnan(value)) return "NaN";
  return fmt::format("{}", value);
}

std::string ShownTag(std::string_view tag, std::size_t characters) {
  return characters > 1000 ? fmt::format("{}... of {}", tag.substr(0, 60), characters)
                           : base::EscapeForDisplay(tag, 1000);
}

// Event by event what an expectation says, one line each; then lost places and the tail.

std::string ExpectedTag(const json::object& value) {
  const std::string_view tag = TextOf(value.at("tag"));
  if (const json::value* hex = value.if_contains("not_utf8_hex")) {
    std::string bytes;
    const std::string digits(TextOf(*hex));
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
      bytes.push_back(static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16)));
    }
    return ShownTag(bytes, bytes.size());
  }
  const json::value* characters = value.if_contains("characters");
  return ShownTag(tag, characters ? characters->to_number<std::size_t>() : tag.size());
}

std::string ExpectedValueLine(const json::object& value) {
  std::string line = fmt::format(" [{} {}", ExpectedTag(value), TextOf(value.at("kind")));
  if (const json::value* number = value.if_contains("value")) {
    line += fmt::format(" {}", ShownNumber(NumberOf(*number)));
  }
  if (const json::value* tensor = value.if_contains("tensor")) {
    const json::object& fields = tensor->as_object();
    const json::array& shape = fields.at("shape").as_array();
    line += fmt::format(" dtype {} rank {}", fields.at("dtype").as_int64(), shape.size());
    for (std::size_t i = 0; i < std::min<std::size_t>(shape.size(), 8); ++i) {
      line += fmt::format(" {}", shape[i].as_int64());
    }
    if (const json::value* number = fields.if_contains("float")) {
      line += fmt::format(" = {}", ShownNumber(NumberOf(*number)));
    }
    for (const char* key : {"content_bytes", "strings"}) {
      if (const json::value* count = fields.if_contains(key)) {
        line += fmt::format(" {} {}", key, count->as_int64());
      }
    }
  }
  if (const json::value* plugin = value.if_contains("plugin")) {
    line += fmt::format(" plugin {}", TextOf(*plugin));
  }
  return line + "]";
}

std::vector<std::string> ExpectedLines(const json::object& file) {
  std::vector<std::string> lines;
  for (const json::value& item : file.at("events").as_array()) {
    const json::object& event = item.as_object();
    std::string line =
        fmt::format("{}+{} @{} step {} {}", event.at("offset").as_int64(),
                    event.at("bytes").as_int64(), ShownNumber(NumberOf(event.at("wall_time"))),
                    event.at("step").as_int64(), TextOf(event.at("what")));
    if (const json::value* version = event.if_contains("file_version")) {
      line += fmt::format(" {}", TextOf(*version));
    }
    if (const json::value* values = event.if_contains("values")) {
      for (const json::value& value : values->as_array()) {
        line += ExpectedValueLine(value.as_object());
      }
    }
    lines.push_back(std::move(line));
  }
  for (const json::value& place : file.at("lost").as_array()) {
    lines.push_back(fmt::format("lost {}..{}", place.as_object().at("from").as_int64(),
                                place.as_object().at("to").as_int64()));
  }
  if (const json::value* tail = file.if_contains("tail")) {
    const json::object& place = tail->as_object();
    lines.push_back(fmt::format("tail {}..{}{}", place.at("from").as_int64(),
                                place.at("to").as_int64(),
                                place.at("may_be_completed_later").as_bool() ? " torn" : ""));
  }
  return lines;
}

// The same lines from a file, read as the loader reads it.

bool AppendValueLine(const format::ValueView& value, std::string& line) {
  const std::string_view tag = base::AsText(value.tag);
  line += fmt::format(" [{} {}", ShownTag(tag, tag.size()), format::ValueFormName(value.form));
  if (value.form == format::ValueForm::kSimpleValue) {
    line += fmt::format(" {}", ShownNumber(value.simple_value));
  }
  if (value.form == format::ValueForm::kTensor) {
    format::TensorHeader header;
    if (format::ParseTensorHeader(value.body, header) != WireError::kOk) return false;
    line += fmt::format(" dtype {} rank {}", header.dtype, header.rank);
    for (std::size_t i = 0; i < std::min<std::size_t>(header.rank, 8); ++i) {
      line += fmt::format(" {}", header.dims[i]);
    }
    const auto number = format::ReadSingleNumber(value.body);
    // The expectations give numbers of float32 tensors only.
    if (header.dtype == static_cast<std::uint32_t>(format::DataType::kFloat) && number) {
      line += fmt::format(" = {}", ShownNumber(*number));
    } else if (!header.content.empty()) {
      line += fmt::format(" content_bytes {}", header.content.size());
    }
    if (header.string_count > 0) line += fmt::format(" strings {}", header.string_count);
  }
  if (value.has_metadata) {
    format::MetadataView metadata;
    if (format::ParseMetadata(value.metadata, metadata) != WireError::kOk) return false;
    if (!metadata.plugin_name.empty()) {
      line += fmt::format(" plugin {}", base::AsText(metadata.plugin_name));
    }
  }
  line += "]";
  return true;
}

// false: not a well-formed Event.
bool AppendEventLine(base::Bytes payload, std::string& line) {
  format::EventView event;
  if (format::ParseEvent(payload, event) != WireError::kOk) return false;
  line += fmt::format(
      " @{} step {} {}", ShownNumber(event.wall_time), event.step,
      event.what == format::EventWhat::kNone ? "nothing" : format::EventWhatName(event.what));
  if (event.what == format::EventWhat::kFileVersion) {
    line += fmt::format(" {}", base::AsText(event.body));
  }
  if (event.what != format::EventWhat::kSummary) return true;
  format::ValueWalker walker(event.body);
  format::ValueView value;
  while (walker.Next(value)) {
    if (!AppendValueLine(value, line)) return false;
  }
  return walker.error() == WireError::kOk;
}

std::vector<std::string> ActualLines(const fs::path& path, std::size_t read_bytes) {
  std::vector<std::string> lines;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> lost;
  const auto file = io::LocalFileSystem().Open(path.string());
  EXPECT_THAT(file, IsOk());
  if (!file.ok()) return lines;
  ingest::ReadBuffer buffer(read_bytes);
  ingest::RecordStream stream(
      **file, buffer, {.file_bytes = fs::file_size(path)},
      [&lost](const ingest::Damage& damage) { lost.emplace_back(damage.begin, damage.end); });
  ingest::Record record;
  while (stream.Next(record)) {
    std::string line = fmt::format("{}+{}", record.offset, record.frame_bytes());
    if (AppendEventLine(record.payload, line)) {
      lines.push_back(std::move(line));
    } else {
      lost.emplace_back(record.offset, record.offset + record.frame_bytes());
    }
  }
  EXPECT_THAT(stream.end().status, IsOk());
  std::ranges::sort(lost);
  for (const auto& [from, to] : lost) lines.push_back(fmt::format("lost {}..{}", from, to));
  if (const auto& tail = stream.end().tail) {
    lines.push_back(fmt::format("tail {}..{}{}", tail->begin, tail->end,
                                tail->kind == base::IssueKind::kTornTail ? " torn" : ""));
    EXPECT_EQ(tail->begin, stream.end().offset);
  }
  return lines;
}

class BadFileTest : public ::testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] static json::object Expectation() {
    return ReadJsonFile((kBad / "expect" / (GetParam() + ".json")).string()).as_object();
  }
  // Where the run's files are: its name may have several parts.
  [[nodiscard]] static fs::path RunDirectory(const json::object& expectation) {
    return kBad / "files" / std::string(TextOf(expectation.at("run")));
  }
};

TEST_P(BadFileTest, YieldsExactlyTheExpectedRecords) {
  const json::object expectation = Expectation();
  for (const auto& [name, file] : expectation.at("files").as_object()) {
    SCOPED_TRACE(std::string(name));
    const fs::path path = RunDirectory(expectation) / std::string(name);
    ASSERT_EQ(static_cast<std::int64_t>(fs::file_size(path)),
              file.as_object().at("size").as_int64());
    const std::vector<std::string> expected = ExpectedLines(file.as_object());
    // The smallest buffer makes every record straddle reads.
    for (const std::size_t read_bytes : {std::size_t{1}, std::size_t{64}, std::size_t{1} << 18}) {
      EXPECT_EQ(ActualLines(path, read_bytes), expected) << "read " << read_bytes << " at a time";
    }
  }
}

// What the store must hold: a model of the rules small enough to be seen right.
struct ModelSeries {
  bool scalar = false;
  std::vector<store::ScalarPoint> points;  // of references only step and time count
  std::uint64_t superseded = 0;
  std::uint64_t mismatched = 0;

  void Add(const store::ScalarPoint& point) {
    while (!points.empty() && points.back().step >= point.step) {
      points.pop_back();
      ++superseded;
    }
    points.push_back(point);
  }
};

void AddToModel(const json::object& value, base::Step step, double wall_time,
                std::map<std::string, ModelSeries>& model) {
  const json::value* tensor = value.if_contains("tensor");
  const json::value* plugin = value.if_contains("plugin");
  const json::value* number = tensor ? tensor->as_object().if_contains("float") : nullptr;
  if (const json::value* simple = value.if_contains("value")) number = simple;
  const bool is_scalar = plugin ? TextOf(*plugin) == "scalars" : number != nullptr;
  const auto [at, is_new] = model.try_emplace(ExpectedTag(value));
  ModelSeries& series = at->second;
  if (is_new) series.scalar = is_scalar;
  if (series.scalar != is_scalar) {
    ++series.mismatched;
  } else if (!is_scalar) {
    series.Add({step, wall_time, 0});
  } else if (number == nullptr) {
    ++series.mismatched;
  } else {
    series.Add({step, wall_time, NumberOf(*number)});
  }
}

std::map<std::string, ModelSeries> ModelOf(const json::object& files) {
  std::map<std::string, ModelSeries> model;
  std::map<std::string, const json::object*> sorted;
  for (const auto& [name, file] : files) sorted[std::string(name)] = &file.as_object();
  for (const auto& [name, file] : sorted) {
    double last_time = 0;
    for (const json::value& item : file->at("events").as_array()) {
      const json::object& event = item.as_object();
      double wall_time = NumberOf(event.at("wall_time"));
      if (std::isfinite(wall_time)) {
        last_time = wall_time;
      } else {
        wall_time = last_time;
      }
      if (const json::value* values = event.if_contains("values")) {
        for (const json::value& value : values->as_array()) {
          AddToModel(value.as_object(), event.at("step").as_int64(), wall_time, model);
        }
      }
    }
  }
  return model;
}

// Issues each run must raise; those not named here raise none: nothing of them is lost. A picture
// whose size is said wrongly (png_false_header) is still there to be looked at.
const std::map<std::string, std::set<std::string>>& ExpectedIssues() {
  static const std::map<std::string, std::set<std::string>> table = {
      {"bad_utf8_tag", {"bad-utf8"}},
      {"bytes_lost", {"damaged-payload"}},
      {"cut_after_header", {"torn-tail"}},
      {"cut_in_data_crc", {"torn-tail"}},
      {"cut_in_first_record", {"torn-tail"}},
      {"cut_in_length", {"torn-tail"}},
      {"cut_in_length_crc", {"torn-tail"}},
      {"cut_in_payload", {"torn-tail"}},
      {"cut_protobuf", {"bad-event"}},
      {"deep_groups", {"bad-event"}},
      {"deep_nesting", {"bad-event"}},
      {"first_file_damaged", {"damaged-header"}},
      {"flip_data_crc", {"damaged-payload"}},
      {"flip_first_record", {"damaged-header"}},
      {"flip_length_crc", {"damaged-header"}},
      {"flip_length_high", {"damaged-header"}},
      {"flip_length_low", {"damaged-header"}},
      {"flip_payload_structure", {"damaged-payload"}},
      {"flip_payload_tag", {"damaged-payload"}},
      {"flip_payload_value", {"damaged-payload"}},
      {"garbage_appended", {"not-event-data"}},
      {"garbage_first", {"damaged-header"}},
      {"garbage_middle", {"damaged-header"}},
      {"gzipped", {"not-event-data"}},
      {"histo_lengths_differ", {"bad-value"}},
      {"histogram_wrong_shape", {"bad-value"}},
      {"huge_length", {"false-length"}},
      {"huge_length_2_64", {"false-length"}},
      {"huge_length_3gib", {"false-length"}},
      {"image_wrong_shape", {"bad-value"}},
      {"inf_wall_time", {"bad-wall-time"}},
      {"invalid_protobuf", {"bad-event"}},
      {"kind_changes", {"kind-changed"}},
      {"long_tag", {"tag-too-long"}},
      {"nan_wall_time", {"bad-wall-time"}},
      {"open_group", {"bad-event"}},
      {"scalar_wrong_shape", {"bad-value"}},
      {"tensor_claims_huge_shape", {"bad-value"}},
      {"text_file", {"not-event-data"}},
      {"two_damages", {"damaged-header", "damaged-payload"}},
      {"unknown_dtype", {"bad-value"}},
      {"zeros_appended", {"not-event-data"}},
      {"zeros_middle", {"damaged-payload"}},
  };
  return table;
}

std::vector<std::string> ShownPoints(const std::vector<store::ScalarPoint>& points) {
  std::vector<std::string> lines;
  for (const auto& point : points) {
    lines.push_back(fmt::format("{} @{} {}", point.step, ShownNumber(point.wall_time),
                                ShownNumber(point.value)));
  }
  return lines;
}

std::vector<store::ScalarPoint> PointsOf(const store::Run& run, const store::Series& series) {
  if (series.scalars() != nullptr) return ScalarPoints(series);
  std::vector<store::ScalarPoint> points;
  for (const FoundValue& found : RefPoints(run, series)) {
    points.push_back({found.point.step, found.point.wall_time, 0});
  }
  return points;
}

TEST_P(BadFileTest, LoadsWhatIsThereAndNamesWhatIsWrong) {
  const json::object expectation = Expectation();
  const fs::path directory = kBad / "files" / GetParam();
  const LoadedLogs logs(directory.string());
  const auto snapshot = logs.snapshot();

  const auto issues = ExpectedIssues().find(GetParam());
  EXPECT_EQ(logs.IssueNames(directory.string()),
            issues == ExpectedIssues().end() ? std::set<std::string>() : issues->second)
      << DumpIssues(logs.issues());

  ASSERT_EQ(snapshot->runs.size(), 1U);
  const store::Run& run = *snapshot->runs[0];
  EXPECT_FALSE(snapshot->loading);
  std::map<std::string, ModelSeries> model = ModelOf(expectation.at("files").as_object());
  std::set<std::string> tags;
  for (const auto& series : run.series) {
    const std::string tag = ShownTag(series->tag_name, series->tag_name.size());
    SCOPED_TRACE(tag);
    tags.insert(tag);
    const ModelSeries& expected = model[tag];
    EXPECT_EQ(series->scalars() != nullptr, expected.scalar);
    if (GetParam() == "bfloat16_scalar" && tag == "b") {
      // The expectations do not say what a bfloat16 is worth.
      EXPECT_EQ(PointsOf(run, *series).size(), 1U);
      continue;
    }
    EXPECT_EQ(series->mismatched, expected.mismatched);
    EXPECT_EQ(ShownPoints(PointsOf(run, *series)), ShownPoints(expected.points));
    EXPECT_EQ(series->superseded_size(), expected.superseded);
  }
  // A tag none of whose values could be understood need not be listed.
  for (const auto& [tag, series] : model) {
    EXPECT_TRUE(series.points.empty() || tags.contains(tag)) << tag;
  }
}

INSTANTIATE_TEST_SUITE_P(All, BadFileTest, ::testing::ValuesIn(NamesIn(kBad / "files")),
                         [](const auto& test) { return test.param; });

// Files that change while they are watched.

class StagedTest : public ::testing::TestWithParam<std::string> {};

TEST_P(StagedTest, ASecondLookEqualsAFirstLookAtTheSame) {
  const std::string name = GetParam();
  const json::object expectation =
      ReadJsonFile((kBad / "expect" / (name + ".json")).string()).as_object();
  const std::string_view how = TextOf(expectation.at("how"));
  const fs::path first = kBad / "staged" / name / "1";
  const fs::path later = kBad / "staged" / name / "2";
  const std::string old_name = NamesIn(first).front();
  const std::string old_bytes = ReadFileBytes(first / old_name);

  const TempDir dir;
  dir.Write("run/" + old_name, old_bytes);
  LoadedLogs logs(dir.path());
  ASSERT_EQ(logs.snapshot()->runs.size(), 1U);
  EXPECT_EQ(logs.snapshot()->runs[0]->records,
            expectation.at("first").as_object().at("events").as_array().size());

  if (how == "append") {
    const std::string bytes = ReadFileBytes(later / old_name);
    ASSERT_TRUE(bytes.starts_with(old_bytes));
    dir.Append("run/" + old_name, bytes.substr(old_bytes.size()));
  } else if (how == "truncate") {
    dir.Write("run/" + old_name, ReadFileBytes(later / old_name));
  } else if (how == "rename") {
    dir.Replace("run/" + old_name, ReadFileBytes(later / old_name));
  } else {
    dir.Remove("run/" + old_name);
    if (how == "newname") {
      const std::string new_name = NamesIn(later).front();
      dir.Write("run/" + new_name, ReadFileBytes(later / new_name));
    } else {
      ASSERT_EQ(how, "delete");
    }
  }
  EXPECT_TRUE(logs.Refresh());

  const LoadedLogs fresh(dir.path());
  EXPECT_EQ(DumpSnapshot(*logs.snapshot()), DumpSnapshot(*fresh.snapshot()));
  if (!expectation.at("later").is_null()) {
    ASSERT_EQ(logs.snapshot()->runs.size(), 1U);
    EXPECT_EQ(logs.snapshot()->runs[0]->records,
              expectation.at("later").as_object().at("events").as_array().size());
  }
  // Only the replacement itself is still to be told; damage that is gone is not.
  for (const std::string& issue : logs.IssueNames(dir.path())) {
    EXPECT_EQ(issue, "file-replaced");
  }
  EXPECT_FALSE(logs.Refresh()) << "nothing changed since";
}

INSTANTIATE_TEST_SUITE_P(All, StagedTest, ::testing::ValuesIn(NamesIn(kBad / "staged")),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace sightglass::testing
