// Runs every *.case on the real program. The grammar is in tests/cases/README.md.

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/json.hpp>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/case_file.h"
#include "tests/case_server.h"
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

// What is wrong with an answer; empty: nothing.
std::string WrongWith(const CaseCommand& command, const CaseAnswer& answer) {
  if (answer.status != command.status) {
    return fmt::format("status {}, not {}", answer.status, command.status);
  }
  for (const auto& [name, value] : command.headers) {
    const std::string* const found = answer.Header(name);
    if (found == nullptr) return fmt::format("no header {}", name);
    if (*found != value) return fmt::format("header {} is {}, not {}", name, *found, value);
  }
  for (const std::string& name : command.headers_lacking) {
    if (answer.Header(name) != nullptr) return fmt::format("there is a header {}", name);
  }
  if (command.body && answer.body != *command.body) return "body is not " + *command.body;
  for (const std::string& text : command.body_has) {
    if (answer.body.find(text) == std::string::npos) return "not in the body: " + text;
  }
  for (const std::string& text : command.body_lacks) {
    if (answer.body.find(text) != std::string::npos) return "in the body: " + text;
  }
  if (!command.json) return {};
  json::error_code error;
  const json::value actual = json::parse(answer.body, error);
  if (error) return "body is not JSON";
  return MissingFrom(ParseJson(*command.json), actual, "$");
}

void CheckRequest(const CaseCommand& command, const CaseServer& server) {
  // What is awaited comes within milliseconds of a change, but for a slow machine.
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (true) {
    const CaseAnswer answer = server.Ask(command.request);
    const std::string wrong = WrongWith(command, answer);
    const bool is_late =
        command.what != CaseCommand::What::kAwait || std::chrono::steady_clock::now() > deadline;
    if (wrong.empty()) return;
    if (is_late) {
      ADD_FAILURE() << fmt::format("line {}: {} {}: {}\n{} {}\nserver: {}", command.line,
                                   command.request.method, command.request.target, wrong,
                                   answer.status, answer.body.substr(0, 4000), server.Messages());
      return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

// Runs the commands of a case in its directory.
class CaseRunner {
 public:
  CaseRunner(const TempDir& dir, CaseLogs& logs) : dir_(dir), logs_(logs) {}

  void Run(const CaseCommand& command) {
    using What = CaseCommand::What;
    switch (command.what) {
      case What::kRun:
        return CheckOutcome(command, RunProgram(command.arguments, dir_.path()));
      case What::kServe:
        Serve(command.arguments);
        for (const std::string& text : command.err_has) {
          EXPECT_TRUE(server_->Says(text)) << "not said: " << text << "\n" << server_->Messages();
        }
        return;
      case What::kFiles:
        for (const std::string& line : command.setup) {
          ASSERT_THAT(logs_.Take(line), IsOk()) << "line " << command.line;
        }
        ASSERT_THAT(logs_.Write(), IsOk());
        return;
      case What::kRequest:
      case What::kAwait:
        if (server_ == nullptr) Serve({"logs"});
        return CheckRequest(command, *server_);
    }
  }

 private:
  void Serve(const std::vector<std::string>& flags) {
    server_ = nullptr;  // the old one ends before the new one starts
    server_ = std::make_unique<CaseServer>(SIGHTGLASS_BINARY, flags, dir_.path());
  }

  const TempDir& dir_;
  CaseLogs& logs_;
  std::unique_ptr<CaseServer> server_;
};

// Every case of the tree: tests/cases/ for what crosses kinds, kinds/NAME/cases/ for the rest.
std::vector<fs::path> CasePaths() {
  std::vector<fs::path> folders = {fs::path(SIGHTGLASS_ROOT) / "tests" / "cases"};
  for (const auto& kind : fs::directory_iterator(fs::path(SIGHTGLASS_ROOT) / "kinds")) {
    // The skeleton is there to be copied; the program does not have it.
    if (kind.path().filename() == "skeleton") continue;
    if (fs::is_directory(kind.path() / "cases")) folders.push_back(kind.path() / "cases");
  }
  std::vector<fs::path> paths;
  for (const fs::path& folder : folders) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() == ".case") paths.push_back(entry.path());
    }
  }
  std::ranges::sort(paths);
  return paths;
}

