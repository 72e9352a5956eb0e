// Runs tests/cases/*.case on the real program. The grammar is in tests/cases/README.md.

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/json.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/case_file.h"
#include "tests/json_file.h"
#include "tests/support/is_ok.h"
#include "tests/support/temp_dir.h"

namespace sightglass::testing {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

constexpr unsigned kMaxSeconds = 60;

struct Outcome {
  int exit_code = -1;
  std::string out;
  std::string err;
};

void Redirect(const std::string& path, int descriptor) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0 || ::dup2(file, descriptor) < 0) ::_exit(126);
}

Outcome RunProgram(const std::vector<std::string>& arguments, const std::string& directory) {
  const TempDir output;
  std::vector<char*> words;
  std::vector<std::string> copies = {SIGHTGLASS_BINARY};
  copies.insert(copies.end(), arguments.begin(), arguments.end());
  words.reserve(copies.size() + 1);
  for (std::string& word : copies) words.push_back(word.data());
  words.push_back(nullptr);
  const std::string out = output.Join("out");
  const std::string err = output.Join("err");
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(kMaxSeconds);  // a program that hangs ends with a signal
    ::setenv("TZ", "UTC", 1);
    ::unsetenv("COLUMNS");
    if (::chdir(directory.c_str()) != 0) ::_exit(126);
    Redirect(out, STDOUT_FILENO);
    Redirect(err, STDERR_FILENO);
    ::execv(words[0], words.data());
    ::_exit(127);
  }
  Outcome outcome;
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
  outcome.out = ReadFileBytes(out);
  outcome.err = ReadFileBytes(err);
  return outcome;
}

// Where `actual` lacks something of `expected`; empty if nowhere. Objects may have more members,
// lists may not.
std::string MissingFrom(const json::value& expected, const json::value& actual,
                        const std::string& at) {
  if (expected.is_object() && actual.is_object()) {
    for (const auto& [key, value] : expected.as_object()) {
      const std::string below = fmt::format("{}.{}", at, std::string(key));
      const json::value* found = actual.as_object().if_contains(key);
      if (found == nullptr) return below + " is missing";
      if (std::string missing = MissingFrom(value, *found, below); !missing.empty()) return missing;
    }
    return {};
  }
  if (expected.is_array() && actual.is_array()) {
    const json::array& items = expected.as_array();
    if (items.size() != actual.as_array().size()) {
      return fmt::format("{} has {} items, not {}", at, actual.as_array().size(), items.size());
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
      std::string missing =
          MissingFrom(items[i], actual.as_array()[i], fmt::format("{}[{}]", at, i));
      if (!missing.empty()) return missing;
    }
    return {};
  }
  const bool equal =
      expected.is_number() && actual.is_number()
          ? NumberOf(expected) == NumberOf(actual) && expected.is_double() == actual.is_double()
          : expected == actual;
  return equal ? std::string()
               : fmt::format("{} is {}, not {}", at, json::serialize(actual),
                             json::serialize(expected));
}

void CheckOutcome(const CaseCommand& command, const Outcome& outcome) {
  SCOPED_TRACE(fmt::format("line {}: $ {}\nstandard output:\n{}\nstandard error:\n{}", command.line,
                           fmt::join(command.arguments, " "), outcome.out.substr(0, 4000),
                           outcome.err.substr(0, 4000)));
  EXPECT_EQ(outcome.exit_code, command.exit_code);
  if (command.out) {
    EXPECT_EQ(outcome.out, *command.out);
  }
  for (const std::string& text : command.out_has) {
    EXPECT_NE(outcome.out.find(text), std::string::npos) << "not in standard output: " << text;
  }
  for (const std::string& text : command.out_lacks) {
    EXPECT_EQ(outcome.out.find(text), std::string::npos) << "in standard output: " << text;
  }
  for (const std::string& text : command.err_has) {
    EXPECT_NE(outcome.err.find(text), std::string::npos) << "not in standard error: " << text;
  }
  if (command.err_empty) {
    EXPECT_EQ(outcome.err, "");
  }
  if (command.json) {
    EXPECT_EQ(MissingFrom(ParseJson(*command.json), ParseJson(outcome.out), "$"), "");
  }
}

std::vector<std::string> CaseNames() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(SIGHTGLASS_CASES)) {
    if (entry.path().extension() == ".case") names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

class CaseTest : public ::testing::TestWithParam<std::string> {};

TEST_P(CaseTest, Passes) {
  const auto parsed = ParseCase(ReadFileBytes(fs::path(SIGHTGLASS_CASES) / (GetParam() + ".case")));
  ASSERT_THAT(parsed, IsOk());
  if (parsed->skip_as_root && ::geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const TempDir dir;
  CaseLogs logs(dir);
  for (std::size_t i = 0; i < parsed->setup.size(); ++i) {
    ASSERT_THAT(logs.Take(parsed->setup[i]), IsOk()) << "line " << parsed->setup_lines[i];
  }
  ASSERT_THAT(logs.Write(), IsOk());
  for (const CaseCommand& command : parsed->commands) {
    CheckOutcome(command, RunProgram(command.arguments, dir.path()));
  }
}

INSTANTIATE_TEST_SUITE_P(All, CaseTest, ::testing::ValuesIn(CaseNames()),
                         [](const auto& test) { return test.param; });

// The runner must be able to fail.

TEST(CaseRunnerTest, FindsWhatIsMissing) {
  const auto missing = [](std::string_view expected, std::string_view actual) {
    return MissingFrom(ParseJson(expected), ParseJson(actual), "$");
  };
  EXPECT_EQ(missing(R"({"a":1})", R"({"a":1,"b":2})"), "");
  EXPECT_EQ(missing(R"({"a":1})", R"({"b":2})"), "$.a is missing");
  EXPECT_EQ(missing(R"([1,2])", R"([1])"), "$ has 1 items, not 2");
  EXPECT_EQ(missing(R"([1,2])", R"([1,3])"), "$[1] is 3, not 2");
  EXPECT_NE(missing("9007199254740993", "9007199254740993.0"), "");
  EXPECT_NE(missing(R"("a")", "1"), "");
}

TEST(CaseRunnerTest, RefusesWhatItDoesNotKnow) {
  EXPECT_THAT(ParseCase("run a\n"), IsError(base::ErrorCode::kInvalidArgument));
  EXPECT_THAT(ParseCase("$ x\nexpect 3\n"), IsError(base::ErrorCode::kInvalidArgument));
  EXPECT_THAT(SplitWords("\"open"), IsError(base::ErrorCode::kInvalidArgument));
  const TempDir dir;
  CaseLogs logs(dir);
  EXPECT_THAT(logs.Take("file 1 salar loss 1=2"), IsError(base::ErrorCode::kInvalidArgument));
  EXPECT_THAT(logs.Take("file x scalar loss 1=2"), IsError(base::ErrorCode::kInvalidArgument));
  EXPECT_THAT(logs.Take("file 1 scalar loss 2"), IsError(base::ErrorCode::kInvalidArgument));
}

TEST(CaseRunnerTest, SplitsWords) {
  const auto words = SplitWords(R"(a  "b c" d="\xFF\n\"" "")");
  ASSERT_THAT(words, IsOk());
  EXPECT_EQ(*words, (std::vector<std::string>{"a", "b c", "d=\xFF\n\"", ""}));
}

}  // namespace
}  // namespace sightglass::testing
