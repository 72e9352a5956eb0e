#include "serve/content_encoding.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/is_ok.h"

namespace sightglass::serve {
namespace {

using base::ErrorCode;
using testing::IsError;
using testing::IsOkAnd;

TEST(AcceptsGzip, WeightsCount) {
  for (const std::string_view yes :
       {"gzip", "GZIP", "br, gzip, deflate", "x-gzip", "*", "gzip;q=0.5", "gzip; q=1",
        "identity;q=0.5, *;q=0.1", "gzip;q=0, x-gzip", "*;q=0, gzip"}) {
    EXPECT_TRUE(AcceptsGzip(yes)) << yes;
  }
  for (const std::string_view no :
       {"", "identity", "br", "gzip;q=0", "gzip;q=0.000", "*;q=0", "gzip;q=0, *", "gzip;q=x",
        "gzip;q=-1", "notgzip", "gzip2", ",,", "gzip;q=nan"}) {
    EXPECT_FALSE(AcceptsGzip(no)) << no;
  }
}

TEST(IsTextualType, ListOfTypes) {
  for (const std::string_view yes :
       {"application/json", "application/json+protobuf", "text/html; charset=utf-8", "text/csv",
        "TEXT/plain", "image/svg+xml", "text/x-protobuf; charset=utf-8"}) {
    EXPECT_TRUE(IsTextualType(yes)) << yes;
  }
  for (const std::string_view no : {"", "image/png", "application/octet-stream", "arraybuffer",
                                    "text/event-stream", "audio/wav"}) {
    EXPECT_FALSE(IsTextualType(no)) << no;
  }
}

TEST(Gzip, ThereAndBack) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{100'000}}) {
    std::string body;
    for (std::size_t i = 0; body.size() < size; ++i) body += std::to_string(i * i) + ",";
    body.resize(size);
    const std::string file = Gzip(body);
    EXPECT_EQ(file, Gzip(body));
    EXPECT_THAT(Gunzip(file, size), IsOkAnd(body));
  }
}

TEST(Gunzip, RefusesWhatIsDamagedOrTooLarge) {
  const std::string file = Gzip(std::string(1000, 'a'));
  EXPECT_THAT(Gunzip(file, 999), IsError(ErrorCode::kDataLoss));
  EXPECT_THAT(Gunzip("", 1000), IsError(ErrorCode::kDataLoss));
  EXPECT_THAT(Gunzip(file.substr(0, file.size() - 1), 1000), IsError(ErrorCode::kDataLoss));
  std::string damaged = file;
  damaged[12] = static_cast<char>(damaged[12] ^ 0x55);
  EXPECT_THAT(Gunzip(damaged, 1000), IsError(ErrorCode::kDataLoss));
}

}  // namespace
}  // namespace sightglass::serve
