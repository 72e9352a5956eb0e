#include "histograms/histogram_answer.h"

#include <fmt/format.h>

#include "format/markdown.h"
#include "kind/name_id.h"

namespace sightglass::histograms {
namespace {

void WriteName(std::string_view key, std::string_view name, base::JsonWriter& json) {
  json.Key(key);
  json.String(name);
  json.Key(fmt::format("{}_id", key));
  json.String(kind::NameId(name));
}

}  // namespace

void ProblemList::Add(const kind::SelectedSeries& selected, base::Step step,
                      std::string_view message) {
  ++count_;
  if (told_.size() == kMaxTold) return;
  told_.push_back({.run_id = kind::NameId(selected.run->name),
                   .tag_id = kind::NameId(selected.series->tag_name),
                   .step = step,
                   .message = std::string(message)});
}

bool ProblemList::Note(const kind::SelectedSeries& selected, base::Step step, bool repaired,
                       const std::string& error) {
  if (repaired) {
    Add(selected, step,
        "buckets out of order, negative or not finite: what could be used of them is shown");
  }
  if (error.empty()) return true;
  Add(selected, step, error);
  return false;
}

void ProblemList::Write(base::JsonWriter& json) const {
  json.Key("problems");
  json.BeginArray();
  for (const Problem& problem : told_) {
    json.BeginObject();
    json.Key("run_id");
    json.String(problem.run_id);
    json.Key("tag_id");
    json.String(problem.tag_id);
    json.Key("step");
    json.Int(problem.step);
    json.Key("message");
    json.String(problem.message);
    json.EndObject();
  }
  json.EndArray();
  json.Key("problem_count");
  json.UInt(count_);
}

void SeriesHeadWriter::Write(const RequestedSeries& series) {
  const store::Series& stored = *series.selected.series;
  WriteName("run", series.selected.run->name, json_);
  WriteName("tag", stored.tag_name, json_);
  json_.Key("display_name");
  json_.String(stored.info->display_name);
  json_.Key("description");
  if (stored.info.get() != described_) {
    described_ = stored.info.get();
    description_ = format::MarkdownToSafeHtml(described_->description);
  }
  json_.String(description_);
  json_.Key("points");
  json_.UInt(series.chosen.in_range);
  json_.Key("superseded");
  json_.UInt(stored.superseded_size());
}

}  // namespace sightglass::histograms
