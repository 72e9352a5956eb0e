#include "values/blob_answer.h"

#include "kind/router.h"

namespace sightglass::values {

kind::Response BlobResponse(base::Bytes bytes, std::string_view content_type) {
  kind::Response response;
  response.content_type = content_type;
  response.body = base::AsText(bytes);
  response.immutable = true;
  return response;
}

kind::Response TensorboardBlobResponse(base::Bytes bytes, std::string_view content_type) {
  kind::Response response = BlobResponse(bytes, content_type);
  response.headers.emplace_back("Cache-Control", "no-cache, must-revalidate");
  response.headers.emplace_back("Expires", "0");
  return response;
}

kind::Response ValueErrorResponse(const base::Error& error) {
  kind::Response response = kind::ErrorResponse(error, kind::ErrorStyle::kApi);
  if (error.code == base::ErrorCode::kDataLoss) response.status = 410;
  return response;
}

kind::Response DamagedValueResponse(const base::Error& error) {
  kind::Response response = kind::ErrorResponse(error, kind::ErrorStyle::kApi);
  response.status = 422;
  return response;
}

}  // namespace sightglass::values
