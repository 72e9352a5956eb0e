#include "base/csv_text.h"

#include <gtest/gtest.h>

namespace sightglass::base {
namespace {

TEST(CsvField, QuotesOnlyWhereNeeded) {
  EXPECT_EQ(CsvField("train/loss"), "train/loss");
  EXPECT_EQ(CsvField(""), "");
  EXPECT_EQ(CsvField("a,b"), "\"a,b\"");
  EXPECT_EQ(CsvField("say \"x\""), "\"say \"\"x\"\"\"");
  EXPECT_EQ(CsvField("two\nlines"), "\"two\nlines\"");
  EXPECT_EQ(CsvField("\r"), "\"\r\"");
  EXPECT_EQ(CsvField(" padded"), "\" padded\"");
  EXPECT_EQ(CsvField("inner blank"), "inner blank");
  EXPECT_EQ(CsvField("bad\xFF"), "bad\\xFF");
}

}  // namespace
}  // namespace sightglass::base
