#include "kinds/audio/tensorboard_audio.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>

#include "base/buffered_output.h"
#include "base/json_writer.h"
#include "base/utf8_text.h"
#include "kind/name_id.h"
#include "kind/tensorboard_series.h"
#include "kinds/audio/audio_clips.h"
#include "values/blob_answer.h"
#include "values/stored_value.h"
#include "values/value_key.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;
using kind::Request;
using kind::RequestContext;
using kind::Response;
using store::RefPoint;

// What TensorBoard keeps of a series unless told otherwise.
constexpr std::size_t kTensorboardClips = 10;

Error Cancelled() { return Error{ErrorCode::kCancelled, "the client is gone"}; }

// One of TensorBoard's parameters, which must be there.
base::Result<std::string_view> Needed(const Request& request, std::string_view name) {
  const auto value = request.query.First(name);
  if (!value) return Error{ErrorCode::kInvalidArgument, fmt::format("{} is missing", name)};
  return *value;
}

// Python's int(), as far as anybody sends it. Negative ones count from the end, as in its lists.
base::Result<std::int64_t> SampleOf(const Request& request) {
  const std::string_view text = request.query.First("sample").value_or("0");
  std::int64_t sample = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), sample);
  if (error != std::errc() || end != text.data() + text.size()) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("sample is no number: '{}'", base::EscapeInvalidUtf8(text))};
  }
  return sample;
}

// Which clip of `count` the parameter means; nullopt: none.
std::optional<std::uint32_t> ClipIndex(std::int64_t sample, std::int64_t count) {
  const std::int64_t index = sample < 0 ? sample + count : sample;
  if (index < 0 || index >= count) return std::nullopt;
  return static_cast<std::uint32_t>(index);
}

base::Result<Response> IndividualAudio(const Request& request, const RequestContext& context) {
  ASSIGN_OR_RETURN(const std::string_view token, Needed(request, "blob_key"));
  ASSIGN_OR_RETURN(const std::string_view content_type, Needed(request, "content_type"));
  // A type that a browser would run must not come from the address.
  if (content_type != "audio/wav" && content_type != "application/octet-stream") {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("Illegal mime type '{}'", base::EscapeInvalidUtf8(content_type))};
  }
  ASSIGN_OR_RETURN(const values::ValueKey key, values::UnpackKey(token));
  ASSIGN_OR_RETURN(const values::FoundValue found,
                   values::FindValue(*context.snapshot, key, kAudioPlugin));
  ASSIGN_OR_RETURN(const values::StoredValue value,
                   values::ReadStoredValue(*found.run, *found.series, found.point));
  ASSIGN_OR_RETURN(const AudioClip clip, ClipOf(value.view(), key.sample));
  return values::TensorboardBlobResponse(clip.encoded, content_type);
}

}  // namespace

TensorboardAudio::TensorboardAudio(const kind::KindOptions& options)
    : max_points_(kind::TensorboardMaxPoints(options, kAudioPlugin, kTensorboardClips)) {}

void TensorboardAudio::AddRoutes(kind::Router& router) const {
  router.Add({
      .path = "/data/plugin/audio/tags",
      .handler = std::bind_front(&TensorboardAudio::Tags, this),
      .errors = kind::ErrorStyle::kTensorboard,
  });
  router.Add({
      .path = "/data/plugin/audio/audio",
      .handler = std::bind_front(&TensorboardAudio::Audio, this),
      .errors = kind::ErrorStyle::kTensorboard,
  });
  router.Add({
      .path = "/data/plugin/audio/individualAudio",
      .handler = IndividualAudio,
      .errors = kind::ErrorStyle::kTensorboard,
      // Its bytes never change; whether they can still be read does.
      .freshness = kind::Freshness::kNever,
  });
}

base::Result<Response> TensorboardAudio::Tags(const Request&, const RequestContext& context) const {
  const store::Snapshot& snapshot = *context.snapshot;
  base::BufferedOutput out;
  base::JsonWriter writer(out);
  kind::WriteTensorboardTags(snapshot, kAudioPlugin, context.cancel, writer,
                             [&](const store::Series& series, base::JsonWriter& json) {
                               std::int64_t samples = 0;
                               for (const RefPoint& point : ShownPoints(*series.refs())) {
                                 samples = std::max(
                                     samples, ClipCount(snapshot.ref_headers->At(point.header)));
                               }
                               json.Key("samples");
                               json.Int(samples);
                             });
  if (context.cancel.cancelled()) return Cancelled();
  return kind::JsonResponse(out.TakeText());
}

base::Result<Response> TensorboardAudio::Audio(const Request& request,
                                               const RequestContext& context) const {
  ASSIGN_OR_RETURN(const std::string_view run, Needed(request, "run"));
  ASSIGN_OR_RETURN(const std::string_view tag, Needed(request, "tag"));
  ASSIGN_OR_RETURN(const std::int64_t sample, SampleOf(request));
  const store::Snapshot& snapshot = *context.snapshot;
  const auto found = kind::FindTensorboardSeries(snapshot, kAudioPlugin, run, tag);
  if (!found) {
    return Error{ErrorCode::kNotFound,
                 fmt::format("No audio data for run={}, tag={}", kind::QuotedParameter(run),
                             kind::QuotedParameter(tag))};
  }
  const std::string_view content_type = SeriesContentType(*found->series);
  values::ValueKey key{.run_id = kind::NameIdNumber(found->run->name),
                       .tag_id = kind::NameIdNumber(found->series->tag_name)};
  base::BufferedOutput out;
  base::JsonWriter json(out);
  json.BeginArray();
  for (const RefPoint& point : ShownPoints(*found->series->refs())) {
    const auto clip = ClipIndex(sample, ClipCount(snapshot.ref_headers->At(point.header)));
    if (!clip) continue;
    key.step = point.step;
    key.version = values::PointVersion(point);
    key.sample = *clip;
    json.BeginObject();
    json.Key("wall_time");
    json.Double(point.wall_time);
    json.Key("label");
    json.String("");  // TensorBoard drops labels when it loads
    json.Key("step");
    json.Int(point.step);
    json.Key("contentType");
    json.String(content_type);
    json.Key("query");
    json.String(
        fmt::format("blob_key={}&content_type={}", values::PackKey(key),
                    content_type == "audio/wav" ? "audio%2Fwav" : "application%2Foctet-stream"));
    json.EndObject();
  }
  json.EndArray();
  return kind::JsonResponse(out.TakeText());
}

std::vector<RefPoint> TensorboardAudio::ShownPoints(const store::Points<RefPoint>& points) const {
  std::vector<RefPoint> all;
  points.Read(0, points.size(), all);
  if (!max_points_ || all.size() <= *max_points_) return all;
  std::vector<RefPoint> shown;
  for (const base::Step index : *sampled_.Of(all.size(), *max_points_)) {
    shown.push_back(all[static_cast<std::size_t>(index)]);
  }
  return shown;
}

}  // namespace sightglass::kinds
