#include "writer/wire_check.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "base/wire_writer.h"

namespace sightglass::writer {
namespace {

TEST(WireCheck, TakesMessages) {
  EXPECT_TRUE(CheckWire("graph", "").ok());
  std::string message;
  base::WireWriter writer(message);
  writer.Varint(1, UINT64_MAX);
  writer.Double(2, 1);
  writer.Float(3, 1);
  writer.Message(4, "text");
  writer.Message(1000, "");
  EXPECT_TRUE(CheckWire("graph", message).ok());
}

TEST(WireCheck, RefusesWhatIsNone) {
  using namespace std::string_view_literals;
  for (const std::string_view bytes :
       {"hello, I am not a graph"sv, "\x0A\x05four"sv, "\x08"sv, "\x09\x01\x02"sv, "\x0D\x01"sv,
        "\x00\x01"sv, "\x0B"sv, "\x08\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01"sv,
        "\x0A\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01"sv}) {
    EXPECT_EQ(CheckWire("graph", bytes).code(), StatusCode::kInvalidArgument) << bytes;
  }
}

}  // namespace
}  // namespace sightglass::writer
