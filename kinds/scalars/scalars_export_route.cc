#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "base/text.h"
#include "base/utf8_scan.h"
#include "kind/json_reader.h"
#include "kinds/scalars/scalars_export.h"
#include "kinds/scalars/scalars_query_request.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

struct ExportRequest {
  kind::SeriesChoice selection{};
  ScalarExportOptions options{};
};

// An export while it is sent. Holds the snapshot; whoever stops listening destroys it.
class ExportSource final : public kind::BodySource {
 public:
  ExportSource(std::shared_ptr<const store::Snapshot> snapshot,
               std::vector<kind::SelectedSeries> series, const ScalarExportOptions& options)
      : snapshot_(std::move(snapshot)), exporter_(std::move(series), options, out_) {}

  State Next(std::string& out) override {
    // Short series go together, so that each piece is worth sending.
    constexpr std::size_t kPieceBytes = 16'384;
    bool more = true;
    while (more && out_.text().size() < kPieceBytes) more = exporter_.Next();
    out += out_.TakeText();
    return more ? State::kMore : State::kEnd;
  }

 private:
  std::shared_ptr<const store::Snapshot> snapshot_;
  base::BufferedOutput out_;
  ScalarExporter exporter_;
};

struct FormatFacts {
  std::string_view name;
  ScalarFormat format;
  std::string_view content_type;
};

constexpr FormatFacts kFormats[] = {
    {"csv", ScalarFormat::kCsv, "text/csv; charset=utf-8"},
    {"json", ScalarFormat::kJson, "application/json"},
    {"jsonl", ScalarFormat::kJsonLines, "application/jsonl"},
};

Result<ScalarFormat> FormatNamed(std::string_view name) {
  for (const FormatFacts& facts : kFormats) {
    if (facts.name == name) return facts.format;
  }
  return Error{ErrorCode::kInvalidArgument, fmt::format("format: '{}' is none of csv, json, jsonl",
                                                        base::EscapeForDisplay(name, 60))};
}

Result<ExportRequest> FromParameters(const kind::Parameters& parameters) {
  RETURN_IF_ERROR(AllowOnlyParameters(
      parameters,
      {"format", "superseded", "run", "run_id", "run_matching", "tag", "tag_id", "tag_matching"}));
  ExportRequest request;
  ASSIGN_OR_RETURN(request.selection.runs, NameChoiceFromParameters(parameters, "run"));
  ASSIGN_OR_RETURN(request.selection.tags, NameChoiceFromParameters(parameters, "tag"));
  ASSIGN_OR_RETURN(request.options.superseded, FlagParameter(parameters, "superseded"));
  if (const auto format = parameters.First("format")) {
    ASSIGN_OR_RETURN(request.options.format, FormatNamed(*format));
  }
  return request;
}

Result<ExportRequest> FromBody(std::string_view body) {
  ASSIGN_OR_RETURN(const kind::JsonDocument document, kind::JsonDocument::Parse(body));
  const kind::JsonValue root = document.root();
  RETURN_IF_ERROR(root.AllowOnly({"format", "superseded", "selection"}));
  ExportRequest request;
  ASSIGN_OR_RETURN(const auto selection, root.Member("selection"));
  if (selection) {
    ASSIGN_OR_RETURN(request.selection, ParseSeriesChoice(*selection));
  }
  ASSIGN_OR_RETURN(const auto superseded, root.Member("superseded"));
  if (superseded) {
    ASSIGN_OR_RETURN(request.options.superseded, superseded->AsBool());
  }
  ASSIGN_OR_RETURN(const auto format, root.Member("format"));
  if (format) {
    ASSIGN_OR_RETURN(const std::string_view name, format->AsString());
    ASSIGN_OR_RETURN(request.options.format, FormatNamed(name));
  }
  return request;
}

// The names that all of `series` share: of the run, of the tag, of both, or "scalars".
std::string SharedName(const std::vector<kind::SelectedSeries>& series) {
  if (series.empty()) return "scalars";
  const kind::SelectedSeries& first = series.front();
  const auto same_run = [&](const auto& each) { return each.run == first.run; };
  const auto same_tag = [&](const auto& each) {
    return each.series->tag_name == first.series->tag_name;
  };
  // A run of the log directory itself is called ".", which names nothing.
  const std::string_view run = std::ranges::all_of(series, same_run) && first.run->name != "."
                                   ? first.run->name
                                   : std::string_view();
  const std::string_view tag =
      std::ranges::all_of(series, same_tag) ? first.series->tag_name : std::string_view();
  std::string name = fmt::format("{}{}{}", run, run.empty() || tag.empty() ? "" : "-", tag);
  return name.empty() ? "scalars" : name;
}

bool IsPlain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.';
}

// Names as far as every file system takes them; of other alphabets too where they are UTF-8, for
// browsers that know `filename*` (RFC 6266), which are all of today.
std::string Disposition(std::string_view name, std::string_view extension) {
  constexpr std::size_t kMaxBytes = 150;
  std::string plain;
  std::string encoded;
  bool has_more = false;
  const bool is_text = base::IsUtf8(name);
  for (std::size_t at = 0; at < std::min(name.size(), kMaxBytes);) {
    const std::size_t bytes = is_text ? base::Utf8CharacterBytes(name.substr(at)) : 1;
    const char c = name[at];
    const bool keep = bytes == 1 && IsPlain(c) && (c != '.' || at > 0);
    plain += keep ? c : '_';
    if (bytes > 1) {
      has_more = true;
      for (const char each : name.substr(at, bytes)) {
        encoded += fmt::format("%{:02X}", static_cast<unsigned char>(each));
      }
    } else {
      encoded += keep ? c : '_';
    }
    at += bytes;
  }
  std::string header = fmt::format("attachment; filename=\"{}.{}\"", plain, extension);
  if (has_more) header += fmt::format("; filename*=UTF-8''{}.{}", encoded, extension);
  return header;
}

Error NotThere(const kind::MissingSeries& missing) {
  const auto text = [](const kind::NameRef& ref) {
    return ref.id ? fmt::format("id {:016x}", *ref.id)
                  : fmt::format("'{}'", base::EscapeForDisplay(ref.name, 200));
  };
  std::string message = "no";
  if (missing.run) message += fmt::format(" run {}", text(*missing.run));
  if (missing.run && missing.tag) message += " with";
  if (missing.tag) message += fmt::format(" scalars of tag {}", text(*missing.tag));
  return {ErrorCode::kNotFound, message};
}

}  // namespace

Result<kind::Response> HandleScalarsExport(const kind::Request& request,
                                           const kind::RequestContext& context) {
  ASSIGN_OR_RETURN(ExportRequest parsed, request.method == kind::Method::kPost
                                             ? FromBody(request.body)
                                             : FromParameters(request.query));
  kind::SeriesSelection selection =
      SelectSeries(*context.snapshot, parsed.selection, kind::IsScalarSeries);
  if (!selection.missing.empty()) return NotThere(selection.missing.front());
  const FormatFacts& facts =
      *std::ranges::find(kFormats, parsed.options.format, &FormatFacts::format);
  // About 40 kilobytes of text at a time.
  parsed.options.slice_points = 512;
  kind::Response response;
  response.content_type = facts.content_type;
  response.headers.emplace_back("Content-Disposition",
                                Disposition(SharedName(selection.series), facts.name));
  response.source =
      std::make_unique<ExportSource>(context.snapshot, std::move(selection.series), parsed.options);
  return response;
}

}  // namespace sightglass::kinds
