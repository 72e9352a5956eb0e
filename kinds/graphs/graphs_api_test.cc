#include "kinds/graphs/graphs_api.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "format/event.h"
#include "kind/json_reader.h"
#include "kinds/graphs/graphs_kind.h"
#include "tests/support/route_caller.h"
#include "tests/support/value_series.h"

namespace sightglass::kinds {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string Field(char number, std::string_view bytes) {
  return std::string(1, static_cast<char>(number << 3 | 2)) +
         std::string(1, static_cast<char>(bytes.size())) + std::string(bytes);
}

std::string Node(std::string_view name, std::string_view op,
                 const std::vector<std::string>& inputs = {}) {
  std::string node = Field(1, name) + Field(2, op);
  for (const std::string& input : inputs) node += Field(3, input);
  return Field(1, node);
}

// in -> a/x (with a constant) -> a/b/y -> out; y takes something that is not there.
std::string FiveNodes() {
  return Node("in", "Placeholder") + Node("a/c", "Const") + Node("a/x", "Add", {"in", "a/c"}) +
         Node("a/b/y", "Mul", {"a/x", "in", "gone"}) + Node("out", "Neg", {"a/b/y", "^a/x"});
}

class GraphsApiTest : public ::testing::Test {
 protected:
  GraphsApiTest() {
    const std::uint32_t header =
        series_.headers().Intern({.form = static_cast<std::uint8_t>(format::ValueForm::kGraphDef)});
    const std::string graph = FiveNodes();
    // What stands before a graph in its event tells its length; as a value of its own it is none.
    const std::string head = {0x22, static_cast<char>(graph.size() % 128 + 128),
                              static_cast<char>(graph.size() / 128)};
    series_.File({{.step = 0, .bytes = head, .header = header},
                  {.step = 7, .bytes = graph, .header = header}});
    routes_ = std::make_unique<testing::RouteCaller>(series_.Build());
    kind_->AddRoutes({}, routes_->router());
  }

  // `members` beside the graph.
  kind::Response Ask(std::string_view route, std::string_view members = "") {
    return routes_->Post(
        fmt::format("/api/graphs/{}", route), "application/json",
        fmt::format(R"({{"graph":{{"run":"r"}}{}{}}})", members.empty() ? "" : ",", members));
  }

