#include <fmt/format.h>

#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "histograms/bin_request.h"
#include "histograms/histogram_answer.h"
#include "histograms/histogram_reader.h"
#include "histograms/histogram_request.h"
#include "kind/answer_writer.h"
#include "kinds/histograms/binned_series.h"
#include "kinds/histograms/histograms_api.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using histograms::Bins;
using histograms::Histogram;
using histograms::ReadStep;
using histograms::RequestedSeries;
using kind::JsonValue;
using kind::RequestContext;

constexpr std::size_t kDefaultBins = 30;

struct BinsRequest {
  histograms::HistogramRequest rows{};
  histograms::BinRequest bins{};
  bool common_edges = false;  // of the whole answer, not of each series
  bool merge = false;         // all steps, put together to rows
};

// The member `name`, one of two words: is it the second?
Result<bool> ChoiceMember(const JsonValue& body, std::string_view name, std::string_view first,
                          std::string_view second) {
  ASSIGN_OR_RETURN(const auto member, body.Member(name));
  if (!member) return false;
  ASSIGN_OR_RETURN(const std::string_view word, member->AsString());
  if (word == first) return false;
  if (word == second) return true;
  return member->Bad(
      fmt::format("'{}' is none of {}, {}", base::EscapeForDisplay(word, 60), first, second));
}

Result<BinsRequest> ParseRequest(std::string_view text) {
  ASSIGN_OR_RETURN(const auto document, kind::JsonDocument::Parse(text));
  const JsonValue body = document.root();
  RETURN_IF_ERROR(body.AllowOnly({"selection", "begin_step", "end_step", "max_steps", "bins",
                                  "scale", "linear_width", "range", "clip", "edges", "combine"}));
  BinsRequest request;
  ASSIGN_OR_RETURN(request.rows, histograms::ParseHistogramRequest(body));
  ASSIGN_OR_RETURN(request.bins, histograms::ParseBinRequest(body, kDefaultBins));
  ASSIGN_OR_RETURN(request.common_edges, ChoiceMember(body, "edges", "series", "answer"));
  ASSIGN_OR_RETURN(request.merge, ChoiceMember(body, "combine", "pick", "merge"));
  return request;
}

// A point that was read, and its number among those of its series.
struct HeldStep {
  ReadStep step;
  std::uint64_t position = 0;
};

// Reads series, puts them into bins and writes them down.
class BinsAnswer {
 public:
  BinsAnswer(const BinsRequest& request, const RequestContext& context, kind::AnswerWriter& writer)
      : request_(request), context_(context), writer_(writer), head_(writer.json()) {}

  base::Status Write(std::span<const RequestedSeries> series) {
    if (request_.bins.fixed()) {
      return histograms::ForEachBatch(
          series, histograms::kBatchBytes,
          [this](std::span<const RequestedSeries> batch) { return WriteFixed(batch); });
    }
    // One range for all of them is known only when all of them are.
    const std::uint64_t together =
        request_.common_edges ? histograms::kMaxHeldBytes : histograms::kBatchBytes;
    std::size_t batches = 0;
    return histograms::ForEachBatch(
        series, together, [&](std::span<const RequestedSeries> batch) -> base::Status {
          ++batches;
          if ((request_.common_edges && batches > 1) ||
              BytesOf(batch) > histograms::kMaxHeldBytes) {
            return Error{ErrorCode::kOutOfRange,
                         fmt::format("these histograms have more than {} bytes, which is too much "
                                     "to find their range; give a range, fewer series or fewer "
                                     "steps",
                                     histograms::kMaxHeldBytes)};
          }
          return WriteHeld(batch);
        });
  }

  [[nodiscard]] const histograms::ProblemList& problems() const { return problems_; }

 private:
  static std::uint64_t BytesOf(std::span<const RequestedSeries> series) {
    std::uint64_t bytes = 0;
    for (const RequestedSeries& each : series) bytes += each.bytes();
    return bytes;
  }

  [[nodiscard]] BinnedSeries Rows(const RequestedSeries& series, const Bins& bins) const {
    const std::uint64_t points = series.chosen.points.size();
    return {bins, points, request_.merge ? request_.rows.range.max_points : points};
  }

