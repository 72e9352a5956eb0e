#include "tests/support/logged_values.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "format/event.h"
#include "format/frame.h"
#include "format/modern.h"
#include "format/tensor.h"
#include "format/wire.h"
#include "tests/support/logged_events.h"
#include "tests/support/temp_dir.h"

namespace sightglass::testing {
namespace {

std::string Text(base::Bytes bytes) { return std::string(base::AsText(bytes)); }

void ReadTensor(base::Bytes body, LoggedValue& value) {
  format::TensorHeader header;
  ASSERT_EQ(format::ParseTensorHeader(body, header), format::WireError::kOk);
  value.dtype = header.dtype;
  value.dims.assign(header.dims.begin(), header.dims.begin() + header.rank);
  if (header.dtype == static_cast<std::uint32_t>(format::DataType::kString)) {
    const auto strings = format::DecodeStrings(body);
    ASSERT_TRUE(strings.ok());
    for (const base::Bytes string : *strings) value.strings.push_back(Text(string));
    EXPECT_EQ(header.string_count, value.strings.size()) << "every string is written";
  } else {
    const auto numbers = format::DecodeNumbers(body);
    ASSERT_TRUE(numbers.ok());
    value.numbers = *numbers;
  }
}

LoggedValue ReadValue(const format::ValueView& view) {
  LoggedValue value;
  value.tag = Text(view.tag);
  value.form = format::ValueFormName(view.form);
  value.simple_value = view.simple_value;
  if (view.has_metadata) {
    format::MetadataView metadata;
    EXPECT_EQ(format::ParseMetadata(view.metadata, metadata), format::WireError::kOk);
    EXPECT_EQ(metadata.data_class, format::DataClass::kUnknown) << "left to be inferred";
    value.plugin = Text(metadata.plugin_name);
    value.content = Text(metadata.plugin_content);
    value.display_name = Text(metadata.display_name);
    value.description = Text(metadata.description);
  }
  if (view.form == format::ValueForm::kTensor) ReadTensor(view.body, value);
  if (view.form == format::ValueForm::kHistogram) {
    const auto buckets = format::DecodeHistogram(view);
    EXPECT_TRUE(buckets.ok());
    if (buckets.ok()) {
      for (const format::HistogramBucket& bucket : *buckets) {
        value.numbers.insert(value.numbers.end(), {bucket.left, bucket.right, bucket.count});
      }
    }
  }
  // Whatever the reader would report as an issue is a fault of the writer.
  if (!value.plugin.empty() && view.form != format::ValueForm::kNone) {
    EXPECT_TRUE(format::FactsOf(view, value.plugin).ok()) << value.tag;
  }
  return value;
}

std::optional<std::string> DumpFields(base::Bytes message, int depth) {
  if (depth > 16) return std::nullopt;
  std::string out;
  format::WireReader reader(message);
  while (reader.Next()) {
    if (reader.field() == 0) return std::nullopt;
    if (!out.empty()) out += ' ';
    out += std::to_string(reader.field());
    switch (reader.type()) {
      case format::WireType::kVarint:
        out += fmt::format(":{}", static_cast<std::int64_t>(reader.Varint()));
        break;
      case format::WireType::kFixed64:
        out += fmt::format(":{:016x}", reader.Fixed64());
        break;
      case format::WireType::kFixed32:
        out += fmt::format(":{:08x}", reader.Fixed32());
        break;
      case format::WireType::kBytes: {
        const base::Bytes bytes = reader.Bytes();
        const std::string text = Text(bytes);
        const auto inner = DumpFields(bytes, depth + 1);
        if (!text.empty() &&
            std::ranges::all_of(text, [](char c) { return c >= 0x20 && c < 0x7F; })) {
          out += ":\"" + text + "\"";
        } else if (inner) {
          out += "{" + *inner + "}";
        } else {
          out += ":<";
          for (const char c : text) out += fmt::format("{:02x}", static_cast<unsigned char>(c));
          out += ">";
        }
        break;
      }
      default:
        return std::nullopt;
    }
  }
  if (reader.error() != format::WireError::kOk) return std::nullopt;
  return out;
}

}  // namespace

std::vector<LoggedValue> ReadSummaryValues(std::string_view summary) {
  std::vector<LoggedValue> values;
  format::ValueWalker walker(base::AsBytes(summary));
  format::ValueView view;
  while (walker.Next(view)) values.push_back(ReadValue(view));
  EXPECT_EQ(walker.error(), format::WireError::kOk);
  return values;
}

std::vector<LoggedRecord> ReadLoggedEvents(const std::string& directory) {
  std::vector<LoggedRecord> events;
  for (const LoggedFile& file : ReadEventFiles(directory)) {
    EXPECT_FALSE(file.damaged) << file.path;
    const std::string bytes = ReadFileBytes(file.path);
    base::Bytes rest = base::AsBytes(bytes);
    for (std::size_t record = 0; record < file.records; ++record) {
      const format::Frame frame = format::ReadFrame(rest);
      rest = rest.subspan(frame.frame_bytes);
      format::EventView view;
      EXPECT_EQ(format::ParseEvent(frame.payload, view), format::WireError::kOk);
      LoggedRecord event{.step = view.step,
                         .wall_time = view.wall_time,
                         .what = std::string(format::EventWhatName(view.what)),
                         .body = Text(view.body),
                         .values = {}};
      if (view.what == format::EventWhat::kSummary) event.values = ReadSummaryValues(event.body);
      events.push_back(std::move(event));
    }
  }
  return events;
}

std::string DumpWire(std::string_view message) {
  return DumpFields(base::AsBytes(message), 0).value_or("not protobuf");
}

}  // namespace sightglass::testing
