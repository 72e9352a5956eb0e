// Runs kinds/*/cases/*.case on the routes of all kinds, without a server. The grammar is in
// kinds/README.md.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cctype>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "generated/kind_list.h"
#include "kinds/skeleton/skeleton_kind.h"
#include "tests/case_file.h"
#include "tests/json_file.h"
#include "tests/loaded_logs.h"
#include "tests/support/is_ok.h"
#include "tests/support/route_caller.h"
#include "tests/support/temp_dir.h"

namespace sightglass::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> CasePaths() {
  std::vector<std::string> paths;
  for (const auto& kind : fs::directory_iterator(SIGHTGLASS_KINDS)) {
    const fs::path cases = kind.path() / "cases";
    if (!fs::is_directory(cases)) continue;
    for (const auto& file : fs::directory_iterator(cases)) {
      if (file.path().extension() == ".case") paths.push_back(file.path().string());
    }
  }
  std::ranges::sort(paths);
  return paths;
}

class KindCaseTest : public ::testing::TestWithParam<std::string> {};

TEST_P(KindCaseTest, AnswersAsTheCaseSays) {
  const auto kind_case = ParseCase(ReadFileBytes(GetParam()));
  ASSERT_THAT(kind_case, IsOk());
  const TempDir dir;
  CaseLogs logs(dir);
  for (const std::string& line : kind_case->setup) ASSERT_THAT(logs.Take(line), IsOk()) << line;
  ASSERT_THAT(logs.Write(), IsOk());
  const LoadedLogs loaded(dir.Join("logs"));

  RouteCaller routes(loaded.snapshot());
  kind::Kinds all = kinds::MakeKinds({});
  all.push_back(kinds::MakeSkeletonKind({}));
  for (const auto& kind : all) kind->AddRoutes(all, routes.router());

  for (const CaseCommand& command : kind_case->commands) {
    SCOPED_TRACE(fmt::format("line {}", command.line));
    ASSERT_EQ(command.what, CaseCommand::What::kRequest) << "there is no program here to run";
    const CaseRequest& request = command.request;
    kind::Headers headers = request.headers;
    for (auto& [name, value] : headers) {
      std::ranges::transform(name, name.begin(),
                             [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    }
    kind::Response response =
        routes.Send(request.method == "GET" ? kind::Method::kGet : kind::Method::kPost,
                    request.target, {}, request.body, std::move(headers));
    if (response.source != nullptr) {
      while (response.source->Next(response.body) == kind::BodySource::State::kMore) {
      }
    }
    EXPECT_EQ(response.status, command.status) << response.body;
    if (command.json) {
      EXPECT_EQ(response.content_type, "application/json");
      EXPECT_EQ(MissingFrom(ParseJson(*command.json), ParseJson(response.body), "$"), "")
          << response.body;
    }
    if (command.body) {
      EXPECT_EQ(response.body, *command.body);
    }
    for (const std::string& text : command.body_has) {
      EXPECT_THAT(response.body, HasSubstr(text));
    }
    for (const std::string& text : command.body_lacks) {
      EXPECT_THAT(response.body, Not(HasSubstr(text)));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, KindCaseTest, ::testing::ValuesIn(CasePaths()),
                         [](const auto& test) { return fs::path(test.param).stem().string(); });

}  // namespace
}  // namespace sightglass::testing
