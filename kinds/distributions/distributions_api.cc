#include "kinds/distributions/distributions_api.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "generated/distributions_openapi.h"
#include "histograms/histogram_answer.h"
#include "histograms/histogram_request.h"
#include "histograms/measure_cache.h"
#include "kind/answer_writer.h"
#include "kinds/distributions/percentile_download.h"
#include "kinds/distributions/percentile_table.h"
#include "values/value_scan.h"

namespace sightglass::kinds {
namespace {

using base::Result;
using histograms::ReadStep;
using histograms::RequestedSeries;
using kind::JsonValue;
using kind::Request;
using kind::RequestContext;

struct DistributionsRequest {
  histograms::HistogramRequest rows{};
  std::vector<double> levels = histograms::TensorboardLevels();
};

Result<DistributionsRequest> ParseRequest(std::string_view text) {
  ASSIGN_OR_RETURN(const auto document, kind::JsonDocument::Parse(text));
  const JsonValue body = document.root();
  RETURN_IF_ERROR(body.AllowOnly({"selection", "begin_step", "end_step", "max_steps", "levels"}));
  DistributionsRequest request;
  ASSIGN_OR_RETURN(request.rows, histograms::ParseHistogramRequest(body));
  ASSIGN_OR_RETURN(const auto levels, body.Member("levels"));
  if (levels) {
    ASSIGN_OR_RETURN(request.levels, histograms::ParseLevels(*levels));
  }
  return request;
}

class DistributionsAnswer {
 public:
  DistributionsAnswer(const DistributionsRequest& request, const RequestContext& context,
                      kind::AnswerWriter& writer)
      : request_(request), context_(context), writer_(writer), head_(writer.json()) {}

  // Steps that were asked for before are not read again.
  base::Status WriteRemembered(std::span<const RequestedSeries> series,
                               const std::vector<std::size_t>& places,
                               histograms::MeasureCache& cache) {
    const std::vector<values::ScanSeries> scanned = histograms::ScannedSeries(series);
    ASSIGN_OR_RETURN(
        const std::vector<histograms::SeriesMeasures> measured,
        cache.Read(scanned, {.range = request_.rows.range}, context_.pool, context_.cancel));
    for (std::size_t i = 0; i < series.size(); ++i) {
      PercentileTable table(request_.levels);
      for (const histograms::MeasuredStep& each : measured[i].steps) {
        if (problems_.Note(series[i].selected, each.measures.step, each.measures.repaired,
                           each.error)) {
          table.Add(each.measures, places);
        }
      }
      WriteTable(series[i], table);
    }
    return {};
  }

  base::Status WriteRead(std::span<const RequestedSeries> series) {
    std::vector<PercentileTable> tables(series.size(), PercentileTable(request_.levels));
    RETURN_IF_ERROR(
        histograms::ReadSelected(series, context_, [&](std::uint32_t number, ReadStep&& step) {
          if (!problems_.Note(series[number].selected, step.step, step.histogram.repaired,
                              step.error))
            return;
          tables[number].Add(step.step, step.wall_time, step.histogram);
        }));
    for (std::size_t i = 0; i < series.size(); ++i) WriteTable(series[i], tables[i]);
    return {};
  }

  [[nodiscard]] const histograms::ProblemList& problems() const { return problems_; }

 private:
  void WriteTable(const RequestedSeries& series, const PercentileTable& table) {
    writer_.json().BeginObject();
    head_.Write(series);
    table.Write(writer_);
    writer_.json().EndObject();
  }

  const DistributionsRequest& request_;
  const RequestContext& context_;
  kind::AnswerWriter& writer_;
  histograms::SeriesHeadWriter head_;
  histograms::ProblemList problems_;
};

Result<kind::Response> HandleDistributions(histograms::MeasureCache& cache, const Request& request,
                                           const RequestContext& context) {
  ASSIGN_OR_RETURN(const DistributionsRequest parsed, ParseRequest(request.body));
  ASSIGN_OR_RETURN(const histograms::RequestedSelection selection,
                   histograms::SelectHistograms(*context.snapshot, parsed.rows,
                                                {.row_numbers = parsed.levels.size()}));
  kind::AnswerWriter writer(kind::FormAccepted(request, kind::AnswerForm::kColumns),
                            (selection.series.size() + 1) * histograms::kSeriesHeadBytes);
  writer.Begin(context);
  writer.json().Key("series");
  writer.json().BeginArray();
  DistributionsAnswer answer(parsed, context, writer);
  const auto places = RememberedLevels(parsed.levels);
  RETURN_IF_ERROR(places ? answer.WriteRemembered(selection.series, *places, cache)
                         : answer.WriteRead(selection.series));
  writer.json().EndArray();
  writer.json().Key("missing");
  kind::WriteMissing(selection.missing, writer.json());
  answer.problems().Write(writer.json());
  return writer.Finish();
}

}  // namespace

void AddDistributionsApiRoutes(kind::Router& router) {
  auto cache = std::make_shared<histograms::MeasureCache>(
      histograms::MeasureCacheOptions{.max_bytes = std::uint64_t{32} << 20});
  router.Add({.path = "/api/distributions",
              .handler =
                  [cache](const Request& request, const RequestContext& context) {
                    return HandleDistributions(*cache, request, context);
                  },
              .methods = {kind::Method::kPost},
              .max_body_bytes = histograms::kMaxRequestBytes});
  router.Add({.path = "/api/distributions/download",
              .handler = HandleDistributionsDownload,
              .methods = {kind::Method::kGet},
              // Values come from their files, which can change before the snapshot knows.
              .freshness = kind::Freshness::kNever});
}

std::string_view DistributionsOpenApi() { return embedded::distributions_openapi().front().bytes; }

}  // namespace sightglass::kinds
