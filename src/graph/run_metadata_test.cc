#include "graph/run_metadata.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "graph/build_graph.h"
#include "graph/graph_bytes_for_test.h"
#include "tests/support/is_ok.h"

namespace sightglass::graph {
namespace {

using ::testing::ElementsAre;
using testing::IsOk;
using ::testing::SizeIs;

class RunMetadataTest : public ::testing::Test {
 protected:
  RunMetadataTest() {
    GraphBuilder builder;
    builder.AddNode("a", "A");
    builder.AddNode("b", "B");
    graph_ = builder.Build();
  }
  RunCosts Read(std::string_view text) {
    auto costs = ReadRunMetadata(base::AsBytes(RunMetadataBytes(text)), *graph_);
    EXPECT_THAT(costs, IsOk());
    return costs.ok() ? std::move(costs).value() : RunCosts();
  }

  std::shared_ptr<const Graph> graph_;
};

TEST_F(RunMetadataTest, SaysWhatNodesCost) {
  const RunCosts costs = Read(R"(step_stats {
    dev_stats { device: "/cpu:0"
      node_stats { node_name: "b" all_start_micros: 100 all_end_rel_micros: 7
        memory { total_bytes: 30 } memory { total_bytes: 12 } memory { total_bytes: -5 }
        output { slot: 1 tensor_description { dtype: DT_HALF shape { dim { size: 3 } }
                 allocation_description { requested_bytes: 6 } } } output { } }
      node_stats { node_name: "a" all_start_micros: 90 all_end_rel_micros: -4 }
      node_stats { node_name: "_SOURCE" all_start_micros: 1 } }
    dev_stats { node_stats { node_name: "b:MatMul" all_start_nanos: 50500 all_end_rel_nanos: 1500 } device: "/gpu:0" }
    dev_stats { device: "/cpu:0" node_stats { node_name: "a" all_start_micros: 80 all_end_rel_micros: 1 } } })");
  EXPECT_THAT(costs.table.devices, ElementsAre("/cpu:0", "/gpu:0"));
  ASSERT_THAT(costs.table.entries, SizeIs(4));
  const auto& entries = costs.table.entries;
  EXPECT_EQ(entries[0].node, 0U);
  EXPECT_EQ(entries[0].start_micros, 80);
  EXPECT_EQ(entries[1].start_micros, 90);
  EXPECT_EQ(entries[1].end_micros, 90);  // a time below zero is none
  EXPECT_EQ(entries[2].node, 1U);
  EXPECT_EQ(entries[2].device, 1U);
  EXPECT_EQ(entries[2].start_micros, 50);
  EXPECT_EQ(entries[2].end_micros, 52);
  EXPECT_EQ(entries[3].end_micros, 107);
  EXPECT_EQ(entries[3].bytes, 42);
  ASSERT_THAT(costs.outputs, SizeIs(2));
  EXPECT_EQ(costs.outputs[1].slot, 1U);
  EXPECT_EQ(costs.outputs[1].dtype, 19U);
  EXPECT_THAT(costs.outputs[1].dims, ElementsAre(3));
  EXPECT_EQ(costs.outputs[1].bytes, 6);
  EXPECT_EQ(costs.unknown_count, 1U);
  EXPECT_THAT(costs.unknown, ElementsAre("_SOURCE"));
  EXPECT_THAT(costs.issues, SizeIs(0));
}

TEST_F(RunMetadataTest, GivesWhatIsWholeOfOneCutShort) {
  const std::string bytes = RunMetadataBytes(R"(step_stats { dev_stats { device: "d"
    node_stats { node_name: "a" all_start_micros: 1 } node_stats { node_name: "b" all_start_micros: 2 } } })");
  EXPECT_FALSE(ReadRunMetadata(base::AsBytes("hello"), *graph_).ok());
  // The lengths around stay; only what is inside ends early.
  std::string cut = bytes;
  cut[cut.size() - 5] = '\x7F';
  const auto costs = ReadRunMetadata(base::AsBytes(cut), *graph_);
  ASSERT_THAT(costs, IsOk());
  ASSERT_FALSE(costs->table.entries.empty());
  EXPECT_EQ(costs->table.entries[0].start_micros, 1);
}

TEST_F(RunMetadataTest, NumbersThatAFileMakesUpDoNotOverflow) {
  const RunCosts costs = Read(R"(step_stats { dev_stats { node_stats { node_name: "a"
    all_start_micros: 9223372036854775807 all_end_rel_micros: 9223372036854775807
    memory { total_bytes: 9223372036854775807 } memory { total_bytes: 9223372036854775807 } } } })");
  EXPECT_GT(costs.table.entries.at(0).bytes, 0);
  EXPECT_GE(costs.table.entries.at(0).end_micros, costs.table.entries.at(0).start_micros);
}

}  // namespace
}  // namespace sightglass::graph
