#include "graph/tpu_compatibility.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/build_graph.h"
#include "graph/graph_costs.h"

namespace sightglass::graph {
namespace {

using ::testing::ElementsAre;

TEST(TpuCompatibility, KnowsOperationsByTheirWholeNames) {
  EXPECT_TRUE(IsTpuOperation("Abort"));
  EXPECT_TRUE(IsTpuOperation("MatMul"));
  EXPECT_TRUE(IsTpuOperation("_UnaryOpsComposition"));
  EXPECT_FALSE(IsTpuOperation("MatMu"));
  EXPECT_FALSE(IsTpuOperation("Abs Acos"));
  EXPECT_FALSE(IsTpuOperation("DecodeJpeg"));
  EXPECT_FALSE(IsTpuOperation(""));
}

TEST(TpuCompatibility, WhatIsPlacedElsewhereNeedNotRunThere) {
  EXPECT_FALSE(IsTpuCompatible("DecodeJpeg", ""));
  EXPECT_FALSE(IsTpuCompatible("DecodeJpeg", "/job:w/device:TPU:0"));
  EXPECT_TRUE(IsTpuCompatible("DecodeJpeg", "/job:w/device:CPU:0"));
  EXPECT_TRUE(IsTpuCompatible("DecodeJpeg", "/job:tpu_worker/cpu:0"));
  EXPECT_TRUE(IsTpuCompatible("DecodeJpeg", "/device:TPU_SYSTEM:0"));
  EXPECT_TRUE(IsTpuCompatible("", ""));
}

TEST(TpuCompatibility, CountsByGroupButNotInFunctions) {
  GraphBuilder builder;
  builder.AddNode("a/x", "MatMul");
  builder.AddNode("a/y", "DecodeJpeg");
  builder.AddNode("a/b/z", "DecodeJpeg");
  builder.AddNode("c", "PyFunc");
  builder.BeginFunction("f");
  builder.AddNode("n", "PyFunc");
  const auto graph = builder.Build();
  const ScopeTree tree(*graph);
  const TpuCompatibility tpu(tree);
  EXPECT_TRUE(tpu.is_known());
  const RankRange all{0, graph->size()};
  EXPECT_EQ(tpu.Incompatible({&all, 1}), 3U);
  const std::uint32_t scope = *tree.Find("a");
  const RankRange range{tree.first_rank(scope), tree.end_rank(scope)};
  EXPECT_EQ(tpu.Incompatible({&range, 1}), 2U);
  EXPECT_THAT(tpu.IncompatibleOps(all),
              ElementsAre(TextCount("DecodeJpeg", 2), TextCount("PyFunc", 1)));
}

TEST(TpuCompatibility, OfOtherOperationsNothingIsKnown) {
  GraphBuilder builder;
  builder.AddNode("a", "aten::conv2d");
  const auto graph = builder.Build();
  EXPECT_FALSE(TpuCompatibility(ScopeTree(*graph)).is_known());
}

TEST(PseudoDevices, AreStreamsAndCopies) {
  for (const char* const name :
       {"/job:w/replica:0/task:0/device:GPU:0/stream:all", "/gpu:0/stream:14", "/gpu:0/memcpy"}) {
    EXPECT_TRUE(IsPseudoDevice(name)) << name;
  }
  for (const char* const name : {"/job:w/replica:0/task:0/device:GPU:0", "/cpu:0", "", "stream"}) {
    EXPECT_FALSE(IsPseudoDevice(name)) << name;
  }
}

}  // namespace
}  // namespace sightglass::graph
