#include <algorithm>
#include <cmath>
#include <utility>

#include "sightglass/summary_writer.h"
#include "writer/guarded_call.h"
#include "writer/histogram_count.h"
#include "writer/layout_encoder.h"
#include "writer/mesh_encoder.h"
#include "writer/number_reader.h"
#include "writer/pr_curve_count.h"
#include "writer/run_writer.h"
#include "writer/summary_encoder.h"
#include "writer/text_pieces.h"
#include "writer/utf8_check.h"
#include "writer/wire_check.h"
#include "writer/writer_call.h"

// The calls of SummaryWriter that log numbers, text and graphs.
namespace sightglass {
namespace {

using writer::AddEncoded;
using writer::CheckEventBytes;
using writer::CheckNumbers;
using writer::CheckUtf8;
using writer::EventField;
using writer::HeadOf;
using writer::Invalid;

Status CheckHistogramOptions(const HistogramOptions& histogram) {
  if (histogram.bins > HistogramBins::kExponential) {
    return writer::NoChoice("kind of bins", static_cast<std::int64_t>(histogram.bins));
  }
  if (histogram.buckets < 0) {
    return Invalid({histogram.buckets, " buckets, must not be below 0"});
  }
  if (histogram.buckets > writer::kMaxHistogramBuckets) {
    return writer::BeyondLimit("buckets", static_cast<std::uint64_t>(histogram.buckets),
                               writer::kMaxHistogramBuckets);
  }
  return {};
}

writer::HistogramFigures FiguresOf(const writer::NumberSummary& summary) {
  return {.min = summary.min,
          .max = summary.max,
          .num = static_cast<double>(summary.finite),
          .sum = summary.sum,
          .sum_squares = summary.sum_squares};
}

Status CheckBuckets(std::span<const double> limits, std::span<const double> counts) {
  if (limits.size() != counts.size() || limits.empty()) {
    return Invalid(
        {limits.size(), " bucket limits for ", counts.size(), " counts, at least 1 of each"});
  }
  for (std::size_t i = 0; i < limits.size(); ++i) {
    if (std::isnan(limits[i]) || (i > 0 && limits[i] < limits[i - 1])) {
      return Invalid(
          {"bucket limit ", limits[i], " at position ", i, " is not above the one before"});
    }
    if (!std::isfinite(counts[i]) || counts[i] < 0) {
      return Invalid(
          {"bucket count ", counts[i], " at position ", i, ", must be finite and not below 0"});
    }
  }
  return {};
}

// Refuses texts that are not UTF-8 or too many for an event.
Status CheckStrings(std::span<const std::string_view> texts) {
  std::size_t bytes = 0;
  for (const std::string_view text : texts) {
    if (Status status = CheckUtf8("text", text); !status.ok()) return status;
    bytes += text.size() + 6;
  }
  return CheckEventBytes("text", bytes);
}

}  // namespace

Status SummaryWriter::AddHistogram(std::string_view tag, const Numbers& values, std::int64_t step,
                                   const HistogramOptions& histogram, const ValueOptions& options) {
  std::uint64_t non_finite = 0;
  Status added = AddEncoded(run_, {tag, step, options}, [&](std::string& body) -> Status {
    if (Status status = CheckHistogramOptions(histogram); !status.ok()) return status;
    if (Status status = CheckNumbers("histogram", values); !status.ok()) return status;
    writer::NumberSummary summary;
    if (histogram.bins == HistogramBins::kLinear) {
      const writer::LinearHistogram counted =
          writer::CountLinear(values, static_cast<std::size_t>(histogram.buckets));
      summary = counted.summary;
      body = writer::EncodeHistogram(HeadOf(tag, options), counted.rows);
    } else {
      const writer::ExponentialHistogram counted = writer::CountExponential(values);
      summary = counted.summary;
      body = writer::EncodeOldHistogram(HeadOf(tag, options), FiguresOf(summary), counted.limits,
                                        counted.counts);
    }
    non_finite = summary.nan + summary.infinite;
    return {};
  });
  if (!added.ok()) return added;
  return writer::Guarded([&]() -> Status {
    if (!run_->NoteNonFinite(tag, non_finite != 0)) return {};
    return run_->AddScalar(writer::JoinPieces({tag, "/non_finite"}), step,
                           static_cast<double>(non_finite), options.wall_time);
  });
}

Status SummaryWriter::AddHistogramRaw(std::string_view tag, const RawHistogram& histogram,
                                      std::int64_t step, const ValueOptions& options) {
  return AddEncoded(run_, {tag, step, options}, [&](std::string& body) -> Status {
    for (const Numbers* numbers : {&histogram.bucket_limits, &histogram.bucket_counts}) {
      if (Status status = CheckNumbers("histogram", *numbers); !status.ok()) return status;
      if (numbers->size() > static_cast<std::size_t>(writer::kMaxHistogramBuckets)) {
        return writer::BeyondLimit("buckets", numbers->size(), writer::kMaxHistogramBuckets);
      }
    }
    const std::vector<double> limits = writer::ReadDoubles(histogram.bucket_limits);
    const std::vector<double> counts = writer::ReadDoubles(histogram.bucket_counts);
    if (Status status = CheckBuckets(limits, counts); !status.ok()) return status;
    body = writer::EncodeOldHistogram(HeadOf(tag, options),
                                      {.min = histogram.min,
                                       .max = histogram.max,
                                       .num = histogram.num,
                                       .sum = histogram.sum,
                                       .sum_squares = histogram.sum_squares},
                                      limits, counts);
    return {};
  });
}

Status SummaryWriter::AddText(std::string_view tag, std::string_view text, std::int64_t step,
                              const ValueOptions& options) {
  return AddEncoded(run_, {tag, step, options}, [&](std::string& body) -> Status {
    const std::string_view texts[] = {text};
    if (Status status = CheckStrings(texts); !status.ok()) return status;
    body = writer::EncodeText(HeadOf(tag, options), {}, texts);
    return {};
  });
}

Status SummaryWriter::AddText(std::string_view tag, const std::vector<std::string>& texts,
                              std::int64_t step, const ValueOptions& options) {
  return AddEncoded(run_, {tag, step, options}, [&](std::string& body) -> Status {
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    if (Status status = CheckStrings(views); !status.ok()) return status;
    const std::int64_t dims[] = {static_cast<std::int64_t>(views.size())};
    body = writer::EncodeText(HeadOf(tag, options), dims, views);
    return {};
  });
}

Status SummaryWriter::AddText(std::string_view tag, const TextTable& table, std::int64_t step,
                              const ValueOptions& options) {
  return AddEncoded(run_, {tag, step, options}, [&](std::string& body) -> Status {
    std::size_t width = table.header.size();
    for (const auto& row : table.rows) width = std::max(width, row.size());
    const std::size_t height = table.rows.size() + (table.header.empty() ? 0 : 1);
    if (height != 0 && width > writer::kMaxEventBytes / height) {
      return writer::BeyondLimit("columns of cells", width, writer::kMaxEventBytes / height);
    }
    std::vector<std::string_view> cells;
    cells.reserve(width * height);
    const auto add_row = [&](const std::vector<std::string>& row) {
      cells.insert(cells.end(), row.begin(), row.end());
      cells.resize((cells.size() + width - 1) / width * width);
      // An empty row is one, too.
      if (row.empty()) cells.resize(cells.size() + width);
    };
    if (!table.header.empty()) add_row(table.header);
    if (width > 0) {
      for (const auto& row : table.rows) add_row(row);
    }
    if (Status status = CheckStrings(cells); !status.ok()) return status;
    const std::int64_t dims[] = {static_cast<std::int64_t>(height),
                                 static_cast<std::int64_t>(width)};
    body = writer::EncodeText(HeadOf(tag, options), dims, cells);
    return {};
  });
}

Status SummaryWriter::AddMesh(std::string_view tag, const MeshView& mesh, std::int64_t step,
                              const ValueOptions& options) {
  return AddEncoded(run_, {tag, step, options}, [&](std::string& body) {
    return writer::EncodeMesh(HeadOf(tag, options), mesh, body);
  });
}

Status SummaryWriter::AddPrCurve(std::string_view tag, const Numbers& labels,
                                 const Numbers& predictions, std::int64_t step,
                                 const PrCurveOptions& curve, const ValueOptions& options) {
  return AddEncoded(run_, {tag, step, options}, [&](std::string& body) -> Status {
    for (const Numbers* numbers : {&labels, &predictions, &curve.weights}) {
      if (Status status = CheckNumbers("PR curve", *numbers); !status.ok()) return status;
    }
    std::vector<float> rows;
    if (Status status =
            writer::CountPrCurve(labels, predictions, curve.weights, curve.thresholds, rows);
        !status.ok()) {
      return status;
    }
    body = writer::EncodePrCurve(HeadOf(tag, options), rows);
    return {};
  });
}

Status SummaryWriter::AddPrCurveRaw(std::string_view tag, const RawPrCurve& curve,
                                    std::int64_t step, const ValueOptions& options) {
  return AddEncoded(run_, {tag, step, options}, [&](std::string& body) -> Status {
    const std::size_t size = curve.true_positives.size();
    if (size > static_cast<std::size_t>(writer::kMaxPrThresholds)) {
      return writer::BeyondLimit("thresholds", size, writer::kMaxPrThresholds);
    }
    std::vector<float> rows;
    rows.reserve(6 * size);
    for (const Numbers* numbers :
         {&curve.true_positives, &curve.false_positives, &curve.true_negatives,
          &curve.false_negatives, &curve.precision, &curve.recall}) {
      if (Status status = CheckNumbers("PR curve", *numbers); !status.ok()) return status;
      if (numbers->size() != size || size < 2) {
        return Invalid({"PR curve: lists of ", size, " and ", numbers->size(),
                        " thresholds, at least 2 and all alike"});
      }
      for (const double value : writer::ReadDoubles(*numbers)) {
        rows.push_back(static_cast<float>(value));
      }
    }
    body = writer::EncodePrCurve(HeadOf(tag, options), rows);
    return {};
  });
}

Status SummaryWriter::AddCustomScalars(std::span<const CustomCategory> layout) {
  return AddEncoded(run_, {writer::kLayoutTag, 0, {}},
                    [&](std::string& body) { return writer::EncodeLayout(layout, body); });
}

Status SummaryWriter::AddGraph(std::string_view graph_def) {
  // Readers give graphs this tag.
  return AddEncoded(
      run_, {"__run_graph__", 0, {}, EventField::kGraphDef}, [&](std::string& body) -> Status {
        if (Status status = CheckEventBytes("graph", graph_def.size()); !status.ok()) {
          return status;
        }
        body = graph_def;
        return writer::CheckWire("graph", graph_def);
      });
}

Status SummaryWriter::AddGraph(const GraphBuilder& graph) {
  return AddEncoded(run_, {"__run_graph__", 0, {}, EventField::kGraphDef},
                    [&](std::string& body) { return graph.Build(body); });
}

Status SummaryWriter::AddRunMetadata(std::string_view tag, std::string_view run_metadata,
                                     std::int64_t step) {
  return AddEncoded(
      run_, {tag, step, {}, EventField::kTaggedRunMetadata}, [&](std::string& body) -> Status {
        if (Status status = CheckEventBytes("run metadata", run_metadata.size()); !status.ok()) {
          return status;
        }
        body = writer::EncodeTaggedRunMetadata(tag, run_metadata);
        return writer::CheckWire("run metadata", run_metadata);
      });
}

}  // namespace sightglass
