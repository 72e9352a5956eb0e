#include "app/graph_flags.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

namespace sightglass::app {
namespace {

using Words = std::vector<std::string>;

ServeOptions Parsed(Words arguments) {
  arguments.insert(arguments.begin(), "graph");
  const auto invocation = ParseCommandLine(arguments);
  EXPECT_TRUE(invocation.ok()) << invocation.error().message;
  if (!invocation.ok() || !std::holds_alternative<GraphOptions>(*invocation)) {
    ADD_FAILURE() << "not the expected command";
    return {};
  }
  return std::get<GraphOptions>(*invocation).serve;
}

TEST(GraphFlags, TakesAFileAndTheServersFlags) {
  const ServeOptions options =
      Parsed({"models/模型.onnx", "--port", "7", "--token=secret", "--quiet"});
  EXPECT_EQ(options.graph_file, "models/模型.onnx");
  EXPECT_EQ(options.window_title, "模型.onnx");
  EXPECT_EQ(options.port, 7);
  EXPECT_EQ(options.token, "secret");
  EXPECT_TRUE(options.common.quiet);
  EXPECT_TRUE(options.common.logdirs.empty());
  EXPECT_EQ(Parsed({"a/saved_model/"}).window_title, "saved_model");
  EXPECT_EQ(Parsed({"--window_title", "mine", "a.pb"}).window_title, "mine");
}

TEST(GraphFlags, RefusesWhatItDoesNotUnderstand) {
  for (const Words& arguments :
       std::vector<Words>{{}, {""}, {"a", "b"}, {"a", "--port", "x"}, {"a", "--logdir", "b"}}) {
    const auto invocation = ParseGraph(arguments);
    ASSERT_FALSE(invocation.ok());
    EXPECT_EQ(invocation.error().code, base::ErrorCode::kInvalidArgument);
    EXPECT_EQ(invocation.error().message.find('\n'), std::string::npos) << "one line";
  }
  EXPECT_EQ(ParseGraph({"a", "--tls_cert", "b"}).error().code,
            base::ErrorCode::kFailedPrecondition);
}

TEST(GraphFlags, ShowsHelp) {
  for (const Words& arguments : std::vector<Words>{{"graph", "--help"}, {"help", "graph"}}) {
    const auto invocation = ParseCommandLine(arguments);
    ASSERT_TRUE(invocation.ok());
    const auto* const shown = std::get_if<ShowText>(&*invocation);
    ASSERT_NE(shown, nullptr);
    for (const char* const word : {"ONNX", "--port", "--token", "saved_model.pb"}) {
      EXPECT_NE(shown->text.find(word), std::string::npos) << word;
    }
  }
}

}  // namespace
}  // namespace sightglass::app