  // Is there something to show of it?
  bool Note(const RequestedSeries& series, const ReadStep& step) {
    return problems_.Note(series.selected, step.step, step.histogram.repaired, step.error);
  }

  base::Status WriteFixed(std::span<const RequestedSeries> batch) {
    const Bins bins = histograms::MakeBins(request_.bins, {});
    std::vector<BinnedSeries> rows;
    rows.reserve(batch.size());
    for (const RequestedSeries& each : batch) rows.push_back(Rows(each, bins));
    std::vector<std::uint64_t> seen(batch.size(), 0);
    RETURN_IF_ERROR(
        histograms::ReadSelected(batch, context_, [&](std::uint32_t series, ReadStep&& step) {
          const std::uint64_t position = seen[series]++;
          if (Note(batch[series], step)) rows[series].Add(step, position);
        }));
    WriteRows(batch, rows);
    return {};
  }

  base::Status WriteHeld(std::span<const RequestedSeries> batch) {
    std::vector<std::vector<HeldStep>> held(batch.size());
    std::vector<std::uint64_t> seen(batch.size(), 0);
    RETURN_IF_ERROR(
        histograms::ReadSelected(batch, context_, [&](std::uint32_t series, ReadStep&& step) {
          const std::uint64_t position = seen[series]++;
          if (Note(batch[series], step)) held[series].push_back({std::move(step), position});
        }));
    Bins common;
    if (request_.common_edges) common = BinsOf(held);
    std::vector<BinnedSeries> rows(batch.size(), BinnedSeries({}, 0, 0));
    context_.pool.ForEach(batch.size(), [&](std::size_t i) {
      if (context_.cancel.cancelled()) return;
      rows[i] =
          Rows(batch[i], request_.common_edges ? common : BinsOf(std::span(held).subspan(i, 1)));
      for (const HeldStep& each : held[i]) rows[i].Add(each.step, each.position);
    });
    if (context_.cancel.cancelled()) return Error{ErrorCode::kCancelled, "the client is gone"};
    WriteRows(batch, rows);
    return {};
  }

  [[nodiscard]] Bins BinsOf(std::span<const std::vector<HeldStep>> held) const {
    std::vector<const Histogram*> all;
    for (const std::vector<HeldStep>& series : held) {
      for (const HeldStep& each : series) all.push_back(&each.step.histogram);
    }
    return histograms::MakeBins(request_.bins, all);
  }

  void WriteRows(std::span<const RequestedSeries> batch, const std::vector<BinnedSeries>& rows) {
    for (std::size_t i = 0; i < batch.size(); ++i) {
      writer_.json().BeginObject();
      head_.Write(batch[i]);
      rows[i].Write(writer_);
      writer_.json().EndObject();
    }
  }

  const BinsRequest& request_;
  const RequestContext& context_;
  kind::AnswerWriter& writer_;
  histograms::SeriesHeadWriter head_;
  histograms::ProblemList problems_;
};

}  // namespace

Result<kind::Response> HandleHistogramBins(const kind::Request& request,
                                           const RequestContext& context) {
  ASSIGN_OR_RETURN(const BinsRequest parsed, ParseRequest(request.body));
  ASSIGN_OR_RETURN(
      const histograms::RequestedSelection selection,
      histograms::SelectHistograms(*context.snapshot, parsed.rows,
                                   {.row_numbers = parsed.bins.bins, .read_all = parsed.merge}));
  kind::AnswerWriter writer(kind::FormAccepted(request, kind::AnswerForm::kColumns),
                            (selection.series.size() + 1) * histograms::kSeriesHeadBytes);
  writer.Begin(context);
  writer.json().Key("series");
  writer.json().BeginArray();
  BinsAnswer answer(parsed, context, writer);
  RETURN_IF_ERROR(answer.Write(selection.series));
  writer.json().EndArray();
  writer.json().Key("missing");
  kind::WriteMissing(selection.missing, writer.json());
  answer.problems().Write(writer.json());
  return writer.Finish();
}

}  // namespace sightglass::kinds
