#include "writer/error_reporter.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace sightglass::writer {
namespace {

TEST(ErrorReporterTest, TellsEachTroubleOnce) {
  std::vector<std::string> told;
  ErrorReporter reporter([&told](const Status& status) { told.emplace_back(status.message()); });
  const Status a(StatusCode::kUnavailable, "a");
  const Status b(StatusCode::kUnavailable, "b");
  for (const Status& status : {a, Status(), b, a, b}) reporter.Report(status);
  EXPECT_EQ(told, (std::vector<std::string>{"a", "b"}));
  reporter.Forget(a);
  for (const Status& status : {a, b}) reporter.Report(status);
  EXPECT_EQ(told, (std::vector<std::string>{"a", "b", "a"}));
}

TEST(ErrorReporterTest, FallsSilentAfterManyAndSaysSo) {
  int told = 0;
  ErrorReporter reporter([&told](const Status&) { ++told; });
  for (int i = 0; i < 1'000; ++i) {
    reporter.Report({StatusCode::kInvalidArgument, "bad " + std::to_string(i)});
  }
  EXPECT_EQ(told, 101);
}

TEST(ErrorReporterTest, WithoutACallbackItIsALine) {
  ::testing::internal::CaptureStderr();
  ErrorReporter reporter(nullptr);
  reporter.Report({StatusCode::kUnavailable, "disk gone"});
  const std::string line = ::testing::internal::GetCapturedStderr();
  EXPECT_NE(line.find("disk gone"), std::string::npos);
  EXPECT_EQ(line.back(), '\n');
}

}  // namespace
}  // namespace sightglass::writer
