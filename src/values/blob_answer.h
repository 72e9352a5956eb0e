#pragma once

#include <string_view>

#include "base/bytes.h"
#include "base/result.h"
#include "kind/http_message.h"

namespace sightglass::values {

// Bytes under an address that names them for good: see PointVersion().
kind::Response BlobResponse(base::Bytes bytes, std::string_view content_type);

// The same for TensorBoard's routes, which have browsers ask again each time; the entity tag, made
// of the bytes, then spares sending them.
kind::Response TensorboardBlobResponse(base::Bytes bytes, std::string_view content_type);

// An error of finding or reading a value in the manner of our routes: 410 for kDataLoss, since the
// file no longer holds it; others as anywhere.
kind::Response ValueErrorResponse(const base::Error& error);

// 422: the value was read, but what it holds cannot be shown; `error` says why.
kind::Response DamagedValueResponse(const base::Error& error);

}  // namespace sightglass::values
