#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace sightglass::serve {

// Does an Accept-Encoding header allow gzip? Weights count: "gzip;q=0" is a no, "*" and "x-gzip"
// are a yes.
bool AcceptsGzip(std::string_view accept_encoding);

// Is a body of this type text, which is worth compressing? Never for event streams, since each
// event must go out by itself.
bool IsTextualType(std::string_view content_type);

// `body` as a gzip file without a name or time, so that equal bodies give equal bytes.
// Cost: about 7 ms a megabyte of JSON, and 130 KB kept per thread that ever called it.
std::string Gzip(std::string_view body);

// The contents of a gzip file of at most `max_bytes` contents. kDataLoss if it is damaged.
base::Result<std::string> Gunzip(std::string_view file, std::size_t max_bytes);

}  // namespace sightglass::serve
