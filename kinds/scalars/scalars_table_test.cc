#include "kinds/scalars/scalars_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/is_ok.h"
#include "tests/support/scalars_api_caller.h"
#include "tests/support/snapshot_builder.h"

namespace sightglass::kinds {
namespace {

using base::ErrorCode;
using ::testing::HasSubstr;
using testing::IsError;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
using Strings = std::vector<std::string>;

class ScalarsTable : public ::testing::Test {
 protected:
  ScalarsTable() {
    builder_.Scalars("a", "acc", {{1, 10, 0.5}, {2, 11, 0.9}, {3, 12, 0.8}})
        .Scalars("a", "lr", {{1, 10, 0.1}})
        .Scalars("b", "acc", {{1, 20, 0.7}})
        .Scalars("b", "lr", {{1, 20, 0.001}})
        .Scalars("c", "acc", {{1, 30, kNan}})
        .Scalars("d", "lr", {{9007199254740993, 40, 0.01}});
    api_ = std::make_unique<ApiCaller>(builder_.Build());
  }

  static Strings Runs(const ReadAnswer& answer) {
    Strings runs;
    for (const auto& row : answer.Items("rows")) runs.push_back(ReadAnswer::Text(row, "run"));
    return runs;
  }
  Strings Filtered(const std::string& filter) {
    return Runs(api_->PostOk("/api/scalars/table", R"({"filter":")" + filter + R"("})"));
  }
  Strings Ask(const std::string& body) { return Runs(api_->PostOk("/api/scalars/table", body)); }

