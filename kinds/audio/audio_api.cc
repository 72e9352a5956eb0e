#include "kinds/audio/audio_api.h"

#include <utility>

#include "base/buffered_output.h"
#include "base/json_writer.h"
#include "generated/audio_openapi.h"
#include "kind/typed_parameters.h"
#include "kinds/audio/audio_clips.h"
#include "kinds/audio/sound_facts.h"
#include "values/blob_answer.h"
#include "values/steps_answer.h"
#include "values/stored_value.h"
#include "values/value_key.h"

namespace sightglass::kinds {
namespace {

using kind::Method;
using kind::Request;
using kind::RequestContext;
using kind::Response;

bool IsOldForm(const store::RefHeader& header) {
  return header.form == static_cast<std::uint8_t>(format::ValueForm::kAudio);
}

// A number of the header that only the old form of audio has there.
template <std::size_t Detail>
std::int64_t OldDetail(const store::RefHeader& header) {
  return IsOldForm(header) ? header.detail[Detail] : 0;
}

values::StepsOptions AudioSteps() {
  return {
      .plugin = std::string(kAudioPlugin),
      .samples = ClipCount,
      .columns = {{"rate", OldDetail<0>}, {"channels", OldDetail<1>}, {"frames", OldDetail<2>}}};
}

// Calls answer(clip) with the clip that the parameters name. Errors are answers already: a value
// whose file has changed is told otherwise than elsewhere.
template <class Answer>
base::Result<Response> WithClip(const Request& request, const RequestContext& context,
                                Answer answer) {
  RETURN_IF_ERROR(
      kind::AllowOnlyParameters(request.query, {"run_id", "tag_id", "step", "v", "sample"}));
  ASSIGN_OR_RETURN(const values::ValueKey key, values::ValueKeyFromParameters(request.query));
  ASSIGN_OR_RETURN(const values::FoundValue found,
                   values::FindValue(*context.snapshot, key, kAudioPlugin));
  const auto value = values::ReadStoredValue(*found.run, *found.series, found.point);
  if (!value.ok()) return values::ValueErrorResponse(value.error());
  const auto clip = ClipOf(value->view(), key.sample);
  if (!clip.ok()) {
    return clip.error().code == base::ErrorCode::kNotFound
               ? values::ValueErrorResponse(clip.error())
               : values::DamagedValueResponse(clip.error());
  }
  return answer(*clip);
}

Response AnswerBlob(const AudioClip& clip) {
  return values::BlobResponse(clip.encoded, SoundContentType(SniffSound(clip.encoded)));
}

Response AnswerInfo(const AudioClip& clip) {
  const SoundFacts facts = ReadSoundFacts(clip.encoded);
  base::BufferedOutput out;
  base::JsonWriter json(out);
  json.BeginObject();
  json.Key("format");
  json.String(SoundFormatName(facts.format));
  json.Key("encoding");
  json.String(facts.encoding);
  json.Key("rate");
  json.UInt(facts.rate);
  json.Key("channels");
  json.UInt(facts.channels);
  json.Key("bits");
  json.UInt(facts.bits);
  json.Key("frames");
  json.UInt(facts.frames);
  json.Key("seconds");
  json.Double(facts.seconds());
  json.Key("bytes");
  json.UInt(clip.encoded.size());
  if (!clip.label.empty()) {
    json.Key("label");
    json.String(base::AsText(clip.label));
  }
  if (!facts.error.empty()) {
    json.Key("error");
    json.String(facts.error);
  }
  json.EndObject();
  return kind::JsonResponse(out.TakeText());
}

}  // namespace

void AddAudioApiRoutes(kind::Router& router) {
  router.Add({.path = "/api/audio/steps",
              .handler = values::StepsHandler(AudioSteps()),
              .methods = {Method::kPost},
              .max_body_bytes = values::kMaxStepsBodyBytes});
  router.Add({.path = "/api/audio/blob",
              .handler =
                  [](const Request& request, const RequestContext& context) {
                    return WithClip(request, context, AnswerBlob);
                  },
              .methods = {Method::kGet},
              // Its bytes never change; whether they can still be read does.
              .freshness = kind::Freshness::kNever});
  router.Add({.path = "/api/audio/info",
              .handler =
                  [](const Request& request, const RequestContext& context) {
                    return WithClip(request, context, AnswerInfo);
                  },
              .methods = {Method::kGet}});
}

std::string_view AudioOpenApi() { return embedded::audio_openapi().front().bytes; }

}  // namespace sightglass::kinds
