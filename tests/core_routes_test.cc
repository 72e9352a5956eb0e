// The routes that belong to no kind: TensorBoard's against its recorded answers, and ours.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <set>
#include <string>

#include "kind/name_id.h"
#include "tests/all_routes.h"
#include "tests/json_file.h"
#include "tests/support/memory_file_system.h"
#include "tests/support/run_builder.h"

namespace sightglass::testing {
namespace {

namespace json = boost::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

json::value Recorded(const std::string& name) {
  return ReadJsonFile(fmt::format("{}/golden_core/{}.json", SIGHTGLASS_TEST_DATA, name));
}

json::value Answer(AllRoutes& routes, const std::string& target) {
  const kind::Response response = routes.Get(target);
  EXPECT_EQ(response.status, 200) << target << " " << response.body;
  EXPECT_EQ(response.content_type, "application/json");
  return ParseJson(response.body);
}

std::string ErrorCodeOf(AllRoutes& routes, const std::string& target) {
  const kind::Response response = routes.Get(target);
  EXPECT_GE(response.status, 400) << target;
  return std::string(ParseJson(response.body).at("error").at("code").as_string());
}

std::vector<std::string> Names(const json::value& list) {
  std::vector<std::string> names;
  for (const json::value& item : list.as_array()) {
    names.emplace_back(item.at("name").as_string());
  }
  return names;
}

class TensorboardCore : public ::testing::TestWithParam<std::string> {};

TEST_P(TensorboardCore, AnswersAsRecorded) {
  const std::string& name = GetParam();
  AllRoutes routes(
      fmt::format("{}/good/{}", SIGHTGLASS_TEST_DATA, name == "core" ? "all_kinds" : name));
  // Looking for the configuration of embeddings is the program's work.
  const json::value plugins = Recorded(name + "-plugins_listing");
  const bool has_config = plugins.at("projector").at("enabled").as_bool();
  routes.facts().has_projector_config = [has_config] { return has_config; };
  EXPECT_EQ(Answer(routes, "/data/runs"), Recorded(name + "-runs"));
  EXPECT_EQ(Answer(routes, "/data/plugins_listing"), plugins);
  // The order is that of the tabs.
  std::vector<std::string> tabs;
  for (const auto& plugin : plugins.as_object()) tabs.emplace_back(plugin.key());
  std::vector<std::string> ours;
  const json::value listing = Answer(routes, "/data/plugins_listing");
  for (const auto& plugin : listing.as_object()) ours.emplace_back(plugin.key());
  EXPECT_EQ(ours, tabs);
}

INSTANTIATE_TEST_SUITE_P(All, TensorboardCore,
                         ::testing::Values("core", "empty", "missing_dir", "odd", "unicode",
                                           "projector"),
                         [](const auto& test) { return test.param; });

class CoreRoutes : public ::testing::Test {
 protected:
  CoreRoutes() {
    files_.MakeDirectory("/secret/logs");
    files_.Write("/secret/logs/train/" + EventFileName(1), RunBuilder()
                                                               .At(2000)
                                                               .Version()
                                                               .Scalar("loss", 1, 0.5F)
                                                               .Scalar("loss", 2, 0.25F)
                                                               .Scalar("loss", 2, 0.125F)
                                                               .Text("note", 7, "hello")
                                                               .bytes());
    files_.Write(
        "/secret/logs/eval/" + EventFileName(1),
        RunBuilder().At(1000).Version().Scalar("loss", 5, 1).Scalar("b\xff", 1, 2).bytes() +
            "torn");
    routes_ = std::make_unique<AllRoutes>("/secret/logs", files_);
  }

