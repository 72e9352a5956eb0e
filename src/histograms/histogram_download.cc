#include "histograms/histogram_download.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/text.h"
#include "histograms/tensorboard_histograms.h"
#include "kind/typed_parameters.h"

namespace sightglass::histograms {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using values::ValuePoint;

Result<kind::NameChoice> ChoiceOf(const kind::Parameters& parameters, std::string_view name) {
  const auto text = parameters.First(name);
  if (!text) return Error{ErrorCode::kInvalidArgument, fmt::format("{}: is needed", name)};
  ASSIGN_OR_RETURN(const std::uint64_t id, kind::ParseId(*text, name));
  return kind::NameChoice{.listed = {{.id = id}}};
}

Result<DownloadFormat> FormatOf(const kind::Parameters& parameters) {
  const std::string_view name = parameters.First("format").value_or("csv");
  if (name == "csv") return DownloadFormat::kCsv;
  if (name == "json") return DownloadFormat::kJson;
  return Error{ErrorCode::kInvalidArgument,
               fmt::format("format: '{}' is none of csv, json", base::EscapeForDisplay(name, 60))};
}

// The name of run or tag as far as every file system takes it.
std::string FileStem(std::string_view name) {
  constexpr std::size_t kMaxStem = 80;
  std::string stem;
  for (const char c : name.substr(0, kMaxStem)) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || (c == '.' && !stem.empty());
    stem += plain ? c : '_';
  }
  return stem;
}

class DownloadSource final : public kind::BodySource {
 public:
  DownloadSource(const DownloadRequest& request, std::unique_ptr<const StepTextWriter> writer,
                 const kind::RequestContext& context)
      : snapshot_(context.snapshot),
        cancel_(context.cancel),
        pool_(context.pool),
        request_(request),
        points_(ChoosePoints(*request.selected.series->refs(), request.range).points),
        writer_(std::move(writer)),
        json_(out_) {}

  State Next(std::string& out) override {
    if (next_ == 0 && !begun_) Begin();
    if (!WriteNextSteps()) return State::kEnd;  // nobody is there to read it
    const bool done = next_ == points_.size();
    if (done) End();
    out += out_.TakeText();
    return done ? State::kEnd : State::kMore;
  }

 private:
  // So that each piece is worth sending, and none is long.
  static constexpr std::uint64_t kPieceBytes = std::uint64_t{16} << 10;

  void Begin() {
    begun_ = true;
    if (request_.format == DownloadFormat::kCsv) {
      out_.Write(writer_->CsvHead());
      return;
    }
    json_.BeginObject();
    json_.Key("run");
    json_.String(request_.selected.run->name);
    json_.Key("tag");
    json_.String(request_.selected.series->tag_name);
    writer_->WriteJsonHead(json_);
    json_.Key("steps");
    json_.BeginArray();
  }

  void End() {
    if (request_.format == DownloadFormat::kCsv) return;
    json_.EndArray();
    json_.EndObject();
    out_.Put('\n');
  }

  // False: it was cancelled.
  bool WriteNextSteps() {
    std::vector<ValuePoint> slice;
    for (std::uint64_t bytes = 0; next_ < points_.size() && bytes < kPieceBytes; ++next_) {
      bytes += points_[next_].point.bytes;
      slice.push_back(points_[next_]);
    }
    const kind::SelectedSeries& selected = request_.selected;
    return ReadChosen({{.run = selected.run, .series = selected.series}}, {std::move(slice)},
                      {.logged_buckets = true}, pool_, cancel_,
                      [this](std::uint32_t, ReadStep&& step) { WriteStep(step); })
        .ok();
  }

  void WriteStep(const ReadStep& step) {
    if (request_.format == DownloadFormat::kCsv) {
      writer_->WriteCsv(step, out_);
      return;
    }
    json_.BreakLine();
    json_.BeginObject();
    json_.Key("step");
    json_.Int(step.step);
    json_.Key("wall_time");
    json_.Double(step.wall_time);
    if (step.error.empty()) {
      writer_->WriteJson(step, json_);
    } else {
      json_.Key("error");
      json_.String(step.error);
    }
    json_.EndObject();
  }

  std::shared_ptr<const store::Snapshot> snapshot_;  // that request_ points into
  const base::CancelFlag& cancel_;
  base::ThreadPool& pool_;
  const DownloadRequest request_;
  const std::vector<ValuePoint> points_;
  const std::unique_ptr<const StepTextWriter> writer_;
  base::BufferedOutput out_;
  base::JsonWriter json_;
  bool begun_ = false;
  std::size_t next_ = 0;  // of points_
};

}  // namespace

Result<DownloadRequest> ParseDownload(const kind::Parameters& parameters,
                                      const store::Snapshot& snapshot) {
  kind::SeriesChoice choice;
  ASSIGN_OR_RETURN(choice.runs, ChoiceOf(parameters, "run_id"));
  ASSIGN_OR_RETURN(choice.tags, ChoiceOf(parameters, "tag_id"));
  DownloadRequest request;
  ASSIGN_OR_RETURN(request.format, FormatOf(parameters));
  ASSIGN_OR_RETURN(request.range.begin_step, kind::IntParameter(parameters, "begin_step"));
  ASSIGN_OR_RETURN(request.range.end_step, kind::IntParameter(parameters, "end_step"));
  const kind::SeriesSelection selection =
      kind::SelectSeries(snapshot, choice, kind::IsRefSeriesOf(kPlugin));
  if (selection.series.empty()) {
    return Error{ErrorCode::kNotFound,
                 fmt::format("no histograms of run_id {} and tag_id {}",
                             *parameters.First("run_id"), *parameters.First("tag_id"))};
  }
  request.selected = selection.series.front();
  return request;
}

kind::Response DownloadResponse(const DownloadRequest& request,
                                std::unique_ptr<const StepTextWriter> writer,
                                const kind::RequestContext& context) {
  const bool csv = request.format == DownloadFormat::kCsv;
  kind::Response response;
  response.content_type = csv ? "text/csv; charset=utf-8" : "application/json";
  response.headers.emplace_back(
      "Content-Disposition",
      fmt::format("attachment; filename=\"{}_{}.{}\"", FileStem(request.selected.run->name),
                  FileStem(request.selected.series->tag_name), csv ? "csv" : "json"));
  response.source = std::make_unique<DownloadSource>(request, std::move(writer), context);
  return response;
}

}  // namespace sightglass::histograms
