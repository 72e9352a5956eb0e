#pragma once

#include <gmock/gmock.h>

#include <ostream>

#include "base/result.h"

namespace sightglass::testing {

// EXPECT_THAT(Parse(text), IsOk()); for a Status or a Result of anything. A failure shows the
// error.
MATCHER(IsOk, negation ? "is an error" : "is ok") {
  if (arg.ok()) return true;
  *result_listener << base::ErrorCodeName(arg.error().code) << ": " << arg.error().message;
  return false;
}

// EXPECT_THAT(Parse(text), IsError(ErrorCode::kNotFound)); the wording is nobody's business.
MATCHER_P(IsError, code, "is the error " + std::string(base::ErrorCodeName(code))) {
  if (arg.ok()) {
    *result_listener << "ok";
    return false;
  }
  *result_listener << base::ErrorCodeName(arg.error().code) << ": " << arg.error().message;
  return arg.error().code == code;
}

// EXPECT_THAT(Add(2, 2), IsOkAnd(Eq(4)));
MATCHER_P(IsOkAnd, value, "is ok and holds a value that fits") {
  if (!arg.ok()) {
    *result_listener << base::ErrorCodeName(arg.error().code) << ": " << arg.error().message;
    return false;
  }
  return ::testing::ExplainMatchResult(value, arg.value(), result_listener);
}

}  // namespace sightglass::testing
