#include <fmt/format.h>
#include <gtest/gtest.h>

#include "kind/name_id.h"
#include "kinds/skeleton/skeleton_kind.h"
#include "tests/support/route_caller.h"
#include "tests/support/snapshot_builder.h"

namespace sightglass::kinds {
namespace {

TEST(SkeletonKind, CountsSeriesAndVisiblePoints) {
  testing::SnapshotBuilder builder;
  builder.Scalars("b", "x", {{0, 1, 2}, {1, 2, 3}}).Scalars("b", "x", {{1, 9, 9}, {2, 9, 9}});
  builder.Scalars("a", "x", {{0, 1, 2}}).Scalars("a", "y", {{0, 1, 2}});
  testing::RouteCaller routes(builder.Build());
  const auto kind = MakeSkeletonKind({});
  kind->AddRoutes({}, routes.router());
  const std::string a =
      fmt::format(R"({{"id":"{}","run":"a","series":2,"points":2}})", kind::NameId("a"));
  const std::string b =
      fmt::format(R"({{"id":"{}","run":"b","series":1,"points":3}})", kind::NameId("b"));
  EXPECT_EQ(routes.Get("/api/skeleton").body, fmt::format(R"({{"runs":[{},{}]}})", a, b));
  EXPECT_EQ(routes.Get("/api/skeleton?run=b").body, fmt::format(R"({{"runs":[{}]}})", b));
  EXPECT_EQ(routes.Get("/api/skeleton?run=" + kind::NameId("a")).body,
            fmt::format(R"({{"runs":[{}]}})", a));
  EXPECT_EQ(routes.Get("/api/skeleton?run=nope").status, 404);
}

TEST(SkeletonKind, HasNothingToTellOfNoRuns) {
  testing::SnapshotBuilder builder;
  testing::RouteCaller routes(builder.Build());
  const auto kind = MakeSkeletonKind({});
  kind->AddRoutes({}, routes.router());
  EXPECT_EQ(routes.Get("/api/skeleton").body, R"({"runs":[]})");
}

}  // namespace
}  // namespace sightglass::kinds
