#include <memory>
#include <string>

#include "base/number_text.h"
#include "histograms/histogram_download.h"
#include "kind/typed_parameters.h"
#include "kinds/histograms/histograms_api.h"

namespace sightglass::kinds {
namespace {

using base::NumberText;
using format::HistogramBucket;
using histograms::ReadStep;

// A line or list for each bucket, as it was logged.
class BucketText final : public histograms::StepTextWriter {
 public:
  [[nodiscard]] std::string CsvHead() const override { return "step,wall_time,left,right,count\n"; }

  void WriteCsv(const ReadStep& step, base::BufferedOutput& out) const override {
    const auto begin = [&] {
      out.Write(NumberText(step.step).view());
      out.Put(',');
      out.Write(NumberText(step.wall_time).view());
    };
    for (const HistogramBucket& bucket : step.logged) {
      begin();
      for (const double number : {bucket.left, bucket.right, bucket.count}) {
        out.Put(',');
        out.Write(NumberText(number).view());
      }
      out.Put('\n');
    }
    if (!step.logged.empty()) return;
    // The step is there, though it has no buckets; of one that cannot be read not even that is
    // known.
    begin();
    out.Write(step.error.empty() ? ",,,0\n" : ",,,\n");
  }

  void WriteJson(const ReadStep& step, base::JsonWriter& json) const override {
    json.Key("buckets");
    json.BeginArray();
    for (const HistogramBucket& bucket : step.logged) {
      json.BeginArray();
      json.Double(bucket.left);
      json.Double(bucket.right);
      json.Double(bucket.count);
      json.EndArray();
    }
    json.EndArray();
  }
};

}  // namespace

base::Result<kind::Response> HandleHistogramDownload(const kind::Request& request,
                                                     const kind::RequestContext& context) {
  RETURN_IF_ERROR(kind::AllowOnlyParameters(
      request.query, {"run_id", "tag_id", "format", "begin_step", "end_step"}));
  ASSIGN_OR_RETURN(const histograms::DownloadRequest download,
                   histograms::ParseDownload(request.query, *context.snapshot));
  return histograms::DownloadResponse(download, std::make_unique<BucketText>(), context);
}

}  // namespace sightglass::kinds
