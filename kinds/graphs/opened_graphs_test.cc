#include "kinds/graphs/opened_graphs.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "kinds/graphs/graph_cache.h"
#include "tests/support/is_ok.h"
#include "tests/support/temp_dir.h"

namespace sightglass::kinds {
namespace {

using base::ErrorCode;
using ::sightglass::testing::IsOk;
using ::testing::ElementsAre;

std::string Text(std::string_view node) { return fmt::format("node {{ name: \"{}\" }}", node); }

std::string Added(OpenedGraphs& opened, std::string_view name, std::string_view node) {
  const std::string text = Text(node);
  const auto added = opened.AddUpload(name, base::AsBytes(text));
  EXPECT_THAT(added, IsOk());
  return added.ok() ? added->id : std::string();
}

std::vector<std::string> Names(const OpenedGraphs& opened) {
  std::vector<std::string> names;
  for (const OpenedGraph& one : opened.List()) names.push_back(one.name);
  return names;
}

std::string FirstNode(OpenedGraphs& opened, std::string_view id) {
  const auto place = opened.Find(id);
  if (!place.ok()) return place.error().message;
  const auto graph = opened.Read(*place);
  return graph.ok() ? std::string((*graph)->index->graph().name(0)) : graph.error().message;
}

TEST(OpenedGraphs, WhatWasSentIsNamedByItsContents) {
  OpenedGraphs opened;
  const std::string first = Added(opened, R"(C:\models\a.pbtxt)", "a");
  const std::string second = Added(opened, "x/y/模型.pbtxt", "b");
  EXPECT_NE(first, second);
  EXPECT_EQ(first.size(), 16U);
  EXPECT_THAT(Names(opened), ElementsAre("a.pbtxt", "模型.pbtxt"));
  EXPECT_EQ(FirstNode(opened, first), "a");
  EXPECT_EQ(Added(opened, "again.pbtxt", "a"), first);
  EXPECT_THAT(Names(opened), ElementsAre("模型.pbtxt", "again.pbtxt"));
  EXPECT_EQ(opened.size(), 2U);
}

TEST(OpenedGraphs, WhatIsNoGraphIsNotKept) {
  OpenedGraphs opened;
  const auto added = opened.AddUpload("a", base::AsBytes("hello world"));
  ASSERT_FALSE(added.ok());
  EXPECT_EQ(added.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(opened.size(), 0U);
}

TEST(OpenedGraphs, TheLeastRecentlyUsedGoes) {
  OpenedGraphs opened({.uploads = 2});
  const std::string first = Added(opened, "1", "a");
  const std::string second = Added(opened, "2", "b");
  EXPECT_EQ(FirstNode(opened, first), "a");
  const std::string third = Added(opened, "3", "c");
  EXPECT_EQ(opened.Find(second).error().code, ErrorCode::kNotFound);
  EXPECT_THAT(Names(opened), ElementsAre("1", "3"));
  // However little room there is, the newest stays.
  OpenedGraphs small({.uploads = 2, .memory_bytes = 1});
  Added(small, "1", "a");
  Added(small, "2", "b");
  EXPECT_THAT(Names(small), ElementsAre("2"));
}

TEST(OpenedGraphs, WhatWasSentCanBeRemoved) {
  const testing::TempDir dir;
  dir.Write("f.pbtxt", Text("f"));
  OpenedGraphs opened;
  const std::string sent = Added(opened, "1", "a");
  const std::string file = opened.AddFile(dir.Join("f.pbtxt")).id;
  EXPECT_THAT(opened.Remove(sent), IsOk());
  EXPECT_EQ(opened.Remove(sent).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(opened.Remove(file).error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(Names(opened), ElementsAre("f.pbtxt"));
}

TEST(OpenedGraphs, AReplacedFileIsReadAgain) {
  const testing::TempDir dir;
  dir.Write("模型/f.pbtxt", Text("before"));
  OpenedGraphs opened;
  const std::string id = opened.AddFile(dir.Join("模型/f.pbtxt")).id;
  EXPECT_EQ(FirstNode(opened, id), "before");
  const OpenedGraph before = opened.List().front();
  EXPECT_EQ(before.format, "GraphDef");
  EXPECT_EQ(before.bytes, Text("before").size());

  dir.Replace("模型/f.pbtxt",
              R"({"class_name":"M","config":{"name":"m","layers":[{"config":{"name":"x"}}]}})");
  EXPECT_EQ(FirstNode(opened, id), "m/x");
  const OpenedGraph after = opened.List().front();
  EXPECT_EQ(after.id, before.id);
  EXPECT_NE(after.version, before.version);
  EXPECT_EQ(after.format, "Keras");
  EXPECT_TRUE(after.is_conceptual);

  dir.Remove("模型/f.pbtxt");
  EXPECT_EQ(opened.Find(id).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(opened.List().front().version, 0U);
}

}  // namespace
}  // namespace sightglass::kinds
