#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/buffered_output.h"
#include "base/json_writer.h"
#include "base/result.h"
#include "histograms/histogram_reader.h"
#include "kind/http_message.h"
#include "kind/parameters.h"
#include "kind/router.h"
#include "kind/series_selection.h"

namespace sightglass::histograms {

enum class DownloadFormat : std::uint8_t { kCsv, kJson };

// How one kind writes the steps of a series down. A step that cannot be read is written, too.
//
// Threads: one at a time.
class StepTextWriter {
 public:
  virtual ~StepTextWriter() = default;
  // The first line of a CSV file, with its line break.
  [[nodiscard]] virtual std::string CsvHead() const = 0;
  // Lines of a CSV file.
  virtual void WriteCsv(const ReadStep& step, base::BufferedOutput& out) const = 0;
  // Members of the object that stands for the step, after "step" and "wall_time".
  virtual void WriteJson(const ReadStep& step, base::JsonWriter& json) const = 0;
  // Members of the whole, after "run" and "tag".
  virtual void WriteJsonHead(base::JsonWriter& json) const { static_cast<void>(json); }
};

// What a download is of: the parameters run_id, tag_id, format (csv, which is the default, or
// json), begin_step and end_step.
struct DownloadRequest {
  kind::SelectedSeries selected{};  // points into the snapshot
  DownloadFormat format = DownloadFormat::kCsv;
  StepRange range{};  // all points of it
};

// Other parameters are not looked at. kInvalidArgument, naming the parameter; kNotFound.
base::Result<DownloadRequest> ParseDownload(const kind::Parameters& parameters,
                                            const store::Snapshot& snapshot);

// A file with all steps of the request, made while it is sent.
// Memory: 60 bytes a point, and the values of a few hundred kilobytes at a time.
kind::Response DownloadResponse(const DownloadRequest& request,
                                std::unique_ptr<const StepTextWriter> writer,
                                const kind::RequestContext& context);

}  // namespace sightglass::histograms
