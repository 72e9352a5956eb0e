#include "kinds/distributions/percentile_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "histograms/histogram.h"
#include "histograms/histogram_request.h"

namespace sightglass::kinds {
namespace {

using histograms::MakeSane;
using ::testing::HasSubstr;
using ::testing::SizeIs;

std::string Written(const PercentileTable& table) {
  kind::AnswerWriter writer(kind::AnswerForm::kJson, 0);
  writer.json().BeginObject();
  table.Write(writer);
  return writer.Finish().body;
}

TEST(RememberedLevels, KnowsTensorboards) {
  const auto places = RememberedLevels(histograms::TensorboardLevels());
  ASSERT_TRUE(places.has_value());
  EXPECT_THAT(*places, SizeIs(9));
  EXPECT_EQ(histograms::kMeasuredShares[places->back()], 1);
  EXPECT_FALSE(RememberedLevels({0.5, 0.123}).has_value());
}

TEST(PercentileTable, IsTheSameOutOfMemory) {
  const std::vector<double> levels = {1, 0.5, 0.99};
  PercentileTable read(levels);
  PercentileTable remembered(levels);
  const auto places = RememberedLevels(levels);
  ASSERT_TRUE(places.has_value());
  base::Step step = 0;
  for (const auto& histogram : {MakeSane({{0, 1, 3}, {2, 4, 9}}), MakeSane({{7, 7, 1}})}) {
    read.Add(++step, 10.5, histogram);
    remembered.Add(histograms::Measure(histogram, step, 10.5), *places);
  }
  EXPECT_EQ(Written(read), Written(remembered));
  EXPECT_THAT(Written(read), HasSubstr(R"("step":[1,2],"wall_time":[10.5,10.5])"));
  EXPECT_THAT(Written(read), HasSubstr(R"("values":[4.0,)"));
  EXPECT_THAT(Written(read), HasSubstr(",7.0,7.0,7.0]"));
}

TEST(PercentileTable, HasNaNWithoutValues) {
  const std::vector<double> levels = {0.25};
  PercentileTable table(levels);
  table.Add(1, 2, MakeSane({}));
  EXPECT_THAT(Written(table), HasSubstr(R"("values":["NaN"])"));
}

}  // namespace
}  // namespace sightglass::kinds
