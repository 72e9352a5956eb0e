#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "format/encode.h"
#include "format/modern.h"
#include "store/snapshot.h"
#include "tests/support/temp_dir.h"
#include "values/value_scan.h"

namespace sightglass::testing {

// Runs with histograms of several tags side by side in their files; for tests of what reads them.
// It must outlive the snapshots that it builds.
class HistogramLog {
 public:
  struct Value {
    std::string tag;
    base::Step step = 0;
    std::vector<format::HistogramBucket> buckets{};
  };

  class RunLog {
   public:
    explicit RunLog(std::string name) : name_(std::move(name)) {}

    // One call is one file, later than those before.
    RunLog& File(const std::vector<Value>& values) {
      Begin();
      for (const Value& value : values) Append(value.tag, value.step, Encode(value));
      return *this;
    }
    // A file with a value of any bytes.
    RunLog& Raw(std::string_view tag, base::Step step, std::string_view bytes) {
      Begin();
      Append(std::string(tag), step, bytes);
      return *this;
    }
    // More values at the end of the last file, as a job that goes on writes them.
    RunLog& Grow(const std::vector<Value>& values) {
      for (const Value& value : values) Append(value.tag, value.step, Encode(value));
      return *this;
    }
    // The last file is another one of the same name with the same tags.
    RunLog& ReplaceLast(const std::vector<Value>& values) {
      --files_;
      for (auto& [tag, parts] : tags_) parts.erase(files_);
      return File(values);
    }

   private:
    friend class HistogramLog;
    using Builder = store::SegmentBuilder<store::RefPoint>;

    static std::string Encode(const Value& value) {
      std::string content;
      for (const format::HistogramBucket& bucket : value.buckets) {
        const double row[] = {bucket.left, bucket.right, bucket.count};
        content += base::AsText(std::as_bytes(std::span(row)));
      }
      const std::int64_t dims[] = {static_cast<std::int64_t>(value.buckets.size()), 3};
      return format::EncodeTensorValue(
          value.tag, format::EncodeTensorContent(format::DataType::kDouble, dims, content));
    }
    void Begin() {
      bytes_.resize(++files_);
      bytes_.back() = "before";
    }
    void Append(const std::string& tag, base::Step step, std::string_view value) {
      tags_[tag][files_ - 1].Append({.step = step,
                                     .wall_time = 1000.5 + wall_time_++,
                                     .offset = bytes_.back().size(),
                                     .bytes = static_cast<std::uint32_t>(value.size())});
      bytes_.back() += value;
    }

    std::string name_;
    std::uint32_t files_ = 0;
    double wall_time_ = 0;
    std::vector<std::string> bytes_;
    std::map<std::string, std::map<std::uint32_t, Builder>> tags_;
  };

  RunLog& Run(const std::string& name) { return runs_.try_emplace(name, name).first->second; }

  // Writes the files and loads them. What Overwrite() or Remove() did before stays.
  std::shared_ptr<const store::Snapshot> Build() {
    auto snapshot = std::make_shared<store::Snapshot>();
    snapshot->ref_headers = headers_;
    for (auto& [name, log] : runs_) {
      auto run = std::make_shared<store::Run>();
      run->name = name;
      for (std::uint32_t file = 0; file < log.files_; ++file) {
        const std::string path = FileName(name, file);
        if (written_[path] != log.bytes_[file]) {
          files_.Write(path, log.bytes_[file]);
          written_[path] = log.bytes_[file];
        }
        run->files.push_back(std::make_shared<const store::FileRecord>(
            store::FileRecord{.id = {file}, .path = files_.Join(path)}));
      }
      for (auto& [tag, builders] : log.tags_) run->series.push_back(MakeSeries(tag, builders));
      snapshot->runs.push_back(std::move(run));
    }
    return snapshot;
  }

  std::string Contents(const std::string& run, std::uint32_t file) const {
    return runs_.at(run).bytes_.at(file);
  }
  void Overwrite(const std::string& run, std::uint32_t file, std::string_view bytes) {
    files_.Write(FileName(run, file), bytes);
  }
  void Remove(const std::string& run, std::uint32_t file) { files_.Remove(FileName(run, file)); }

  // All series of a snapshot.
  static std::vector<values::ScanSeries> SeriesOf(const store::Snapshot& snapshot) {
    std::vector<values::ScanSeries> all;
    for (const auto& run : snapshot.runs) {
      for (const auto& series : run->series) all.push_back({run.get(), series.get()});
    }
    return all;
  }

 private:
  static std::string FileName(const std::string& run, std::uint32_t file) {
    return fmt::format("{}/events.{}", run, file);
  }
  static std::shared_ptr<const store::Series> MakeSeries(
      const std::string& tag, std::map<std::uint32_t, RunLog::Builder>& builders) {
    std::vector<store::Part<store::RefPoint>> parts;
    parts.reserve(builders.size());
    for (auto& [file, builder] : builders) {
      parts.push_back({.file = {file}, .segment = builder.Publish()});
    }
    auto series = std::make_shared<store::Series>();
    series->tag_name = tag;
    series->info = std::make_shared<const store::SeriesInfo>(
        store::SeriesInfo{.plugin = "histograms", .data_class = 2});
    series->points = store::Points<store::RefPoint>(std::move(parts));
    return series;
  }

  // All points have the first header.
  static std::shared_ptr<const store::RefHeaderTable> OneHeader() {
    auto headers = std::make_shared<store::RefHeaderTable>();
    headers->Intern({.form = static_cast<std::uint8_t>(format::ValueForm::kTensor)});
    return headers;
  }

  TempDir files_;
  std::shared_ptr<const store::RefHeaderTable> headers_ = OneHeader();
  std::map<std::string, RunLog> runs_;
  std::map<std::string, std::string> written_;
};

}  // namespace sightglass::testing
