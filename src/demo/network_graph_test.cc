#include "demo/network_graph.h"

#include <gtest/gtest.h>

#include <string>

#include "demo/training_plan.h"

namespace sightglass::demo {
namespace {

TEST(NetworkGraph, IsWholeForEveryPlan) {
  std::vector<TrainingPlan> plans = {MakeDefaultPlan()};
  for (const Breakage breakage :
       {Breakage::kSigmoid, Breakage::kLr, Breakage::kDeadRelu, Breakage::kInit}) {
    plans.push_back(MakeBrokenPair(breakage).back());
  }
  plans.push_back(MakeDefaultPlan());
  plans.back().optimizer = OptimizerKind::kAdam;
  for (const TrainingPlan& plan : plans) {
    SCOPED_TRACE(plan.name);
    RandomStream random(1);
    const Network network = BuildNetwork(plan.network, random);
    GraphBuilder graph;
    const Status added = AddNetworkGraph(network, plan, graph);
    EXPECT_TRUE(added.ok()) << added.message();
    std::string bytes;
    const Status built = graph.Build(bytes);  // refuses inputs that nothing has
    EXPECT_TRUE(built.ok()) << built.message();
    EXPECT_NE(bytes.find("accuracy/prediction"), std::string::npos);
    EXPECT_NE(bytes.find("train/update_output"), std::string::npos);
  }
}

}  // namespace
}  // namespace sightglass::demo
