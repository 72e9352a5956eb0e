#include "kinds/text/tensorboard_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/json_writer.h"
#include "base/utf8_text.h"
#include "format/safe_html.h"
#include "kinds/text/text_html.h"
#include "kinds/text/text_series.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;
using kind::Request;
using kind::RequestContext;
using kind::Response;

// What TensorBoard's data server keeps of a series unless told otherwise.
constexpr std::size_t kTensorboardPoints = 100;
constexpr std::size_t kPieceBytes = 16'384;

std::optional<std::size_t> MaxPoints(const kind::KindOptions& options) {
  if (!options.tensorboard_samples) return std::nullopt;
  const auto found = options.tensorboard_samples->find(kTextPlugin);
  if (found == options.tensorboard_samples->end()) return kTensorboardPoints;
  if (found->second == 0) return std::nullopt;
  return found->second;
}

// {run:[tag,...]}; runs without texts are left out.
base::Result<Response> Tags(const Request&, const RequestContext& context) {
  base::BufferedOutput out;
  base::JsonWriter json(out);
  json.BeginObject();
  for (const auto& run : context.snapshot->runs) {
    bool open = false;
    for (const auto& series : run->series) {
      if (!IsListedTextSeries(*series)) continue;
      if (!std::exchange(open, true)) {
        json.NameKey(run->name);
        json.BeginArray();
      }
      json.String(series->tag_name);
    }
    if (open) json.EndArray();
  }
  json.EndObject();
  return kind::JsonResponse(out.TakeText());
}

// A series of texts while it is sent: rendering takes longer than anything else here, and all texts
// of a series may be more than memory holds.
class TextSource final : public kind::BodySource {
 public:
  // `indices` are those of the wanted points; null: all.
  TextSource(const RequestContext& context, const TextSeries& series, TextMarkup markup,
             std::shared_ptr<const std::vector<base::Step>> indices)
      : snapshot_(context.snapshot),
        cancel_(context.cancel),
        series_(series),
        markup_(markup),
        indices_(std::move(indices)),
        count_(indices_ == nullptr ? series.series->size() : indices_->size()) {
    json_.BeginArray();
  }

  State Next(std::string& out) override {
    for (; next_ < count_ && out_.text().size() < kPieceBytes; ++next_) {
      if (cancel_.cancelled()) return State::kEnd;
      const std::uint64_t index =
          indices_ == nullptr ? next_ : static_cast<std::uint64_t>((*indices_)[next_]);
      if (const auto point = values::PointAt(*series_.series->refs(), index)) Write(*point);
    }
    if (next_ == count_) json_.EndArray();
    out += out_.TakeText();
    return next_ == count_ ? State::kEnd : State::kMore;
  }

 private:
  void Write(const values::ValuePoint& point) {
    json_.BeginObject();
    json_.Key("wall_time");
    json_.Double(point.point.wall_time);
    json_.Key("step");
    json_.Int(point.point.step);
    json_.Key("text");
    if (const auto text = ReadStoredText(series_, point); text.ok()) {
      json_.String(TextToSafeHtml(text->tensor, ShownCells(text->tensor), markup_));
    } else {
      // The others are good: this one says why it is not.
      json_.String(fmt::format("<p>{}</p>",
                               format::EscapeHtml(base::EscapeInvalidUtf8(text.error().message))));
    }
    json_.EndObject();
  }

  std::shared_ptr<const store::Snapshot> snapshot_;
  const base::CancelFlag& cancel_;
  TextSeries series_;
  TextMarkup markup_;
  std::shared_ptr<const std::vector<base::Step>> indices_;
  std::uint64_t count_;
  std::uint64_t next_ = 0;
  base::BufferedOutput out_;
  base::JsonWriter json_{out_};
};

}  // namespace

TensorboardText::TensorboardText(const kind::KindOptions& options)
    : max_points_(MaxPoints(options)) {}

void TensorboardText::AddRoutes(kind::Router& router) const {
  router.Add({
      .path = "/data/plugin/text/tags",
      .handler = Tags,
      .errors = kind::ErrorStyle::kTensorboard,
  });
  router.Add({
      .path = "/data/plugin/text/text",
      .handler = std::bind_front(&TensorboardText::Text, this),
      .errors = kind::ErrorStyle::kTensorboard,
  });
}

base::Result<Response> TensorboardText::Text(const Request& request,
                                             const RequestContext& context) const {
  const auto run = request.query.First("run");
  const auto tag = request.query.First("tag");
  if (!run || !tag) {
    return Error{ErrorCode::kInvalidArgument, "Both run and tag must be specified"};
  }
  const TextSeries series = FindTextSeries(*context.snapshot, *run, *tag);
  if (series.series == nullptr) return kind::JsonResponse("[]");
  std::shared_ptr<const std::vector<base::Step>> indices;
  if (max_points_ && series.series->size() > *max_points_) {
    indices = sampled_.Of(series.series->size(), *max_points_);
  }
  const bool markdown = request.query.First("markdown") != "false";
  Response response = kind::JsonResponse({});
  response.source = std::make_unique<TextSource>(
      context, series, markdown ? TextMarkup::kMarkdown : TextMarkup::kHtml, std::move(indices));
  return response;
}

}  // namespace sightglass::kinds
