#include "kinds/distributions/percentile_download.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/number_text.h"
#include "base/text.h"
#include "histograms/histogram_download.h"
#include "histograms/histogram_request.h"
#include "histograms/measures.h"
#include "kind/typed_parameters.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;
using base::NumberText;
using base::Result;
using histograms::ReadStep;

// "0,0.5,1"; TensorBoard's levels if the parameter is absent.
Result<std::vector<double>> LevelsOf(const kind::Parameters& parameters) {
  const auto text = parameters.First("levels");
  if (!text) return histograms::TensorboardLevels();
  std::vector<double> levels;
  for (std::string_view rest = *text;;) {
    const std::string_view word = rest.substr(0, rest.find(','));
    double level = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), level);
    if (error != std::errc() || end != word.data() + word.size() || !(level >= 0 && level <= 1)) {
      return Error{ErrorCode::kInvalidArgument, fmt::format("levels: '{}' is not between 0 and 1",
                                                            base::EscapeForDisplay(word, 60))};
    }
    levels.push_back(level);
    if (levels.size() > histograms::kMaxLevels) {
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("levels: more than {}", histograms::kMaxLevels)};
    }
    if (word.size() == rest.size()) return levels;
    rest.remove_prefix(word.size() + 1);
  }
}

// A column for each level.
class PercentileText final : public histograms::StepTextWriter {
 public:
  explicit PercentileText(std::vector<double> levels) : levels_(std::move(levels)) {}

  [[nodiscard]] std::string CsvHead() const override {
    std::string head = "step,wall_time";
    for (const double level : levels_) head += fmt::format(",p{}", level);
    return head + "\n";
  }

  void WriteCsv(const ReadStep& step, base::BufferedOutput& out) const override {
    out.Write(NumberText(step.step).view());
    out.Put(',');
    out.Write(NumberText(step.wall_time).view());
    const std::vector<double> values = ValuesOf(step);
    for (const double value : values) {
      out.Put(',');
      // A step without values leaves its fields empty.
      if (!step.histogram.empty()) out.Write(NumberText(value).view());
    }
    out.Put('\n');
  }

  void WriteJson(const ReadStep& step, base::JsonWriter& json) const override {
    json.Key("values");
    json.BeginArray();
    for (const double value : ValuesOf(step)) json.Double(value);
    json.EndArray();
  }

  void WriteJsonHead(base::JsonWriter& json) const override {
    json.Key("levels");
    json.BeginArray();
    for (const double level : levels_) json.Double(level);
    json.EndArray();
  }

 private:
  [[nodiscard]] std::vector<double> ValuesOf(const ReadStep& step) const {
    std::vector<double> values(levels_.size());
    histograms::Percentiles(step.histogram, levels_, values);
    return values;
  }

  std::vector<double> levels_;
};

}  // namespace

Result<kind::Response> HandleDistributionsDownload(const kind::Request& request,
                                                   const kind::RequestContext& context) {
  RETURN_IF_ERROR(kind::AllowOnlyParameters(
      request.query, {"run_id", "tag_id", "format", "begin_step", "end_step", "levels"}));
  ASSIGN_OR_RETURN(const histograms::DownloadRequest download,
                   histograms::ParseDownload(request.query, *context.snapshot));
  ASSIGN_OR_RETURN(std::vector<double> levels, LevelsOf(request.query));
  return histograms::DownloadResponse(download, std::make_unique<PercentileText>(std::move(levels)),
                                      context);
}

}  // namespace sightglass::kinds
