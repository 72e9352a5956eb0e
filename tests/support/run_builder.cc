#include "tests/support/run_builder.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <vector>

#include "base/wire_writer.h"

namespace sightglass::testing {
namespace {

std::string PluginMetadata(std::string_view plugin) {
  format::MetadataFields fields;
  fields.plugin_name = plugin;
  return format::EncodeMetadata(fields);
}

template <class T>
std::string_view BytesOf(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

}  // namespace

std::string EventFileName(int n) {
  return fmt::format("events.out.tfevents.{:010}.host", 1700000000 + n);
}

double RunBuilder::NextWallTime() {
  if (next_wall_time_.has_value()) {
    const double given = *next_wall_time_;
    next_wall_time_.reset();
    return given;
  }
  const double now = wall_time_;
  wall_time_ += 1;
  return now;
}

RunBuilder& RunBuilder::At(double wall_time) {
  next_wall_time_ = wall_time;
  return *this;
}

RunBuilder& RunBuilder::Version(std::string_view version) {
  return Record(format::EncodeFileVersion(NextWallTime(), version));
}

RunBuilder& RunBuilder::Value(base::Step step, std::string_view value) {
  const std::array<std::string, 1> values{std::string(value)};
  return Record(format::EncodeSummaryEvent(NextWallTime(), step, format::JoinValues(values)));
}

RunBuilder& RunBuilder::Scalar(std::string_view tag, base::Step step, float value) {
  return Value(step, format::EncodeTensorValue(tag, format::EncodeFloatScalar(value),
                                               PluginMetadata("scalars")));
}

RunBuilder& RunBuilder::OldScalar(std::string_view tag, base::Step step, float value) {
  return Value(step, format::EncodeSimpleValue(tag, value));
}

RunBuilder& RunBuilder::DoubleScalar(std::string_view tag, base::Step step, double value) {
  const std::string tensor = format::EncodeTensorContent(
      format::DataType::kDouble, {}, BytesOf(std::span<const double>(&value, 1)));
  return Value(step, format::EncodeTensorValue(tag, tensor, PluginMetadata("scalars")));
}

RunBuilder& RunBuilder::Scalars(std::span<const std::string> tags, base::Step step, float value) {
  std::vector<std::string> values;
  values.reserve(tags.size());
  for (const std::string& tag : tags) {
    values.push_back(format::EncodeTensorValue(tag, format::EncodeFloatScalar(value),
                                               PluginMetadata("scalars")));
  }
  return Record(format::EncodeSummaryEvent(NextWallTime(), step, format::JoinValues(values)));
}

RunBuilder& RunBuilder::Text(std::string_view tag, base::Step step, std::string_view text) {
  const std::array<std::string, 1> strings{std::string(text)};
  return Value(step, format::EncodeTensorValue(tag, format::EncodeStringTensor({}, strings),
                                               PluginMetadata("text")));
}

RunBuilder& RunBuilder::Image(std::string_view tag, base::Step step, int width, int height,
                              std::string_view encoded) {
  const std::array<std::int64_t, 1> dims{3};
  const std::array<std::string, 3> strings{fmt::format("{}", width), fmt::format("{}", height),
                                           std::string(encoded)};
  return Value(step, format::EncodeTensorValue(tag, format::EncodeStringTensor(dims, strings),
                                               PluginMetadata("images")));
}

RunBuilder& RunBuilder::OldImage(std::string_view tag, base::Step step, int width, int height,
                                 std::string_view encoded) {
  return Value(step, format::EncodeImageValue(tag, height, width, 3, encoded));
}

RunBuilder& RunBuilder::Histogram(std::string_view tag, base::Step step,
                                  std::span<const double> rows) {
  const std::array<std::int64_t, 2> dims{static_cast<std::int64_t>(rows.size() / 3), 3};
  return Value(step,
               format::EncodeTensorValue(
                   tag, format::EncodeTensorContent(format::DataType::kDouble, dims, BytesOf(rows)),
                   PluginMetadata("histograms")));
}

RunBuilder& RunBuilder::OldHistogram(std::string_view tag, base::Step step,
                                     std::span<const double> rows) {
  std::vector<double> limits;
  std::vector<double> counts;
  for (std::size_t i = 0; i + 2 < rows.size(); i += 3) {
    limits.push_back(rows[i + 1]);
    counts.push_back(rows[i + 2]);
  }
  std::string histogram;
  base::WireWriter message(histogram);
  message.Double(1, rows.empty() ? 0 : rows[0]);
  message.Double(2, limits.empty() ? 0 : limits.back());
  message.PackedDoubles(6, limits);
  message.PackedDoubles(7, counts);
  std::string value;
  base::WireWriter outer(value);
  outer.Message(1, tag);
  outer.Message(5, histogram);
  return Value(step, value);
}

RunBuilder& RunBuilder::Graph(std::string_view graph_def) {
  return Record(
      format::EncodeBytesEvent(NextWallTime(), 0, format::EventWhat::kGraphDef, graph_def));
}

RunBuilder& RunBuilder::SessionStart(base::Step step) {
  return Record(format::EncodeSessionLog(NextWallTime(), step, format::SessionStatus::kStart));
}

RunBuilder& RunBuilder::Record(std::string_view payload) {
  starts_.push_back(bytes_.size());
  format::AppendFrame(bytes_, payload);
  return *this;
}

RunBuilder& RunBuilder::Raw(std::string_view bytes) {
  bytes_ += bytes;
  return *this;
}

std::vector<std::uint64_t> RunBuilder::offsets() const {
  std::vector<std::uint64_t> all = starts_;
  all.push_back(bytes_.size());
  return all;
}

}  // namespace sightglass::testing
