#include <gtest/gtest.h>

#include <string>

#include "base/wire_writer.h"
#include "graph/graph_bytes_for_test.h"
#include "graph/graph_text.h"
#include "graph/proto_schema.h"
#include "graph/proto_text_parser.h"
#include "graph/proto_text_writer.h"

namespace sightglass::graph {
namespace {

std::string TextOf(const std::string& graph) {
  std::string text;
  AppendMessageText(GraphDefSchema(), base::AsBytes(graph), text);
  return text;
}

std::string ErrorOf(std::string_view text) {
  const ParsedProtoText parsed = ParseMessageText(GraphDefSchema(), text);
  return parsed.error ? parsed.error->message : "";
}

// As protobuf's Python library prints it.
constexpr std::string_view kGraph = R"(node {
  name: "a/\"b\"\\\n\t\'é"
  op: "Const"
  input: "x"
  input: "^y"
  attr {
    key: "z"
    value {
      s: "\000\001\177\200\377\'"
    }
  }
  attr {
    key: "value"
    value {
      tensor {
        dtype: DT_FLOAT
        tensor_shape {
          dim {
            size: -1
          }
        }
        float_val: 0.1
        float_val: 16777216
        float_val: 1.17549435e-38
        float_val: inf
        float_val: nan
      }
    }
  }
  attr {
    key: "T"
    value {
      type: DT_INT32_REF
    }
  }
  attr {
    key: "Tidx"
    value {
      b: false
    }
  }
  attr {
    key: "None"
    value {
    }
  }
}
library {
  function {
    signature {
      name: "f"
    }
    ret {
      key: "y"
      value: "n:out:0"
    }
    arg_attr {
      key: 0
      value {
      }
    }
    arg_attr {
      key: 12
      value {
      }
    }
  }
}
versions {
  producer: 22
}
)";

TEST(ProtoText, PrintsWhatProtobufPrints) {
  const std::string bytes = GraphBytes(kGraph);
  EXPECT_EQ(TextOf(bytes), kGraph);
  std::string pieces;
  GraphText text(base::AsBytes(bytes));
  while (text.Next(pieces)) {
  }
  EXPECT_EQ(pieces, kGraph);
}

TEST(ProtoText, TakesMessagesInAnyOrderAndTwice) {
  std::string node;
  base::WireWriter writer(node);
  writer.Message(5,
                 "\x0A\x01"
                 "k"
                 "\x12\x02\x18\x05");  // k: i 5
  writer.Message(5,
                 "\x0A\x01"
                 "k"
                 "\x12\x02\x18\x06");  // the last one counts
  writer.Message(2, "Op");
  writer.Message(1, "first");
  writer.Message(1, "last");
  writer.Varint(900, 3);  // not known
  writer.Varint(1, 3);    // of another type
  std::string graph;
  base::WireWriter graph_writer(graph);
  graph_writer.Message(4, "\x08\x07");
  graph_writer.Message(1, node);
  graph_writer.Message(4, "\x10\x02");  // one message, told in two parts
  EXPECT_EQ(TextOf(graph), R"(node {
  name: "last"
  op: "Op"
  attr {
    key: "k"
    value {
      i: 6
    }
  }
}
versions {
  producer: 7
  min_consumer: 2
}
)");
}

TEST(ProtoText, OfAOneofTheLastCounts) {
  std::string value;
  base::WireWriter(value).Varint(3, 1);
  base::WireWriter(value).Message(2, "");
  std::string node;
  base::WireWriter(node).Message(5, std::string("\x0A\x01k\x12\x04", 5) + value);
  std::string graph;
  base::WireWriter(graph).Message(1, node);
  EXPECT_EQ(TextOf(graph), R"(node {
  attr {
    key: "k"
    value {
      s: ""
    }
  }
}
)");
}