  MemoryFileSystem files_;
  std::unique_ptr<AllRoutes> routes_;
};

TEST_F(CoreRoutes, TensorboardSmallRoutes) {
  routes_->facts().logdir_text = "all_kinds";
  routes_->facts().flags_json = R"({"port":6006})";
  for (const std::string name : {"window_properties", "logdir", "experiments", "experiment_runs"}) {
    EXPECT_EQ(Answer(*routes_, "/data/" + name), Recorded("core-" + name)) << name;
  }
  json::object recorded = Recorded("core-environment").as_object();
  json::object ours = Answer(*routes_, "/data/environment").as_object();
  EXPECT_EQ(ours.at("debug").at("flags").at("port").as_int64(), 6006);
  EXPECT_EQ(ours.at("version").as_string(), "1.2.3");
  for (json::object* object : {&recorded, &ours}) {
    object->erase("version");
    object->erase("debug");
  }
  EXPECT_EQ(ours, recorded);
}

std::string Location(const kind::Response& response) {
  for (const auto& [name, value] : response.headers) {
    if (name == "Location") return value;
  }
  return "none";
}

TEST_F(CoreRoutes, TensorboardRedirects) {
  const kind::Response notifications = routes_->Get("/data/notifications");
  EXPECT_EQ(notifications.status, 302);
  EXPECT_EQ(Location(notifications), "../notifications_note.json");
  EXPECT_EQ(notifications.content_type, "text/html; charset=utf-8");
  for (const std::string path : {"/audio", "/events", "/graphs", "/histograms", "/images"}) {
    EXPECT_EQ(routes_->Get(path).status, 302);
    EXPECT_EQ(Location(routes_->Get(path)), "/");
    EXPECT_EQ(Location(routes_->Call(path, {.root = "/pp/experiment/e"})), "/pp/experiment/e/");
  }
  EXPECT_EQ(routes_->Get("/favicon.ico").status, 200);
}

TEST_F(CoreRoutes, TensorboardPluginPages) {
  const json::value listing =
      ParseJson(routes_->Call("/data/plugins_listing", {.root = "/pp"}).body);
  EXPECT_EQ(listing.at("projector").at("loading_mechanism"),
            Recorded("path_prefix-plugins_listing").at("projector").at("loading_mechanism"));
  const kind::Response page = routes_->Get("/data/plugin_entry.html?name=projector");
  EXPECT_EQ(page.status, 200);
  EXPECT_THAT(page.body, HasSubstr("<base href=\"plugin/projector/\">"));
  EXPECT_THAT(page.content_security_policy, HasSubstr("'sha256-"));
  EXPECT_EQ(routes_->Get("/data/plugin_entry.html?name=nope").body, "Not found: nope");
  EXPECT_EQ(routes_->Get("/data/plugin_entry.html").body, "Not found");
  EXPECT_EQ(routes_->Get("/data/plugin_entry.html").status, 404);
  EXPECT_EQ(routes_->Get("/data/plugin_entry.html?name=scalars").status, 400);
}

TEST_F(CoreRoutes, RunsAreListed) {
  const json::value answer = Answer(*routes_, "/api/runs");
  EXPECT_EQ(answer.at("epoch").as_string(), AllRoutes::kEpoch);
  EXPECT_EQ(answer.at("total").as_int64(), 2);
  EXPECT_TRUE(answer.at("next").is_null());
  EXPECT_THAT(Names(answer.at("runs")), ElementsAre("eval", "train"));
  const json::value& train = answer.at("runs").at(1);
  EXPECT_EQ(train.at("id").as_string(), kind::NameId("train"));
  EXPECT_EQ(train.at("points").as_int64(), 3);
  EXPECT_EQ(train.at("superseded").as_int64(), 1);
  EXPECT_EQ(train.at("kinds"), (json::value{{"scalars", 1}, {"text", 1}}));
  EXPECT_EQ(train.at("first_step").as_int64(), 1);
  EXPECT_EQ(train.at("last_step").as_int64(), 7);
  EXPECT_EQ(train.at("start_time").to_number<double>(), 2000);
}

TEST_F(CoreRoutes, RunsAreFilteredSortedAndPaged) {
  EXPECT_THAT(Names(Answer(*routes_, "/api/runs?matching=%5Et").at("runs")), ElementsAre("train"));
  EXPECT_THAT(Names(Answer(*routes_, "/api/runs?run=eval").at("runs")), ElementsAre("eval"));
  EXPECT_THAT(Names(Answer(*routes_, "/api/runs?run=" + kind::NameId("eval")).at("runs")),
              ElementsAre("eval"));
  EXPECT_THAT(Names(Answer(*routes_, "/api/runs?run=none").at("runs")), ElementsAre());
  files_.Write("/secret/logs/early/" + EventFileName(1), RunBuilder().At(1).Version().bytes());
  files_.Write("/secret/logs/blank/" + EventFileName(1), "");
  routes_->Refresh();
  for (const std::string sort : {"name", "start"}) {
    std::vector<std::string> names;
    std::string after;
    while (true) {
      const json::value page = Answer(
          *routes_,
          fmt::format("/api/runs?limit=1&sort={}{}", sort, after.empty() ? "" : "&after=" + after));
      EXPECT_EQ(page.at("total").as_int64(), 4);
      for (const std::string& name : Names(page.at("runs"))) names.push_back(name);
      if (page.at("next").is_null()) break;
      after = page.at("next").as_string();
    }
    EXPECT_EQ(names, sort == "name"
                         ? std::vector<std::string>({"blank", "early", "eval", "train"})
                         : std::vector<std::string>({"early", "eval", "train", "blank"}));
  }
  EXPECT_EQ(ErrorCodeOf(*routes_, "/api/runs?after=0000000000000000"), "FAILED_PRECONDITION");
  EXPECT_EQ(ErrorCodeOf(*routes_, "/api/runs?limit=0"), "OUT_OF_RANGE");
  EXPECT_EQ(ErrorCodeOf(*routes_, "/api/runs?limit=10001"), "OUT_OF_RANGE");
  EXPECT_EQ(ErrorCodeOf(*routes_, "/api/runs?limit=1x"), "OUT_OF_RANGE");
  EXPECT_EQ(ErrorCodeOf(*routes_, "/api/runs?sort=size"), "INVALID_ARGUMENT");
  EXPECT_EQ(ErrorCodeOf(*routes_, "/api/runs?matching=%5B"), "INVALID_ARGUMENT");
  EXPECT_EQ(ErrorCodeOf(*routes_, "/api/runs?matching=" + std::string(5000, 'a')), "OUT_OF_RANGE");
}

TEST_F(CoreRoutes, OnlyTheFieldsThatWereAskedFor) {
  const json::value runs = Answer(*routes_, "/api/runs?fields=last_step,id,name,kinds").at("runs");
  EXPECT_EQ(runs.at(1), (json::value{{"id", kind::NameId("train")},
                                     {"name", "train"},
                                     {"kinds", {{"scalars", 1}, {"text", 1}}},
                                     {"last_step", 7}}));
  EXPECT_EQ(Answer(*routes_, "/api/runs?fields=").at("runs").at(0), json::object());
  EXPECT_EQ(Answer(*routes_, "/api/runs?fields=id,name&limit=1").at("total").as_int64(), 2);
  EXPECT_EQ(ErrorCodeOf(*routes_, "/api/runs?fields=id,nmae"), "INVALID_ARGUMENT");
  EXPECT_EQ(ErrorCodeOf(*routes_, "/api/runs?fields=id,,name"), "INVALID_ARGUMENT");
  // Every member can be asked for by its name.
  const json::value all = Answer(*routes_, "/api/runs");
  for (const auto& member : all.at("runs").at(0).as_object()) {
    const json::value only =
        Answer(*routes_, "/api/runs?fields=" + std::string(member.key())).at("runs").at(0);
    EXPECT_EQ(only, (json::object{{member.key(), member.value()}}));
  }
}

TEST_F(CoreRoutes, TagsOfRunsThatABodyLists) {
  const auto ask = [this](std::string body) {
    const kind::Response response =
        routes_->Call("/api/tags", {.method = kind::Method::kPost, .body = std::move(body)});
    return ParseJson(response.body);
  };
  const auto names = [&](std::string body) { return Names(ask(std::move(body)).at("tags")); };
  EXPECT_EQ(ask("{}").at("tags"), Answer(*routes_, "/api/tags").at("tags"));
  EXPECT_THAT(names(R"({"selection":{"runs":["train"]}})"), ElementsAre("loss", "note"));
  const std::string by_id =
      fmt::format(R"({{"selection":{{"runs":[{{"id":"{}"}},"none"]}}}})", kind::NameId("eval"));
  EXPECT_THAT(names(by_id), ElementsAre("b\\xFF", "loss"));
  // Counts are of the selected runs.
  EXPECT_EQ(ask(by_id).at("tags").at(1).at("runs").as_int64(), 1);
  EXPECT_EQ(ask(by_id).at("tags").at(1).at("points").as_int64(), 1);
  // Listed or matching, as in /api/scalars.
  EXPECT_THAT(names(R"({"selection":{"runs":["train"],"runs_matching":"^e"}})"),
              ElementsAre("b\\xFF", "loss", "note"));
  EXPECT_THAT(names(R"({"selection":{"runs":["none"]}})"), ElementsAre());
  EXPECT_THAT(names(R"({"selection":{"runs":[]}})"), ElementsAre());
  EXPECT_THAT(names(R"({"selection":{"runs":[],"runs_matching":"train"}})"),
              ElementsAre("loss", "note"));
  EXPECT_THAT(names(R"({"kind":"text"})"), ElementsAre("note"));
  EXPECT_THAT(names(R"({"kind":["text","images"]})"), ElementsAre("note"));
  EXPECT_THAT(names(R"({"tags_matching":"o","selection":{"runs":["eval"]}})"), ElementsAre("loss"));
  EXPECT_THAT(names(R"({"tags":["note",{"id":"0"}],"tags_matching":"ss"})"),
              ElementsAre("loss", "note"));
  const json::value page = ask(R"({"limit":2})");
  EXPECT_EQ(page.at("total").as_int64(), 3);
  EXPECT_THAT(names(fmt::format(R"({{"after":"{}"}})", page.at("next").as_string().c_str())),
              ElementsAre("note"));
  const auto code = [&](std::string body) {
    return std::string(ask(std::move(body)).at("error").at("code").as_string());
  };
  for (const char* body :
       {"", "[]", R"({"selection":5})", R"({"selection":{"run":[]}})", R"({"run":"a"})",
        R"({"selection":{"runs":[7]}})", R"({"selection":{"runs":[{}]}})",
        R"({"selection":{"runs_matching":"("}})", R"({"kind":7})"}) {
    EXPECT_EQ(code(body), "INVALID_ARGUMENT") << body;
  }
  EXPECT_EQ(code(R"({"limit":0})"), "OUT_OF_RANGE");
  EXPECT_EQ(code(R"({"after":"x"})"), "FAILED_PRECONDITION");
}

TEST_F(CoreRoutes, TagsAreListed) {
  const json::value answer = Answer(*routes_, "/api/tags");
  EXPECT_THAT(Names(answer.at("tags")), ElementsAre("b\\xFF", "loss", "note"));
  const json::value& loss = answer.at("tags").at(1);
  EXPECT_EQ(loss.at("kind").as_string(), "scalars");
  EXPECT_EQ(loss.at("runs").as_int64(), 2);
  EXPECT_EQ(loss.at("points").as_int64(), 3);
  EXPECT_EQ(loss.at("last_step").as_int64(), 5);
  EXPECT_THAT(Names(Answer(*routes_, "/api/tags?run=eval").at("tags")),
              ElementsAre("b\\xFF", "loss"));
  EXPECT_THAT(Names(Answer(*routes_, "/api/tags?run_matching=a$").at("tags")), ElementsAre());
  EXPECT_THAT(Names(Answer(*routes_, "/api/tags?kind=text&kind=images").at("tags")),
              ElementsAre("note"));
  EXPECT_THAT(Names(Answer(*routes_, "/api/tags?tag_matching=o").at("tags")),
              ElementsAre("loss", "note"));
  EXPECT_THAT(Names(Answer(*routes_, "/api/tags?tag=b%5CxFF").at("tags")), ElementsAre("b\\xFF"));
  EXPECT_THAT(Names(Answer(*routes_, "/api/tags?tag=b%FF").at("tags")), ElementsAre("b\\xFF"));
  const json::value page = Answer(*routes_, "/api/tags?limit=2");
  EXPECT_EQ(page.at("total").as_int64(), 3);
  const std::string next(page.at("next").as_string());
  EXPECT_THAT(Names(Answer(*routes_, "/api/tags?after=" + next).at("tags")), ElementsAre("note"));
  EXPECT_EQ(ErrorCodeOf(*routes_, "/api/tags?after=x"), "FAILED_PRECONDITION");
}

// The page puts descriptions in as they come.
TEST_F(CoreRoutes, DescriptionsOfTagsAreSafeHtml) {
  // A Summary.Value: tag "d", simple_value 0, and metadata with this description.
  const std::string description = "**x** <script>";
  std::string value(
      "\x0A\x01"
      "d"
      "\x15\0\0\0\0\x4A\x10\x1A\x0E",
      12);
  value += description;
  files_.Write("/secret/logs/told/" + EventFileName(1),
               RunBuilder().Version().Value(1, value).bytes());
  AllRoutes routes("/secret/logs/told", files_);
  EXPECT_EQ(Answer(routes, "/api/tags").at("tags").at(0).at("description").as_string(),
            "<p><strong>x</strong> &lt;script&gt;</p>");
}

// What was worked out for one state is not shown for another.
TEST_F(CoreRoutes, AnswersFollowTheData) {
  EXPECT_EQ(Answer(*routes_, "/api/tags").at("total").as_int64(), 3);
  EXPECT_EQ(Answer(*routes_, "/api/status").at("points").as_int64(), 5);
  files_.Append("/secret/logs/train/" + EventFileName(1),
                RunBuilder().Scalar("new", 1, 1).Scalar("loss", 9, 1).bytes());
  routes_->Refresh();
  EXPECT_EQ(Answer(*routes_, "/api/tags").at("total").as_int64(), 4);
  EXPECT_EQ(Answer(*routes_, "/api/status").at("points").as_int64(), 7);
  EXPECT_EQ(Answer(*routes_, "/api/runs").at("runs").at(1).at("series").as_int64(), 3);
  EXPECT_EQ(Answer(*routes_, "/api/runs").at("runs").at(0).at("series").as_int64(), 2);
}

TEST_F(CoreRoutes, SeriesAreListed) {
  const json::value answer = Answer(*routes_, "/api/series?kind=scalars");
  ASSERT_THAT(answer.at("series").as_array(), SizeIs(3));
  const json::value& last = answer.at("series").at(2);
  EXPECT_EQ(last.at("run").as_string(), "train");
  EXPECT_EQ(last.at("tag").as_string(), "loss");
  EXPECT_EQ(last.at("superseded").as_int64(), 1);
  EXPECT_EQ(last.at("last_value").to_number<double>(), 0.125);
  std::set<std::string> seen;
  std::string after;
  do {
    const json::value page =
        Answer(*routes_, "/api/series?limit=1" + (after.empty() ? "" : "&after=" + after));
    const json::value& row = page.at("series").at(0);
    seen.insert(
        fmt::format("{}|{}", row.at("run").as_string().c_str(), row.at("tag").as_string().c_str()));
    after = page.at("next").is_null() ? "" : std::string(page.at("next").as_string());
  } while (!after.empty());
  EXPECT_THAT(seen, ElementsAre("eval|b\\xFF", "eval|loss", "train|loss", "train|note"));
  EXPECT_EQ(ErrorCodeOf(*routes_, "/api/series?after=x"), "FAILED_PRECONDITION");
}

TEST_F(CoreRoutes, IssuesHaveNoAbsolutePaths) {
  const kind::Response response = routes_->Get("/api/issues");
  EXPECT_THAT(response.body, Not(HasSubstr("secret")));
  const json::value answer = ParseJson(response.body);
  std::set<std::string> found;
  for (const json::value& issue : answer.at("issues").as_array()) {
    found.insert(fmt::format("{} {}", issue.at("path").as_string().c_str(),
                             issue.at("name").as_string().c_str()));
  }
  EXPECT_THAT(found, ElementsAre("eval/" + EventFileName(1) + " bad-utf8",
                                 "eval/" + EventFileName(1) + " torn-tail"));
  const json::value page = Answer(*routes_, "/api/issues?limit=1");
  EXPECT_EQ(page.at("total").as_int64(), 2);
  const std::string next(page.at("next").as_string());
  EXPECT_THAT(Answer(*routes_, "/api/issues?after=" + next).at("issues").as_array(), SizeIs(1));
}

TEST_F(CoreRoutes, StatusTellsHowThingsStand) {
  routes_->facts().missing_directories = [] { return std::vector<std::string>{"not/there"}; };
  routes_->facts().window_title = "my runs";
  routes_->facts().profile_path = "/home/me/notes.json";
  routes_->clock().Advance(std::chrono::seconds(90));
  const json::value status = Answer(*routes_, "/api/status");
  EXPECT_EQ(status.at("uptime_seconds").to_number<double>(), 90);
  EXPECT_EQ(status.at("runs").as_int64(), 2);
  EXPECT_EQ(status.at("series").as_int64(), 4);
  EXPECT_EQ(status.at("files").as_int64(), 2);
  EXPECT_EQ(status.at("progress").to_number<double>(), 1);
  EXPECT_GT(status.at("resident_bytes").as_int64(), 0);
  EXPECT_TRUE(status.at("connections").is_null());
  EXPECT_EQ(status.at("window_title").as_string(), "my runs");
  EXPECT_EQ(status.at("profile").as_string(), "/home/me/notes.json");
  EXPECT_EQ(status.at("last_data_time"),
            Answer(*routes_, "/api/runs?run=train").at("runs").at(0).at("last_time"));
  EXPECT_EQ(status.at("missing_directories").at(0).as_string(), "not/there");
}

TEST_F(CoreRoutes, ReloadAsksTheLoader) {
  EXPECT_EQ(routes_->Call("/api/reload", {.method = kind::Method::kPost}).status, 202);
  EXPECT_EQ(routes_->reloads(), 1);
}

}  // namespace
}  // namespace sightglass::testing
