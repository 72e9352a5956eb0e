#include "base/log.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace sightglass::base {
namespace {

TEST(LogTest, LineHasTimeLevelAndNoControlCharacters) {
  const std::chrono::system_clock::time_point when(std::chrono::milliseconds(1'700'000'000'042));
  EXPECT_EQ(FormatLogLine(LogLevel::kWarning, when, "run 'a\nb' is gone"),
            "2023-11-14T22:13:20.042Z warning: run 'a\\x0Ab' is gone\n");
  const std::chrono::system_clock::time_point before(std::chrono::milliseconds(-1));
  EXPECT_EQ(FormatLogLine(LogLevel::kInfo, before, "x"), "1969-12-31T23:59:59.999Z info: x\n");
}

TEST(LogTest, LevelDecides) {
  ::testing::internal::CaptureStderr();
  SetLogLevel(LogLevel::kWarning);
  Log(LogLevel::kInfo, "hidden {}", 1);
  Log(LogLevel::kError, "shown {}", 2);
  SetLogLevel(LogLevel::kInfo);
  const std::string printed = ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(printed.find("hidden"), std::string::npos);
  EXPECT_NE(printed.find("error: shown 2\n"), std::string::npos);
}

}  // namespace
}  // namespace sightglass::base
