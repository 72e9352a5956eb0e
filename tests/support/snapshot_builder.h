#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/snapshot.h"

namespace sightglass::testing {

// Runs with scalar series in memory, for tests of what answers from a snapshot.
//
//   SnapshotBuilder builder;
//   builder.Scalars("train", "loss", {{.step = 1, .wall_time = 1000.5, .value = 0.25}});
//   auto snapshot = builder.Build();
//
// The builder must outlive what it built: it owns the names of tags.
class SnapshotBuilder {
 public:
  // One call is one file; a second one for the same run and tag is a later file.
  SnapshotBuilder& Scalars(std::string_view run, std::string_view tag,
                           std::vector<store::ScalarPoint> points,
                           store::SeriesInfo info = {.plugin = "scalars", .data_class = 1}) {
    Entry& entry = runs_[std::string(run)][std::string(tag)];
    entry.info = std::move(info);
    entry.files.push_back(std::move(points));
    return *this;
  }

  [[nodiscard]] std::shared_ptr<const store::Snapshot> Build(std::uint64_t version = 1) {
    auto snapshot = std::make_shared<store::Snapshot>();
    snapshot->version = version;
    for (const auto& [run_name, tags] : runs_) {
      auto run = std::make_shared<store::Run>();
      run->name = run_name;
      for (const auto& [tag, entry] : tags) run->series.push_back(MakeSeries(tag, entry));
      snapshot->runs.push_back(std::move(run));
    }
    return snapshot;
  }

 private:
  struct Entry {
    store::SeriesInfo info;
    std::vector<std::vector<store::ScalarPoint>> files;
  };

  std::shared_ptr<const store::Series> MakeSeries(const std::string& tag, const Entry& entry) {
    std::vector<store::Part<store::ScalarPoint>> parts;
    for (const auto& file : entry.files) {
      store::SegmentBuilder<store::ScalarPoint> segment;
      for (const store::ScalarPoint& point : file) segment.Append(point);
      parts.push_back(
          {.file = {static_cast<std::uint32_t>(parts.size())}, .segment = segment.Publish()});
    }
    auto series = std::make_shared<store::Series>();
    series->tag_name = names_.emplace_back(tag);
    const auto next_id = static_cast<std::uint32_t>(tag_ids_.size());
    series->tag = {tag_ids_.try_emplace(tag, next_id).first->second};
    series->info = std::make_shared<const store::SeriesInfo>(entry.info);
    series->points = store::Points<store::ScalarPoint>(std::move(parts));
    return series;
  }

  std::map<std::string, std::map<std::string, Entry>> runs_;
  std::map<std::string, std::uint32_t> tag_ids_;
  std::deque<std::string> names_;
};

}  // namespace sightglass::testing
