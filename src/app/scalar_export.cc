#include "app/scalar_export.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "app/csv_text.h"
#include "base/json_writer.h"
#include "base/number_text.h"

namespace sightglass::app {
namespace {

using store::ScalarPoint;
using ScalarPoints = store::Points<ScalarPoint>;

constexpr std::uint64_t kSlicePoints = 8192;

enum class Standing : unsigned char { kVisible, kSuperseded };

// One format. For each series: BeginSeries, Write for its points in slices, EndSeries.
class PointWriter {
 public:
  virtual ~PointWriter() = default;
  virtual void Begin() = 0;
  virtual void BeginSeries(std::string_view run, std::string_view tag) = 0;
  virtual void Write(std::span<const ScalarPoint> points, Standing standing) = 0;
  virtual void EndSeries() = 0;
  virtual void End() = 0;
};

class CsvPointWriter final : public PointWriter {
 public:
  CsvPointWriter(bool with_superseded, base::BufferedOutput& out)
      : with_superseded_(with_superseded), out_(out) {}

  void Begin() override {
    out_.Write("run,tag,step,wall_time,value");
    out_.Write(with_superseded_ ? ",superseded\n" : "\n");
  }
  void BeginSeries(std::string_view run, std::string_view tag) override {
    prefix_ = CsvField(run) + "," + CsvField(tag) + ",";
  }
  void Write(std::span<const ScalarPoint> points, Standing standing) override {
    const std::string_view end = !with_superseded_                ? "\n"
                                 : standing == Standing::kVisible ? ",0\n"
                                                                  : ",1\n";
    for (const ScalarPoint& point : points) {
      out_.Write(prefix_);
      out_.Write(base::NumberText(point.step).view());
      out_.Put(',');
      out_.Write(base::NumberText(point.wall_time).view());
      out_.Put(',');
      out_.Write(base::NumberText(point.value).view());
      out_.Write(end);
    }
  }
  void EndSeries() override {}
  void End() override {}

 private:
  const bool with_superseded_;
  base::BufferedOutput& out_;
  std::string prefix_;
};

class JsonLinesPointWriter final : public PointWriter {
 public:
  JsonLinesPointWriter(bool with_superseded, base::BufferedOutput& out)
      : with_superseded_(with_superseded), out_(out) {}

  void Begin() override {}
  void BeginSeries(std::string_view run, std::string_view tag) override {
    base::BufferedOutput prefix;
    base::JsonWriter json(prefix);
    json.BeginObject();
    json.Key("run");
    json.String(run);
    json.Key("tag");
    json.String(tag);
    prefix_ = prefix.text() + ",\"step\":";
  }
  void Write(std::span<const ScalarPoint> points, Standing standing) override {
    const std::string_view end = !with_superseded_                ? "}\n"
                                 : standing == Standing::kVisible ? ",\"superseded\":false}\n"
                                                                  : ",\"superseded\":true}\n";
    for (const ScalarPoint& point : points) {
      out_.Write(prefix_);
      out_.Write(base::NumberText(point.step).view());
      out_.Write(",\"wall_time\":");
      base::WriteJsonDouble(point.wall_time, out_);
      out_.Write(",\"value\":");
      base::WriteJsonDouble(point.value, out_);
      out_.Write(end);
    }
  }
  void EndSeries() override {}
  void End() override {}

 private:
  const bool with_superseded_;
  base::BufferedOutput& out_;
  std::string prefix_;
};

class JsonPointWriter final : public PointWriter {
 public:
  JsonPointWriter(bool with_superseded, base::BufferedOutput& out)
      : with_superseded_(with_superseded), out_(out), json_(out) {}

  void Begin() override { json_.BeginArray(); }
  void BeginSeries(std::string_view run, std::string_view tag) override {
    json_.BreakLine();
    json_.BeginObject();
    json_.Key("run");
    json_.String(run);
    json_.Key("tag");
    json_.String(tag);
    json_.Key("points");
    json_.BeginArray();
    standing_ = Standing::kVisible;
  }
  void Write(std::span<const ScalarPoint> points, Standing standing) override {
    if (standing != standing_) BeginSuperseded();
    for (const ScalarPoint& point : points) {
      json_.BeginArray();
      json_.Double(point.wall_time);
      json_.Int(point.step);
      json_.Double(point.value);
      json_.EndArray();
    }
  }
  void EndSeries() override {
    if (with_superseded_ && standing_ == Standing::kVisible) BeginSuperseded();
    json_.EndArray();
    json_.EndObject();
  }
  void End() override {
    json_.EndArray();
    out_.Put('\n');
  }

 private:
  void BeginSuperseded() {
    json_.EndArray();
    json_.Key("superseded");
    json_.BeginArray();
    standing_ = Standing::kSuperseded;
  }

  const bool with_superseded_;
  base::BufferedOutput& out_;
  base::JsonWriter json_;
  Standing standing_ = Standing::kVisible;
};

std::unique_ptr<PointWriter> NewPointWriter(const ScalarExportOptions& options,
                                            base::BufferedOutput& out) {
  switch (options.format) {
    case ExportFormat::kCsv:
      return std::make_unique<CsvPointWriter>(options.superseded, out);
    case ExportFormat::kJson:
      return std::make_unique<JsonPointWriter>(options.superseded, out);
    case ExportFormat::kJsonLines:
      return std::make_unique<JsonLinesPointWriter>(options.superseded, out);
  }
  return nullptr;
}

}  // namespace

void ForEachSlice(const ScalarPoints& points, const TakePoints& take) {
  std::vector<ScalarPoint> slice;
  for (std::uint64_t begin = 0; begin < points.size(); begin += kSlicePoints) {
    slice.clear();
    points.Read(begin, std::min(begin + kSlicePoints, points.size()), slice);
    if (!take(slice)) return;
  }
}

void ForEachSupersededSlice(const ScalarPoints& points, const TakePoints& take) {
  if (points.superseded_size() == 0) return;
  std::vector<ScalarPoint> slice;
  for (const auto& part : points.parts()) {
    // First what the part itself superseded, then what later parts took from its end.
    for (const auto& block : part.segment->superseded) {
      slice.resize(block->size());
      block->Unpack(slice);
      if (!take(slice)) return;
    }
    const std::uint64_t kept = part.segment->size();
    for (std::uint64_t begin = part.visible; begin < kept; begin += kSlicePoints) {
      slice.clear();
      part.segment->Read(begin, std::min(begin + kSlicePoints, kept), slice);
      if (!take(slice)) return;
    }
  }
}

ScalarExportCounts WriteScalars(const std::vector<SelectedRun>& runs,
                                const ScalarExportOptions& options, base::BufferedOutput& out) {
  ScalarExportCounts counts;
  const std::unique_ptr<PointWriter> writer = NewPointWriter(options, out);
  writer->Begin();
  for (const SelectedRun& run : runs) {
    for (const store::Series* series : run.series) {
      const ScalarPoints* points = series->scalars();
      if (points == nullptr) continue;
      if (out.failed()) return counts;
      const auto write = [&](Standing standing) {
        return [&, standing](std::span<const ScalarPoint> slice) {
          writer->Write(slice, standing);
          counts.points += slice.size();
          return !out.failed();
        };
      };
      ++counts.series;
      writer->BeginSeries(run.run->name, series->tag_name);
      ForEachSlice(*points, write(Standing::kVisible));
      if (options.superseded) ForEachSupersededSlice(*points, write(Standing::kSuperseded));
      writer->EndSeries();
    }
  }
  writer->End();
  return counts;
}

}  // namespace sightglass::app
