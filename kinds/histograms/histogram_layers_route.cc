#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "histograms/bin_request.h"
#include "histograms/histogram_answer.h"
#include "histograms/histogram_request.h"
#include "histograms/measures.h"
#include "kind/answer_writer.h"
#include "kinds/histograms/histograms_api.h"
#include "kinds/histograms/non_finite_count.h"

namespace sightglass::kinds {
namespace {

using base::Result;
using histograms::Histogram;
using histograms::ReadStep;
using histograms::RequestedSeries;
using kind::JsonValue;
using kind::RequestContext;

constexpr std::size_t kDefaultBins = 24;

struct LayersRequest {
  histograms::HistogramRequest rows{};
  histograms::BinRequest bins{};
};

Result<LayersRequest> ParseRequest(std::string_view text) {
  ASSIGN_OR_RETURN(const auto document, kind::JsonDocument::Parse(text));
  const JsonValue body = document.root();
  RETURN_IF_ERROR(body.AllowOnly(
      {"selection", "begin_step", "end_step", "bins", "scale", "linear_width", "range", "clip"}));
  LayersRequest request;
  ASSIGN_OR_RETURN(request.rows, histograms::ParseHistogramRequest(body));
  request.rows.range.max_points = 2;  // the first and the last
  ASSIGN_OR_RETURN(request.bins, histograms::ParseBinRequest(body, kDefaultBins));
  return request;
}

// The first and the last readable step of a series.
struct Layer {
  std::optional<ReadStep> first{};
  std::optional<ReadStep> last{};

  void Take(ReadStep&& step) {
    if (!first) first = step;
    last = std::move(step);
  }
};

class LayersAnswer {
 public:
  LayersAnswer(const LayersRequest& request, const RequestContext& context,
               kind::AnswerWriter& writer)
      : request_(request), context_(context), writer_(writer), head_(writer.json()) {}

  base::Status WriteBatch(std::span<const RequestedSeries> batch) {
    std::vector<Layer> layers(batch.size());
    RETURN_IF_ERROR(
        histograms::ReadSelected(batch, context_, [&](std::uint32_t series, ReadStep&& step) {
          if (problems_.Note(batch[series].selected, step.step, step.histogram.repaired,
                             step.error)) {
            layers[series].Take(std::move(step));
          }
        }));
    for (std::size_t i = 0; i < batch.size(); ++i) WriteLayer(batch[i], layers[i]);
    return {};
  }

  [[nodiscard]] const histograms::ProblemList& problems() const { return problems_; }

 private:
  void WriteLayer(const RequestedSeries& series, const Layer& layer) {
    static const Histogram kNothing;
    base::JsonWriter& json = writer_.json();
    json.BeginObject();
    head_.Write(series);
    json.Key("step");
    if (layer.last) {
      json.Int(layer.last->step);
    } else {
      json.Null();
    }
    const Histogram& first = layer.first ? layer.first->histogram : kNothing;
    const Histogram& last = layer.last ? layer.last->histogram : kNothing;
    WriteCounts(first, last);
    WriteMeasures(first, last);
    json.Key("not_finite");
    const auto not_finite =
        layer.last ? NonFiniteCount(series.selected, layer.last->step) : std::nullopt;
    if (not_finite) {
      json.Double(*not_finite);
    } else {
      json.Null();
    }
    json.EndObject();
  }

  void WriteCounts(const Histogram& first, const Histogram& last) {
    base::JsonWriter& json = writer_.json();
    const std::array<const Histogram*, 2> both = {&first, &last};
    const histograms::Bins bins = histograms::MakeBins(request_.bins, both);
    json.Key("edges");
    writer_.Column(std::span<const double>(bins.edges.edges));
    if (bins.linear_width > 0) {
      json.Key("linear_width");
      json.Double(bins.linear_width);
    }
    counts_.resize(bins.edges.bins());
    json.Key("counts");
    histograms::Rebin(last, bins.edges.edges, counts_);
    writer_.Column(std::span<const double>(counts_));
    json.Key("first_counts");
    histograms::Rebin(first, bins.edges.edges, counts_);
    writer_.Column(std::span<const double>(counts_));
  }

  void WriteMeasures(const Histogram& first, const Histogram& last) {
    base::JsonWriter& json = writer_.json();
    const histograms::Drift drift = histograms::DriftBetween(first, last);
    const histograms::Moments now = histograms::MomentsOf(last);
    // Of what begins as a constant, as biases do, the first step alone would be no measure.
    const double spread = std::max(histograms::MomentsOf(first).deviation, now.deviation);
    const auto number = [&json](std::string_view key, double value) {
      json.Key(key);
      json.Double(value);
    };
    number("drift", drift.wasserstein / (spread > 0 ? spread : 1));
    number("ks", drift.kolmogorov_smirnov);
    number("zeros_low", now.zeros_at_least);
    number("zeros_high", now.zeros_at_most);
    number("deviation", now.deviation);
    number("mean", now.mean);
    number("min", now.min);
    number("max", now.max);
    number("count", now.count);
  }

  const LayersRequest& request_;
  const RequestContext& context_;
  kind::AnswerWriter& writer_;
  histograms::SeriesHeadWriter head_;
  histograms::ProblemList problems_;
  std::vector<double> counts_;
};

}  // namespace

Result<kind::Response> HandleHistogramLayers(const kind::Request& request,
                                             const RequestContext& context) {
  ASSIGN_OR_RETURN(const LayersRequest parsed, ParseRequest(request.body));
  ASSIGN_OR_RETURN(const histograms::RequestedSelection selection,
                   histograms::SelectHistograms(*context.snapshot, parsed.rows,
                                                {.row_numbers = parsed.bins.bins}));
  kind::AnswerWriter writer(kind::FormAccepted(request, kind::AnswerForm::kColumns),
                            (selection.series.size() + 1) * histograms::kSeriesHeadBytes);
  writer.Begin(context);
  writer.json().Key("series");
  writer.json().BeginArray();
  LayersAnswer answer(parsed, context, writer);
  RETURN_IF_ERROR(histograms::ForEachBatch(
      selection.series, histograms::kBatchBytes,
      [&](std::span<const RequestedSeries> batch) { return answer.WriteBatch(batch); }));
  writer.json().EndArray();
  writer.json().Key("missing");
  kind::WriteMissing(selection.missing, writer.json());
  answer.problems().Write(writer.json());
  return writer.Finish();
}

}  // namespace sightglass::kinds
