#pragma once

#include <string>

#include "base/bytes.h"
#include "base/result.h"
#include "kinds/images/image_header.h"
#include "kinds/images/row_scaler.h"

namespace sightglass::kinds {

// The libraries behind image_decode.h, one file each.
//
// Each decodes the first frame row by row into `scaler`. kInvalidArgument: the picture is damaged
// or cut short; the message says where the library stopped. REQUIRES: `header` is that of
// `encoded`, and within the limits.
base::Status DecodePngRows(base::Bytes encoded, const ImageHeader& header, RowScaler& scaler);
base::Status DecodeJpegRows(base::Bytes encoded, const ImageHeader& header, RowScaler& scaler);
base::Status DecodeGifRows(base::Bytes encoded, const ImageHeader& header, RowScaler& scaler);
base::Status DecodeWebpRows(base::Bytes encoded, const ImageHeader& header, RowScaler& scaler);

base::Result<std::string> EncodePng(const Picture& picture);
// Without alpha. `quality` 1 to 100.
base::Result<std::string> EncodeJpeg(const Picture& picture, int quality);

}  // namespace sightglass::kinds
