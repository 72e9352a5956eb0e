#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/snapshot.h"
#include "tests/support/temp_dir.h"

namespace sightglass::testing {

// One run with one series whose values lie in files, one after the other.
class ValueSeries {
 public:
  struct Value {
    base::Step step = 0;
    std::string bytes;         // a serialized Summary.Value
    std::uint32_t header = 0;  // number of headers()
  };

  ValueSeries(std::string_view tag, std::string_view plugin) : tag_(tag), plugin_(plugin) {}

  // One call is one file.
  ValueSeries& File(std::vector<Value> values) {
    const auto number = static_cast<std::uint32_t>(parts_.size());
    std::string file = "before";
    store::SegmentBuilder<store::RefPoint> segment;
    for (const Value& value : values) {
      segment.Append({.step = value.step,
                      .wall_time = 1000.5 + static_cast<double>(points_++),
                      .offset = file.size(),
                      .bytes = static_cast<std::uint32_t>(value.bytes.size()),
                      .header = value.header});
      file += value.bytes;
    }
    files_.Write(Name(number), file);
    parts_.push_back({.file = {number}, .segment = segment.Publish()});
    return *this;
  }

  ValueSeries& Description(std::string_view markdown) {
    description_ = markdown;
    return *this;
  }

  // The files lie here by the names of Name().
  TempDir& files() { return files_; }
  store::RefHeaderTable& headers() { return *headers_; }
  static std::string Name(std::uint32_t number) { return fmt::format("events.{}", number); }

  // The builder must outlive it: it owns the tag's name.
  [[nodiscard]] std::shared_ptr<const store::Snapshot> Build() const {
    auto series = std::make_shared<store::Series>();
    series->tag_name = tag_;
    series->info = std::make_shared<const store::SeriesInfo>(
        store::SeriesInfo{.plugin = plugin_, .description = description_});
    series->points = store::Points<store::RefPoint>(parts_);
    auto run = std::make_shared<store::Run>();
    run->name = "r";
    run->series.push_back(std::move(series));
    for (const auto& part : parts_) {
      run->files.push_back(std::make_shared<const store::FileRecord>(
          store::FileRecord{.id = part.file, .path = files_.Join(Name(part.file.value))}));
    }
    auto snapshot = std::make_shared<store::Snapshot>();
    snapshot->version = 3;
    snapshot->runs.push_back(std::move(run));
    snapshot->ref_headers = headers_;
    return snapshot;
  }

 private:
  std::string tag_;
  std::string plugin_;
  std::string description_;
  TempDir files_;
  std::shared_ptr<store::RefHeaderTable> headers_ = std::make_shared<store::RefHeaderTable>();
  std::vector<store::Part<store::RefPoint>> parts_;
  std::uint64_t points_ = 0;
};

}  // namespace sightglass::testing
