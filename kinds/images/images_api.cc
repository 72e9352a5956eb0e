#include "kinds/images/images_api.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "base/json_writer.h"
#include "generated/images_openapi.h"
#include "kind/typed_parameters.h"
#include "kinds/images/logged_image.h"
#include "values/blob_answer.h"
#include "values/steps_answer.h"
#include "values/value_key.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using kind::Request;
using kind::RequestContext;
using kind::Response;

values::StepsOptions ImageSteps() {
  const auto width = [](const store::RefHeader& header) { return header.detail[0]; };
  const auto height = [](const store::RefHeader& header) { return header.detail[1]; };
  return {.plugin = "images",
          .samples = SampleCount,
          .columns = {{.name = "width", .number = width}, {.name = "height", .number = height}}};
}

// 0 if the parameter is absent.
Result<std::uint32_t> SideParameter(const kind::Parameters& parameters, std::string_view name) {
  ASSIGN_OR_RETURN(const auto side, kind::UIntParameter(parameters, name));
  if (side && (*side < 1 || *side > kMaxThumbSide)) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("{}: {} is not between 1 and {}", name, *side, kMaxThumbSide)};
  }
  return static_cast<std::uint32_t>(side.value_or(0));
}

// At least one of width and height.
Result<PictureSize> RoomParameter(const kind::Parameters& parameters) {
  PictureSize room;
  ASSIGN_OR_RETURN(room.width, SideParameter(parameters, "width"));
  ASSIGN_OR_RETURN(room.height, SideParameter(parameters, "height"));
  if (room.width == 0 && room.height == 0) {
    return Error{ErrorCode::kInvalidArgument, "width: is needed, or height"};
  }
  if (room.width == 0) room.width = kMaxThumbSide;
  if (room.height == 0) room.height = kMaxThumbSide;
  return room;
}

Result<Response> Blob(const Request& request, const RequestContext& context) {
  RETURN_IF_ERROR(
      kind::AllowOnlyParameters(request.query, {"run_id", "tag_id", "step", "v", "sample"}));
  ASSIGN_OR_RETURN(const values::ValueKey key, values::ValueKeyFromParameters(request.query));
  const auto image = ReadLoggedImage(*context.snapshot, key);
  if (!image.ok()) return values::ValueErrorResponse(image.error());
  return values::BlobResponse(image->encoded(), ImageContentType(SniffImage(image->encoded())));
}

Response AsLogged(base::Bytes encoded, ImageFormat format) {
  return values::BlobResponse(encoded, ImageContentType(format));
}

void WriteInfo(base::Bytes encoded, const Result<ImageHeader>& header, const base::Status& pixels,
               base::JsonWriter& json) {
  json.BeginObject();
  json.Key("format");
  json.String(ImageFormatName(SniffImage(encoded)));
  json.Key("bytes");
  json.UInt(encoded.size());
  if (header.ok()) {
    json.Key("width");
    json.UInt(header->width);
    json.Key("height");
    json.UInt(header->height);
    json.Key("bit_depth");
    json.UInt(header->bit_depth);
    json.Key("channels");
    json.UInt(header->channels);
    json.Key("frames");
    json.UInt(header->frames);
  }
  if (!pixels.ok()) {
    json.Key("error");
    json.String(pixels.error().message);
  }
  json.EndObject();
}

}  // namespace

void ImagesApi::AddRoutes(kind::Router& router) const {
  using kind::Method;
  router.Add({.path = "/api/images/steps",
              .handler = values::StepsHandler(ImageSteps()),
              .methods = {Method::kPost},
              .max_body_bytes = values::kMaxStepsBodyBytes});
  // A picture comes from its file, which can change before the snapshot knows.
  const auto add = [&](std::string path, kind::Handler handler) {
    router.Add({.path = std::move(path),
                .handler = std::move(handler),
                .methods = {Method::kGet},
                .freshness = kind::Freshness::kNever});
  };
  add("/api/images/blob", Blob);
  add("/api/images/thumb", std::bind_front(&ImagesApi::Thumb, this));
  add("/api/images/info", std::bind_front(&ImagesApi::Info, this));
}

Result<Response> ImagesApi::Thumb(const Request& request, const RequestContext& context) const {
  RETURN_IF_ERROR(kind::AllowOnlyParameters(
      request.query, {"run_id", "tag_id", "step", "v", "sample", "width", "height"}));
  ASSIGN_OR_RETURN(const values::ValueKey key, values::ValueKeyFromParameters(request.query));
  ASSIGN_OR_RETURN(const PictureSize room, RoomParameter(request.query));
  const auto image = ReadLoggedImage(*context.snapshot, key);
  if (!image.ok()) return values::ValueErrorResponse(image.error());
  const base::Bytes encoded = image->encoded();
  const ImageFormat format = SniffImage(encoded);
  // What only browsers can unpack, they can make smaller, too.
  if (format == ImageFormat::kBmp || format == ImageFormat::kAvif) return AsLogged(encoded, format);
  const auto header = ReadImageHeader(encoded);
  if (!header.ok()) return values::DamagedValueResponse(header.error());
  const DecodeBudget::Share share(budget_, DecodeBytes(*header));
  if (context.cancel.cancelled()) return Error{ErrorCode::kCancelled, "the client is gone"};
  const auto picture = DecodeToFit(encoded, *header, room);
  if (!picture.ok()) return values::DamagedValueResponse(picture.error());
  // Unpacked only to prove that it is whole.
  if (picture->width == header->width && picture->height == header->height && header->frames == 1) {
    return AsLogged(encoded, format);
  }
  ASSIGN_OR_RETURN(const EncodedPicture thumb, EncodeLike(*picture, format));
  return values::BlobResponse(base::AsBytes(thumb.bytes), ImageContentType(thumb.format));
}

Result<Response> ImagesApi::Info(const Request& request, const RequestContext& context) const {
  RETURN_IF_ERROR(
      kind::AllowOnlyParameters(request.query, {"run_id", "tag_id", "step", "v", "sample"}));
  ASSIGN_OR_RETURN(const values::ValueKey key, values::ValueKeyFromParameters(request.query));
  const auto image = ReadLoggedImage(*context.snapshot, key);
  if (!image.ok()) return values::ValueErrorResponse(image.error());
  const auto header = ReadImageHeader(image->encoded());
  base::Status pixels;
  if (!header.ok() && SniffImage(image->encoded()) != ImageFormat::kAvif) {
    pixels = header.error();
  } else if (header.ok() && CanDecode(header->format)) {
    const DecodeBudget::Share share(budget_, DecodeBytes(*header));
    const auto picture = DecodeToFit(image->encoded(), *header, {.width = 1, .height = 1});
    if (!picture.ok()) pixels = picture.error();
  }
  base::BufferedOutput out;
  base::JsonWriter json(out);
  WriteInfo(image->encoded(), header, pixels, json);
  Response response = kind::JsonResponse(out.TakeText());
  response.immutable = true;
  return response;
}

std::string_view ImagesOpenApi() { return embedded::images_openapi().front().bytes; }

}  // namespace sightglass::kinds
