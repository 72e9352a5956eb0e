#include "kinds/scalars/scalars_export.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "base/csv_text.h"
#include "base/json_writer.h"
#include "base/number_text.h"
#include "kinds/scalars/scalar_point_text.h"

namespace sightglass::kinds {
namespace {

using store::ScalarPoint;

void WriteWallTime(double seconds, base::BufferedOutput& out) {
  char text[kMaxNumberBytes];
  out.Write({text, static_cast<std::size_t>(PutWallTime(seconds, text) - text)});
}

}  // namespace

// One format. For each series: BeginSeries, Write for its points in slices, EndSeries.
class ScalarExporter::PointWriter {
 public:
  PointWriter(bool with_superseded, base::BufferedOutput& out)
      : with_superseded_(with_superseded), out_(out) {}
  virtual ~PointWriter() = default;
  virtual void Begin() {}
  virtual void BeginSeries(std::string_view run, std::string_view tag) = 0;
  virtual void Write(std::span<const ScalarPoint> points, bool superseded) = 0;
  virtual void EndSeries() {}
  virtual void End() {}

 protected:
  const bool with_superseded_;
  base::BufferedOutput& out_;
};

class ScalarExporter::CsvWriter final : public PointWriter {
 public:
  using PointWriter::PointWriter;

  void Begin() override {
    out_.Write("run,tag,step,wall_time,value");
    out_.Write(with_superseded_ ? ",superseded\n" : "\n");
  }
  void BeginSeries(std::string_view run, std::string_view tag) override {
    prefix_ = base::CsvField(run) + "," + base::CsvField(tag) + ",";
  }
  void Write(std::span<const ScalarPoint> points, bool superseded) override {
    const std::string_view end = !with_superseded_ ? "\n" : superseded ? ",1\n" : ",0\n";
    for (const ScalarPoint& point : points) {
      out_.Write(prefix_);
      out_.Write(base::NumberText(point.step).view());
      out_.Put(',');
      WriteWallTime(point.wall_time, out_);
      out_.Put(',');
      out_.Write(base::NumberText(point.value).view());
      out_.Write(end);
    }
  }

 private:
  std::string prefix_;
};

class ScalarExporter::JsonLinesWriter final : public PointWriter {
 public:
  using PointWriter::PointWriter;

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
  void Write(std::span<const ScalarPoint> points, bool superseded) override {
    const std::string_view end = !with_superseded_ ? "}\n"
                                 : superseded      ? ",\"superseded\":true}\n"
                                                   : ",\"superseded\":false}\n";
    for (const ScalarPoint& point : points) {
      out_.Write(prefix_);
      out_.Write(base::NumberText(point.step).view());
      out_.Write(",\"wall_time\":");
      WriteWallTime(point.wall_time, out_);
      out_.Write(",\"value\":");
      base::WriteJsonDouble(point.value, out_);
      out_.Write(end);
    }
  }

 private:
  std::string prefix_;
};

class ScalarExporter::JsonWriter final : public PointWriter {
 public:
  JsonWriter(bool with_superseded, base::BufferedOutput& out)
      : PointWriter(with_superseded, out), json_(out) {}

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
    in_superseded_ = false;
  }
  void Write(std::span<const ScalarPoint> points, bool superseded) override {
    if (superseded && !in_superseded_) BeginSuperseded();
    for (const ScalarPoint& point : points) {
      json_.BeginArray();
      json_.Double(point.wall_time);
      json_.Int(point.step);
      json_.Double(point.value);
      json_.EndArray();
    }
  }
  void EndSeries() override {
    if (with_superseded_ && !in_superseded_) BeginSuperseded();
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
    in_superseded_ = true;
  }

  base::JsonWriter json_;
  bool in_superseded_ = false;
};

SliceReader::SliceReader(const query::ScalarPoints& points, const ScalarExportOptions& options)
    : points_(points),
      slice_points_(options.slice_points),
      with_superseded_(options.superseded && points.superseded_size() > 0) {}

bool SliceReader::Next(std::vector<ScalarPoint>& slice) {
  slice.clear();
  if (visible_ < points_.size()) {
    const std::uint64_t end = std::min(visible_ + slice_points_, points_.size());
    points_.Read(visible_, end, slice);
    visible_ = end;
    return true;
  }
  superseded_ = with_superseded_;
  return with_superseded_ && NextSuperseded(slice);
}

bool SliceReader::NextSuperseded(std::vector<ScalarPoint>& slice) {
  for (; part_ < points_.parts().size(); ++part_, block_ = 0, taken_ = 0) {
    const auto& part = points_.parts()[part_];
    if (block_ < part.segment->superseded.size()) {
      const auto& block = *part.segment->superseded[block_++];
      slice.resize(block.size());
      block.Unpack(slice);
      return true;
    }
    const std::uint64_t begin = part.visible + taken_;
    const std::uint64_t end = std::min(begin + slice_points_, part.segment->size());
    if (begin < end) {
      part.segment->Read(begin, end, slice);
      taken_ += end - begin;
      return true;
    }
  }
  return false;
}

ScalarExporter::ScalarExporter(std::vector<kind::SelectedSeries> series,
                               const ScalarExportOptions& options, base::BufferedOutput& out)
    : series_(std::move(series)), options_(options) {
  switch (options.format) {
    case ScalarFormat::kCsv:
      writer_ = std::make_unique<CsvWriter>(options.superseded, out);
      break;
    case ScalarFormat::kJson:
      writer_ = std::make_unique<JsonWriter>(options.superseded, out);
      break;
    case ScalarFormat::kJsonLines:
      writer_ = std::make_unique<JsonLinesWriter>(options.superseded, out);
      break;
  }
  writer_->Begin();
}

ScalarExporter::~ScalarExporter() = default;

bool ScalarExporter::Next() {
  if (at_ == series_.size()) {
    if (writer_ != nullptr) writer_->End();
    writer_.reset();
    return false;
  }
  if (reader_ == nullptr) {
    const kind::SelectedSeries& series = series_[at_];
    reader_ = std::make_unique<SliceReader>(*series.series->scalars(), options_);
    writer_->BeginSeries(series.run->name, series.series->tag_name);
    ++counts_.series;
  }
  if (reader_->Next(slice_)) {
    writer_->Write(slice_, reader_->superseded());
    counts_.points += slice_.size();
  } else {
    writer_->EndSeries();
    reader_.reset();
    ++at_;
  }
  return true;
}

}  // namespace sightglass::kinds
