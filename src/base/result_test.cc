#include "base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>

namespace sightglass::base {
namespace {

Result<int> Half(int value) {
  if (value % 2 != 0) return Error{ErrorCode::kInvalidArgument, fmt::format("{} is odd", value)};
  return value / 2;
}

Result<int> Quarter(int value) {
  ASSIGN_OR_RETURN(const int half, Half(value));
  ASSIGN_OR_RETURN(const int quarter, Half(half));
  return quarter;
}

Status CheckEven(int value) {
  RETURN_IF_ERROR(Half(value));
  return OkStatus();
}

TEST(ResultTest, HoldsAValue) {
  const Result<int> result = Half(8);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(*result, 4);
  EXPECT_TRUE(result.status().ok());
}

TEST(ResultTest, HoldsAnError) {
  const Result<int> result = Half(7);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(result.status().error().code, ErrorCode::kInvalidArgument);
}

TEST(ResultTest, MacrosPassErrorsOn) {
  EXPECT_EQ(*Quarter(12), 3);
  EXPECT_FALSE(Quarter(3).ok());
  EXPECT_FALSE(Quarter(6).ok());
  EXPECT_TRUE(CheckEven(2).ok());
  EXPECT_EQ(CheckEven(3).error().message, "3 is odd");
}

TEST(ResultTest, MovesWhatCannotBeCopied) {
  Result<std::unique_ptr<int>> result(std::make_unique<int>(5));
  const std::unique_ptr<int> value = std::move(result).value();
  EXPECT_EQ(*value, 5);
}

TEST(ResultTest, ContextComesFirst) {
  const Error error = Error{ErrorCode::kNotFound, "no such run"}.WithContext("export");
  EXPECT_EQ(error.code, ErrorCode::kNotFound);
  EXPECT_EQ(error.message, "export: no such run");
}

TEST(ResultTest, EveryCodeHasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (int code = 1; code <= 16; ++code) names.insert(ErrorCodeName(static_cast<ErrorCode>(code)));
  EXPECT_EQ(names.size(), 16U);
  EXPECT_EQ(ErrorCodeName(ErrorCode::kNotFound), "NOT_FOUND");
  EXPECT_EQ(ErrorCodeName(static_cast<ErrorCode>(200)), "UNKNOWN");
}

TEST(ResultDeathTest, TakingTheWrongSideAborts) {
  EXPECT_DEATH(static_cast<void>(Half(7).value()), "check failed");
  EXPECT_DEATH(static_cast<void>(Half(8).error()), "check failed");
  EXPECT_DEATH(static_cast<void>(OkStatus().error()), "check failed");
}

}  // namespace
}  // namespace sightglass::base