  testing::ValueSeries series_{"__run_graph__", "graphs"};
  std::unique_ptr<kind::Kind> kind_ = MakeGraphsKind({});
  std::unique_ptr<testing::RouteCaller> routes_;
};

// A member of every object of a list.
std::vector<std::string> Each(const kind::Response& response, std::string_view list,
                              std::string_view member) {
  std::vector<std::string> texts;
  EXPECT_EQ(response.status, 200) << response.body;
  const auto document = kind::JsonDocument::Parse(response.body);
  if (!document.ok()) return {document.error().message};
  const auto member_list = document->root().Member(list);
  const auto items = (*member_list)->AsArray(10'000);
  for (const kind::JsonValue& item : *items) {
    const auto value = item.Member(member);
    texts.emplace_back(*(*value)->AsString());
  }
  return texts;
}

TEST_F(GraphsApiTest, Lists) {
  EXPECT_EQ(routes_->Get("/api/graphs/list").body,
            fmt::format(R"({{"runs":[{{"run":"r","run_id":"af63ef4c86020cd5","graphs":[)"
                        R"({{"tag":"","type":"op","steps":[0,7],"bytes":{}}}]}}],"files":[]}})",
                        FiveNodes().size()));
  EXPECT_EQ(routes_->Get("/api/graphs/list?x=1").status, 400);
}

TEST_F(GraphsApiTest, ASceneOfWhatIsOpen) {
  const kind::Response closed = Ask("scene");
  EXPECT_THAT(Each(closed, "nodes", "id"), ElementsAre("n:in", "s:a", "n:out"));
  EXPECT_THAT(Each(closed, "edges", "from"), ElementsAre("n:in", "s:a"));
  EXPECT_THAT(closed.body, HasSubstr(R"("nodes":5,"edges":6,"scopes":2)"));
  EXPECT_THAT(closed.body, HasSubstr(R"("issue_count":1)"));

  const kind::Response open = Ask("scene", R"("open":["a","a/b"])");
  EXPECT_THAT(Each(open, "nodes", "id"),
              ElementsAre("n:in", "s:a", "n:out", "n:a/x", "s:a/b", "n:a/b/y"));
  EXPECT_THAT(open.body, HasSubstr(R"("in":[{"id":"n:a/c","name":"a/c")"));
  EXPECT_THAT(open.body, HasSubstr(R"("border":"from")"));

  const kind::Response plain = Ask(
      "scene",
      R"("open":["a"],"options":{"embed":false,"aside":["a/x"],"direction":"down","devices":[]})");
  EXPECT_THAT(Each(plain, "nodes", "role"),
              ElementsAre("main", "main", "main", "source", "source", "main"))
      << "the constant goes with the one that takes it";
  EXPECT_EQ(Ask("scene", R"("options":{"direction":"left"})").status, 400);
  EXPECT_EQ(Ask("scene", R"("options":{"max_items":1})").status, 400);
  EXPECT_EQ(Ask("scene", R"("option":{})").status, 400);
}

TEST_F(GraphsApiTest, ACardOfANodeOrScope) {
  EXPECT_EQ(Ask("node", R"("name":"a/b/y")").body,
            R"({"name":"a/b/y","kind":"op","op":"Mul","scope":"a/b","device":"","cluster":"",)"
            R"("attributes":[],"inputs":[{"name":"a/x","op":"Add","output":0},)"
            R"({"name":"in","op":"Placeholder","output":0},{"missing":true}],"input_count":3,)"
            R"("control_inputs":[],"control_input_count":0,"outputs":[],)"
            R"("takers":[{"name":"out","op":"Neg","control":false}],"taker_count":1,)"
            R"("functions":[]})");
  EXPECT_EQ(Ask("node", R"("name":"a")").body,
            R"({"name":"a","kind":"scope","count":3,"depth":1,"children":3,"op_kinds":3,)"
            R"("ops":{"Add":1,"Const":1,"Mul":1}})");
  EXPECT_EQ(Ask("node", R"("name":"a/x","kind":"scope")").status, 404);
  EXPECT_EQ(Ask("node", R"("name":"zzz")").status, 404);
  EXPECT_EQ(Ask("node", R"("name":"a","kind":"x")").status, 400);
  EXPECT_EQ(Ask("node").status, 400);
}

TEST_F(GraphsApiTest, Searches) {
  EXPECT_EQ(Ask("search", R"("query":"A/X")").body,
            R"({"hits":[{"id":"n:a/x","kind":"op","name":"a/x","op":"Add","scopes":["a"]}],)"
            R"("more":false})");
  const kind::Response first = Ask("search", R"("query":"^a/.$","regex":true,"limit":1)");
  EXPECT_THAT(Each(first, "hits", "name"), ElementsAre("a/c"));
  EXPECT_THAT(first.body, HasSubstr(R"("more":true)"));
  EXPECT_THAT(Each(Ask("search", R"("query":"neg","by":"op")"), "hits", "name"),
              ElementsAre("out"));
  EXPECT_EQ(Ask("search", R"("query":"(","regex":true)").status, 400);
  EXPECT_EQ(Ask("search", R"("query":"3y","by":"shape")").status, 400);
  EXPECT_EQ(Ask("search", R"("query":"a","by":"x")").status, 400);
  EXPECT_EQ(Ask("search", R"("query":"a","limit":0)").status, 400);
}

TEST_F(GraphsApiTest, TracesAndPaths) {
  EXPECT_EQ(Ask("trace", R"("name":"a/b","open":["a"])").body,
            R"({"count":4,"items":[{"id":"n:in","count":1},{"id":"n:a/c","count":1},)"
            R"({"id":"n:a/x","count":1},{"id":"s:a/b","count":1}],"edges":[["n:in","n:a/x"],)"
            R"(["n:in","s:a/b"],["n:a/c","n:a/x"],["n:a/x","s:a/b"]]})");
  EXPECT_THAT(Ask("trace", R"("name":"a/b","direction":"outputs")").body,
              HasSubstr(R"("count":2)"));
  EXPECT_EQ(Ask("trace", R"("name":"a","direction":"up")").status, 400);
  const kind::Response back = Ask("path", R"("from":"out","to":"in")");
  EXPECT_THAT(back.body, HasSubstr(R"("found":true,"reversed":true,"count":3)"));
  EXPECT_THAT(Each(back, "nodes", "name"), ElementsAre("in", "a/b/y", "out"));
  EXPECT_THAT(Ask("path", R"("from":"in","to":"a/c")").body, HasSubstr(R"("found":false)"));
  EXPECT_EQ(Ask("path", R"("from":"in")").status, 400);
  EXPECT_EQ(Ask("path", R"("from":"in","to":"zzz")").status, 404);
}

TEST_F(GraphsApiTest, WhatIsNotThere) {
  const auto ask = [this](std::string_view graph) {
    return routes_
        ->Post("/api/graphs/scene", "application/json", fmt::format(R"({{"graph":{}}})", graph))
        .status;
  };
  EXPECT_EQ(ask(R"({"run_id":"af63ef4c86020cd5","step":7})"), 200);
  EXPECT_EQ(ask(R"({"run":"x"})"), 404);
  EXPECT_EQ(ask(R"({"run":"r","tag":"t"})"), 404);
  EXPECT_EQ(ask(R"({"run":"r","type":"profile"})"), 404);
  EXPECT_EQ(ask(R"({"run":"r","step":3})"), 404);
  EXPECT_EQ(ask(R"({"run":"r","type":"x"})"), 400);
  EXPECT_EQ(ask(R"({"run":"r","run_id":"af63ef4c86020cd5"})"), 400);
  EXPECT_EQ(ask("{}"), 400);
  EXPECT_EQ(ask("1"), 400);
  // Its bytes are no graph any more.
  EXPECT_EQ(ask(R"({"run":"r","step":0})"), 410);
}

}  // namespace
}  // namespace sightglass::kinds