class CaseTest : public ::testing::TestWithParam<fs::path> {};

TEST_P(CaseTest, Passes) {
  const auto parsed = ParseCase(ReadFileBytes(GetParam()));
  ASSERT_THAT(parsed, IsOk());
  if (parsed->skip_as_root && ::geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const TempDir dir;
  CaseLogs logs(dir);
  for (std::size_t i = 0; i < parsed->setup.size(); ++i) {
    ASSERT_THAT(logs.Take(parsed->setup[i]), IsOk()) << "line " << parsed->setup_lines[i];
  }
  ASSERT_THAT(logs.Write(), IsOk());
  CaseRunner runner(dir, logs);
  for (const CaseCommand& command : parsed->commands) {
    runner.Run(command);
    if (HasFatalFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(All, CaseTest, ::testing::ValuesIn(CasePaths()),
                         [](const auto& test) { return test.param.stem().string(); });

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
  EXPECT_THAT(ParseCase("serve x\nget /\n"), IsError(base::ErrorCode::kInvalidArgument));
  EXPECT_THAT(ParseCase("serve x\nheader a\n"), IsError(base::ErrorCode::kInvalidArgument));
  EXPECT_THAT(SplitWords("\"open"), IsError(base::ErrorCode::kInvalidArgument));
  const TempDir dir;
  CaseLogs logs(dir);
  EXPECT_THAT(logs.Take("file 1 salar loss 1=2"), IsError(base::ErrorCode::kInvalidArgument));
  EXPECT_THAT(logs.Take("file x scalar loss 1=2"), IsError(base::ErrorCode::kInvalidArgument));
  EXPECT_THAT(logs.Take("file 1 scalar loss 2"), IsError(base::ErrorCode::kInvalidArgument));
}

TEST(CaseRunnerTest, FindsWhatIsWrongWithAnAnswer) {
  const auto wrong = [](std::string_view expected, std::string_view answer) {
    const auto file = ParseCase(fmt::format("get /\n{}\n", expected));
    const auto parsed = ParseAnswer(answer, "GET");
    if (!file.ok() || !parsed.ok()) return std::string("cannot be parsed");
    return WrongWith(file->commands.front(), *parsed);
  };
  constexpr std::string_view kAnswer =
      "HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nContent-Length: 7\r\n\r\n{\"a\":1}";
  EXPECT_EQ(wrong("200 {\"a\":1}\nheader-is content-type a/b\nheader-lacks etag\nbody-has a\n"
                  "body-lacks b\nbody-is {\"a\":1}",
                  kAnswer),
            "");
  for (const char* expected : {"404", "200 {\"a\":2}", "200\nheader-is content-type a/c",
                               "200\nheader-is etag x", "200\nheader-lacks content-type",
                               "200\nbody-has b", "200\nbody-lacks a", "200\nbody-is a"}) {
    EXPECT_NE(wrong(expected, kAnswer), "") << expected;
  }
}

TEST(CaseRunnerTest, ReadsAnswers) {
  const auto chunked = ParseAnswer(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n", "GET");
  ASSERT_THAT(chunked, IsOk());
  EXPECT_EQ(chunked->body, "abc");
  for (const char* bytes :
       {"", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n"}) {
    EXPECT_THAT(ParseAnswer(bytes, "GET"), IsError(base::ErrorCode::kDataLoss)) << bytes;
  }
}

TEST(CaseRunnerTest, SplitsWords) {
  const auto words = SplitWords(R"(a  "b c" d="\xFF\n\"" "")");
  ASSERT_THAT(words, IsOk());
  EXPECT_EQ(*words, (std::vector<std::string>{"a", "b c", "d=\xFF\n\"", ""}));
}

}  // namespace
}  // namespace sightglass::testing