  testing::SnapshotBuilder builder_;
  std::unique_ptr<ApiCaller> api_;
};

TEST_F(ScalarsTable, CellsOfEverySort) {
  const ReadAnswer answer = api_->PostOk(
      "/api/scalars/table",
      R"({"runs":["a","d"],"columns":[{"tag":"acc"},{"tag":"acc","what":"first"},{"tag":"acc","what":"min"},)"
      R"({"tag":"acc","what":"max"},{"tag":"acc","what":"at_step","step":2},{"tag":"acc","what":"at_step","step":9},)"
      R"({"tag":"acc","what":"count"},{"tag":"lr","what":"last_step"},{"tag":"acc","what":"last_wall_time"},)"
      R"({"tag":"lr","what":"mean","name":"rate"}]})");
  EXPECT_THAT(answer.response().body,
              HasSubstr("\"values\":[0.8,0.5,0.5,0.9,0.9,null,3,1,12.0,0.1]"));
  EXPECT_THAT(
      answer.response().body,
      HasSubstr("\"values\":[null,null,null,null,null,null,null,9007199254740993,null,0.01]"));
  std::vector<std::string> names;
  for (const auto& column : answer.Items("columns"))
    names.push_back(ReadAnswer::Text(column, "name"));
  EXPECT_EQ(names, (Strings{"acc", "first(acc)", "min(acc)", "max(acc)", "at(acc, 2)", "at(acc, 9)",
                            "count(acc)", "last_step(lr)", "last_wall_time(acc)", "rate"}));
}

TEST_F(ScalarsTable, Filters) {
  EXPECT_EQ(Filtered("acc >= 0.8 && lr >= 0.01"), (Strings{"a"}));
  EXPECT_EQ(Filtered("acc >= 0.6"), (Strings{"a", "b"}));
  EXPECT_EQ(Filtered("max(acc) > 0.85 || run == 'd'"), (Strings{"a", "d"}));
  EXPECT_EQ(Filtered("run =~ '^[bc]$'"), (Strings{"b", "c"}));
  EXPECT_EQ(Filtered("!(acc >= 0)"), (Strings{"c", "d"}));
  EXPECT_EQ(Filtered("at(acc, 1) == 0.5"), (Strings{"a"}));
  EXPECT_EQ(Filtered("count(acc) == 3 && mean(acc) < 0.74 && first(acc) < last(acc)"),
            (Strings{"a"}));
  EXPECT_EQ(Ask(R"({"columns":[{"tag":"acc","what":"max","name":"best"}],"filter":"best > 0.8"})"),
            (Strings{"a"}))
      << "a column's name counts first";
}

TEST_F(ScalarsTable, NamesTagsOfAFilterThatNoRunHas) {
  const auto missing = [&](const std::string& body) {
    const ReadAnswer answer = api_->PostOk("/api/scalars/table", body);
    Strings tags;
    for (const auto& each : answer.Items("missing")) {
      tags.push_back(ReadAnswer::Text(each, "tag"));
    }
    return tags;
  };
  EXPECT_EQ(missing(R"({"filter":"ac >= 0.8 || min(los) < lr || max(ac) > 1"})"),
            (Strings{"ac", "los"}));
  EXPECT_EQ(missing(R"({"filter":"acc >= 0.8 && run == 'x'"})"), Strings());
  EXPECT_EQ(missing(R"({"runs":["d"],"filter":"acc >= 0.8"})"), (Strings{"acc"}));
  EXPECT_EQ(missing(R"({"columns":[{"tag":"acc","name":"best"}],"filter":"best > 0"})"), Strings());
}

TEST_F(ScalarsTable, SortsWithNothingLast) {
  const std::string columns = R"("columns":[{"tag":"acc"},{"tag":"lr"}])";
  EXPECT_EQ(Ask("{" + columns + "}"), (Strings{"a", "b", "c", "d"}));
  EXPECT_EQ(Ask("{" + columns + R"(,"sort":"acc"})"), (Strings{"b", "a", "c", "d"}));
  EXPECT_EQ(Ask("{" + columns + R"(,"sort":"acc","descending":true})"),
            (Strings{"a", "b", "c", "d"}));
  EXPECT_EQ(Ask("{" + columns + R"(,"sort":"lr"})"), (Strings{"b", "d", "a", "c"}));
  EXPECT_EQ(Ask(R"({"descending":true})"), (Strings{"d", "c", "b", "a"}));
}

TEST_F(ScalarsTable, PagesAndCounts) {
  const ReadAnswer answer =
      api_->PostOk("/api/scalars/table",
                   R"({"filter":"run != 'c'","top":1,"offset":1,"runs":["a","b","c","x"]})");
  EXPECT_EQ(Runs(answer), (Strings{"b"}));
  EXPECT_EQ(ReadAnswer::Number(answer.root(), "total"), 3U);
  EXPECT_EQ(ReadAnswer::Number(answer.root(), "matched"), 2U);
  EXPECT_EQ(ReadAnswer::Text(answer.Items("missing")[0], "run"), "x");
  EXPECT_EQ(Ask(R"({"offset":100})"), Strings());
}

TEST_F(ScalarsTable, GetTakesParameters) {
  const ReadAnswer answer = api_->GetOk("/api/scalars/table",
                                        "column=acc&column=max:acc&column=at_step:2:acc&filter=acc%"
                                        "3E0.6&sort=max(acc)&descending=1&top=5");
  EXPECT_EQ(Runs(answer), (Strings{"a", "b"}));
  EXPECT_THAT(answer.response().body, HasSubstr("\"values\":[0.8,0.9,0.9]"));
}

TEST_F(ScalarsTable, RefusesNonsense) {
  for (const std::string_view body :
       {R"({"columns":[{}]})", R"({"columns":[{"tag":"a","what":"median"}]})",
        R"({"columns":[{"tag":"a","what":"at_step"}]})", R"({"columns":[{"tag":"a","step":1}]})",
        R"({"filter":"acc >"})", R"({"filter":"run =~ '('"})", R"({"sort":"none"})",
        R"({"top":-1})", R"({"column":[]})"}) {
    EXPECT_THAT(api_->Post("/api/scalars/table", std::string(body)),
                IsError(ErrorCode::kInvalidArgument))
        << body;
  }
  EXPECT_THAT(api_->Get("/api/scalars/table", "column=at_step:x:acc"),
              IsError(ErrorCode::kInvalidArgument));
  std::string columns;
  for (int i = 0; i < 201; ++i) columns += "&column=acc";
  EXPECT_THAT(api_->Get("/api/scalars/table", columns.substr(1)), IsError(ErrorCode::kOutOfRange));
}

}  // namespace
}  // namespace sightglass::kinds
