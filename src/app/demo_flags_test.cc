#include "app/demo_flags.h"

#include <gtest/gtest.h>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): setenv is POSIX's

#include <string>
#include <variant>
#include <vector>

namespace sightglass::app {
namespace {

using Words = std::vector<std::string>;

DemoOptions Parsed(Words arguments) {
  arguments.insert(arguments.begin(), "demo");
  const auto invocation = ParseCommandLine(arguments);
  EXPECT_TRUE(invocation.ok()) << invocation.error().message;
  if (!invocation.ok() || !std::holds_alternative<DemoOptions>(*invocation)) {
    ADD_FAILURE() << "not the expected command";
    return {};
  }
  return std::get<DemoOptions>(*invocation);
}

void ExpectError(const Words& arguments, base::ErrorCode code) {
  const auto invocation = ParseDemo(arguments);
  ASSERT_FALSE(invocation.ok());
  EXPECT_EQ(invocation.error().code, code) << invocation.error().message;
  EXPECT_EQ(invocation.error().message.find('\n'), std::string::npos) << "one line";
}

TEST(DemoFlags, HasPlainDefaults) {
  ::setenv("TMPDIR", "/somewhere//", 1);
  const DemoOptions options = Parsed({});
  ::unsetenv("TMPDIR");
  EXPECT_TRUE(options.is_fresh);
  ASSERT_EQ(options.serve.common.logdirs.size(), 1U);
  EXPECT_TRUE(options.serve.common.logdirs[0].starts_with("/somewhere/sightglass-demo-"));
  EXPECT_FALSE(options.runs || options.broken || options.epochs);
  EXPECT_FALSE(options.is_fast || options.train_only || options.serve.common.quiet);
  EXPECT_FALSE(options.serve.port.has_value());
  EXPECT_EQ(options.seed, 1U);
}

TEST(DemoFlags, TakesItsOwnFlags) {
  const DemoOptions options = Parsed({"--logdir", "a b", "--runs=3", "--epochs", "2", "--fast",
                                      "--train_only", "--seed", "42", "--quiet"});
  EXPECT_FALSE(options.is_fresh);
  EXPECT_EQ(options.serve.common.logdirs, Words{"a b"});
  EXPECT_EQ(options.runs, 3U);
  EXPECT_EQ(options.epochs, 2U);
  EXPECT_TRUE(options.is_fast && options.train_only && options.serve.common.quiet);
  EXPECT_EQ(options.seed, 42U);
  EXPECT_EQ(Parsed({"--broken", "dead-relu"}).broken, demo::Breakage::kDeadRelu);
}

TEST(DemoFlags, PassesTheServersFlagsOn) {
  const DemoOptions options =
      Parsed({"--port", "7", "--bind_all", "--token=secret", "--allowed_host", "a",
              "--allowed_host=b", "--window_title", "two words", "--path_prefix", "/x"});
  EXPECT_EQ(options.serve.port, 7);
  EXPECT_TRUE(options.serve.bind_all);
  EXPECT_EQ(options.serve.token, "secret");
  EXPECT_EQ(options.serve.allowed_hosts, (Words{"a", "b"}));
  EXPECT_EQ(options.serve.window_title, "two words");
  EXPECT_EQ(options.serve.path_prefix, "/x");
}

TEST(DemoFlags, RefusesWhatItDoesNotUnderstand) {
  for (const Words& arguments : std::vector<Words>{{"--broken", "glass"},
                                                   {"--broken"},
                                                   {"--runs", "0"},
                                                   {"--runs", "13"},
                                                   {"--runs", "many"},
                                                   {"--epochs", "0"},
                                                   {"--epochs", "1001"},
                                                   {"--seed", "x"},
                                                   {"--port", "99999"},
                                                   {"--logdir", ""},
                                                   {"runs/"},
                                                   {"--samples_per_plugin", "images=1"}}) {
    SCOPED_TRACE(arguments.front());
    ExpectError(arguments, base::ErrorCode::kInvalidArgument);
  }
}

TEST(DemoFlags, RefusesWhatDoesNotGoTogether) {
  for (const Words& arguments : std::vector<Words>{{"--runs", "2", "--broken", "lr"},
                                                   {"--train_only", "--port", "1"},
                                                   {"--host", "a", "--bind_all"},
                                                   {"--tls_cert", "a"}}) {
    SCOPED_TRACE(arguments.front());
    ExpectError(arguments, base::ErrorCode::kFailedPrecondition);
  }
}

TEST(DemoFlags, ShowsHelp) {
  for (const Words& arguments : std::vector<Words>{{"demo", "--help"}, {"help", "demo"}}) {
    const auto invocation = ParseCommandLine(arguments);
    ASSERT_TRUE(invocation.ok());
    const auto* const shown = std::get_if<ShowText>(&*invocation);
    ASSERT_NE(shown, nullptr);
    for (const char* const flag : {"--broken", "--train_only", "--port", "--token"}) {
      EXPECT_NE(shown->text.find(flag), std::string::npos) << flag;
    }
  }
}

}  // namespace
}  // namespace sightglass::app