TEST(ProtoText, LeavesOutLargeAttributes) {
  const std::string bytes =
      GraphBytes(R"(node { name: "a" attr { key: "big" value { s: "1234567890" } }
    attr { key: "small" value { s: "1" } } attr { key: "large" value { s: "1234567890" } } } node { name: "b" })");
  std::string out;
  GraphText text(base::AsBytes(bytes), AttributeLimit{.bytes = 10, .key = "_large"});
  while (text.Next(out)) {
  }
  EXPECT_EQ(out, R"(node {
  name: "a"
  attr {
    key: "small"
    value {
      s: "1"
    }
  }
  attr {
    key: "_large"
    value {
      list {
        s: "big"
        s: "large"
      }
    }
  }
}
node {
  name: "b"
}
)");
}

TEST(ProtoText, ReadsWhatPeopleWrite) {
  const std::string bytes = GraphBytes(R"(# a comment
    node: < name: 'a' "b" '\x41\101\u00e9', input: ["x", "y"]; op: "Op"
      attr [ { key: "i" value { i: -0x10 } }, { key: "j" value: { i: 010 } } ]
      attr { key: "f" value { f: -1.5e3f } } attr { key: "b" value { b: True } }
      attr { key: "t" value { type: 3 } } attr { key: "e" value { list { i: [] f: [1, 2.5] } } } >)");
  EXPECT_EQ(TextOf(bytes), R"(node {
  name: "abAAé"
  op: "Op"
  input: "x"
  input: "y"
  attr {
    key: "t"
    value {
      type: DT_INT32
    }
  }
  attr {
    key: "j"
    value {
      i: 8
    }
  }
  attr {
    key: "i"
    value {
      i: -16
    }
  }
  attr {
    key: "f"
    value {
      f: -1500
    }
  }
  attr {
    key: "e"
    value {
      list {
        f: 1
        f: 2.5
      }
    }
  }
  attr {
    key: "b"
    value {
      b: true
    }
  }
}
)");
}

TEST(ProtoText, PassesOverFieldsItDoesNotKnow) {
  const ParsedProtoText parsed = ParseMessageText(
      GraphDefSchema(),
      R"(new_field { a: 1 b { c: "}" } } [some.extension]: 5 node { name: "a" newer: -1.5 list: [1, 2] })");
  EXPECT_FALSE(parsed.error);
  EXPECT_EQ(parsed.fields, 1U);
  EXPECT_GE(parsed.unknown, 4U);
  EXPECT_EQ(TextOf(parsed.message), "node {\n  name: \"a\"\n}\n");
}

TEST(ProtoText, SaysWhereItIsWrongAndKeepsWhatIsWhole) {
  const ParsedProtoText parsed =
      ParseMessageText(GraphDefSchema(), "node { name: \"a\" }\nnode { name: \"b\n");
  ASSERT_TRUE(parsed.error);
  EXPECT_EQ(parsed.error->message, "line 2, column 16: \" expected, not '\\x0A'");
  EXPECT_EQ(TextOf(parsed.message), "node {\n  name: \"a\"\n}\n");
  EXPECT_EQ(ErrorOf("node {"), "line 1, column 7: '}' expected, not the end");
  EXPECT_EQ(ErrorOf("node"), "line 1, column 5: ':' or '{' expected, not the end");
  EXPECT_EQ(ErrorOf("versions { producer: x }"),
            "line 1, column 22: a whole number expected, not 'x }'");
  EXPECT_EQ(ErrorOf("versions { producer: 99999999999999999999 }"),
            "line 1, column 22: a whole number expected, not '99999999999999999999'");
  EXPECT_EQ(ErrorOf("node { name: 5 }"), "line 1, column 14: a string expected, not '5 }'");
  EXPECT_EQ(ErrorOf("node: 5"), "line 1, column 7: '{' expected, not '5'");
  EXPECT_EQ(ErrorOf("!"), "line 1, column 1: the name of a field expected, not '!'");
  std::string deep;
  for (int i = 0; i < 1'000; ++i) deep += "x {";
  EXPECT_NE(ErrorOf(deep).find("nested less deeply"), std::string::npos);
}

}  // namespace
}  // namespace sightglass::graph
