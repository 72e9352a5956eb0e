#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/json_writer.h"
#include "kind/json_reader.h"
#include "kind/name_id.h"
#include "kind/series_selection.h"
#include "kinds/text/text_api.h"
#include "kinds/text/text_search.h"
#include "kinds/text/text_series.h"
#include "values/value_points.h"

namespace sightglass::kinds {
namespace {

using base::Result;

struct SearchRequest {
  kind::SeriesChoice choice{};
  TextQuery query{};
  std::uint64_t limit = kSearchHits;
};

Result<SearchRequest> ParseSearchRequest(std::string_view text) {
  ASSIGN_OR_RETURN(const auto document, kind::JsonDocument::Parse(text));
  const kind::JsonValue body = document.root();
  RETURN_IF_ERROR(body.AllowOnly({"query", "regex", "case", "limit", "runs", "runs_matching",
                                  "tags", "tags_matching", "series"}));
  SearchRequest request;
  ASSIGN_OR_RETURN(request.choice, kind::ParseSeriesChoiceMembers(body));
  ASSIGN_OR_RETURN(const auto query, body.Member("query"));
  if (!query) return body.Bad("query: what to search is expected");
  ASSIGN_OR_RETURN(request.query.text, query->AsString());
  ASSIGN_OR_RETURN(const auto regex, body.Member("regex"));
  if (regex) {
    ASSIGN_OR_RETURN(request.query.regex, regex->AsBool());
  }
  ASSIGN_OR_RETURN(const auto match_case, body.Member("case"));
  if (match_case) {
    ASSIGN_OR_RETURN(request.query.match_case, match_case->AsBool());
  }
  ASSIGN_OR_RETURN(const auto limit, body.Member("limit"));
  if (limit) {
    ASSIGN_OR_RETURN(request.limit, limit->AsUInt());
    if (request.limit == 0 || request.limit > kMaxSearchHits) {
      return limit->Bad(fmt::format("{} is not between 1 and {}", request.limit, kMaxSearchHits));
    }
  }
  return request;
}

// A search while its answer is sent: lines of JSON. Whoever stops listening destroys it.
class SearchSource final : public kind::BodySource {
 public:
  SearchSource(const kind::RequestContext& context, std::vector<values::ScanSeries> series,
               TextFinder finder, std::size_t limit)
      : snapshot_(context.snapshot),
        cancel_(context.cancel),
        pool_(context.pool),
        search_(std::move(series), std::move(finder), limit) {}

  State Next(std::string& out) override {
    constexpr std::size_t kPieceBytes = 32'768;
    if (given_ == pending_.size()) {
      pending_.clear();
      given_ = 0;
      SearchOn();
      if (cancel_.cancelled()) return State::kEnd;
    }
    const std::size_t piece = std::min(kPieceBytes, pending_.size() - given_);
    out.append(pending_, given_, piece);
    given_ += piece;
    return done_ && given_ == pending_.size() ? State::kEnd : State::kMore;
  }

 private:
  // The next stretch, as lines in pending_.
  void SearchOn() {
    std::vector<TextHit> hits;
    done_ = !search_.Next(pool_, cancel_, hits);
    base::BufferedOutput out;
    for (const TextHit& hit : hits) WriteHit(hit, out);
    if (done_) {
      WriteDone(out);
    } else {
      WriteProgress(out);
    }
    pending_ = out.TakeText();
  }

  void WriteHit(const TextHit& hit, base::BufferedOutput& out) const {
    const values::ScanSeries& series = search_.series()[hit.series];
    base::JsonWriter json(out);
    const auto name = [&](std::string_view key, std::string_view value) {
      json.Key(key);
      json.String(value);
      json.Key(fmt::format("{}_id", key));
      json.String(kind::NameId(value));
    };
    const auto number = [&](std::string_view key, std::uint64_t value) {
      json.Key(key);
      json.UInt(value);
    };
    json.BeginObject();
    json.Key("hit");
    json.BeginObject();
    name("run", series.run->name);
    name("tag", series.series->tag_name);
    json.Key("step");
    json.Int(hit.point.step);
    json.Key("wall_time");
    json.Double(hit.point.wall_time);
    number("v", values::PointVersion(hit.point));
    json.Key("cell");
    json.BeginArray();
    for (const std::int64_t place : hit.cell) json.Int(place);
    json.EndArray();
    number("at", hit.snippet.at);
    number("length", hit.snippet.length);
    json.Key("snippet");
    json.String(hit.snippet.text);
    number("snippet_at", hit.snippet.match_at);
    json.EndObject();
    json.EndObject();
    out.Put('\n');
  }

  void WriteProgress(base::BufferedOutput& out) const {
    out.Write(fmt::format("{{\"progress\":{{\"bytes\":{},\"of\":{}}}}}\n", search_.bytes_done(),
                          search_.bytes_total()));
  }

  void WriteDone(base::BufferedOutput& out) const {
    const TextSearchCounts& counts = search_.counts();
    out.Write(fmt::format(
        "{{\"done\":{{\"hits\":{},\"values\":{},\"bytes\":{},\"unreadable\":{},\"truncated\":{}}}}}"
        "\n",
        counts.hits, counts.values, counts.bytes, counts.unreadable, counts.truncated));
  }

  std::shared_ptr<const store::Snapshot> snapshot_;
  const base::CancelFlag& cancel_;
  base::ThreadPool& pool_;
  TextSearch search_;
  std::string pending_;
  std::size_t given_ = 0;
  bool done_ = false;
};

}  // namespace

Result<kind::Response> HandleTextSearch(const kind::Request& request,
                                        const kind::RequestContext& context) {
  ASSIGN_OR_RETURN(const SearchRequest parsed, ParseSearchRequest(request.body));
  ASSIGN_OR_RETURN(TextFinder finder, TextFinder::Make(parsed.query));
  const kind::SeriesSelection selection =
      kind::SelectSeries(*context.snapshot, parsed.choice, kind::IsRefSeriesOf(kTextPlugin));
  std::vector<values::ScanSeries> series;
  series.reserve(selection.series.size());
  for (const kind::SelectedSeries& each : selection.series) {
    series.push_back({.run = each.run, .series = each.series});
  }
  kind::Response response;
  response.content_type = "application/x-ndjson";
  response.source = std::make_unique<SearchSource>(context, std::move(series), std::move(finder),
                                                   static_cast<std::size_t>(parsed.limit));
  return response;
}

}  // namespace sightglass::kinds
