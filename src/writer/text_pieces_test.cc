#include "writer/text_pieces.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace sightglass::writer {
namespace {

TEST(TextPieces, JoinsTextAndNumbers) {
  EXPECT_EQ(JoinPieces({}), "");
  EXPECT_EQ(JoinPieces({"a ", std::string("b "), std::string_view("c "), -1, " ", INT64_MIN, " ",
                        UINT64_MAX, " ", 0.5, " ", 1e300}),
            "a b c -1 -9223372036854775808 18446744073709551615 0.5 1e+300");
}

TEST(TextPieces, MakesStatuses) {
  EXPECT_EQ(Invalid({"x"}).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(NoChoice("colour", -3).code(), StatusCode::kInvalidArgument);
  const Status status = BeyondLimit("cells", 7, 5);
  EXPECT_EQ(status.code(), StatusCode::kOutOfRange);
  EXPECT_EQ(status.message(), "7 cells, limit 5");
}

}  // namespace
}  // namespace sightglass::writer
