#include "graph/function_graphs.h"

#include <gtest/gtest.h>

#include <string>

#include "graph/graph_bytes_for_test.h"
#include "graph/proto_text_writer.h"
#include "tests/support/is_ok.h"

namespace sightglass::graph {
namespace {

using testing::IsOk;

std::string Merged(std::string_view run_metadata) {
  const auto merged = MergeFunctionGraphs(base::AsBytes(RunMetadataBytes(run_metadata)));
  EXPECT_THAT(merged, IsOk());
  std::string text;
  if (merged.ok()) AppendMessageText(GraphDefSchema(), base::AsBytes(*merged), text);
  return text;
}

TEST(FunctionGraphs, NoneIsEmptyAndOneIsItself) {
  EXPECT_EQ(Merged("step_stats { }"), "");
  EXPECT_EQ(Merged(R"(function_graphs { pre_optimization_graph { node { name: "a" } }
                                        post_optimization_graph { node { name: "b" } } })"),
            "node {\n  name: \"a\"\n}\n");
}

TEST(FunctionGraphs, SeveralGetPrefixes) {
  EXPECT_EQ(Merged(R"(
    function_graphs { pre_optimization_graph {
      node { name: "a" op: "PartitionedCall" input: "x:1" input: "^y"
             attr { key: "f" value { func { name: "g" attr { key: "T" value { i: 1 } } } } }
             attr { key: "h" value { func { name: "g" } } } }
      versions { producer: 3 } } }
    function_graphs { pre_optimization_graph {
      node { name: "a" op: "Other" attr { key: "f" value { func { name: "g" } } } }
      library { function { signature { name: "g" is_stateful: true } node_def { name: "n" op: "g" } }
                gradient { function_name: "g" gradient_func: "h" } }
      versions { producer: 3 } } })"),
            R"(node {
  name: "graph_1/a"
  op: "PartitionedCall"
  input: "graph_1/x:1"
  input: "graph_1/^y"
  attr {
    key: "h"
    value {
      func {
        name: "g"
      }
    }
  }
  attr {
    key: "f"
    value {
      func {
        name: "graph_1_g"
        attr {
          key: "T"
          value {
            i: 1
          }
        }
      }
    }
  }
}
node {
  name: "graph_2/a"
  op: "Other"
  attr {
    key: "f"
    value {
      func {
        name: "g"
      }
    }
  }
}
library {
  function {
    signature {
      name: "graph_2_g"
      is_stateful: true
    }
    node_def {
      name: "n"
      op: "g"
    }
  }
  gradient {
    function_name: "graph_2_g"
    gradient_func: "graph_2_h"
  }
}
versions {
  producer: 3
}
)");
}

TEST(FunctionGraphs, RefusesGraphsOfDifferentVersionsAndOtherBytes) {
  const std::string bytes = RunMetadataBytes(R"(
    function_graphs { pre_optimization_graph { versions { producer: 3 } } }
    function_graphs { pre_optimization_graph { versions { producer: 4 } } })");
  EXPECT_EQ(MergeFunctionGraphs(base::AsBytes(bytes)).error().code,
            base::ErrorCode::kInvalidArgument);
  EXPECT_FALSE(MergeFunctionGraphs(base::AsBytes("hello")).ok());
}

}  // namespace
}  // namespace sightglass::graph
