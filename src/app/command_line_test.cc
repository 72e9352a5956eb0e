#include "app/command_line.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

namespace sightglass::app {
namespace {

template <class Options>
Options Parsed(const std::vector<std::string>& arguments) {
  const auto invocation = ParseCommandLine(arguments);
  EXPECT_TRUE(invocation.ok()) << invocation.error().message;
  if (!invocation.ok() || !std::holds_alternative<Options>(*invocation)) {
    ADD_FAILURE() << "not the expected command";
    return {};
  }
  return std::get<Options>(*invocation);
}

std::string ErrorOf(const std::vector<std::string>& arguments) {
  const auto invocation = ParseCommandLine(arguments);
  if (invocation.ok()) return "no error";
  EXPECT_EQ(invocation.error().code, base::ErrorCode::kInvalidArgument);
  EXPECT_EQ(invocation.error().message.find('\n'), std::string::npos) << "one line";
  return invocation.error().message;
}

bool Contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(CommandLine, TakesEveryFlagOfInspect) {
  const auto options = Parsed<InspectOptions>(
      {"inspect", "a", "--logdir", "b", "c", "--logdir=d", "--logdir_spec", "x:e,y:f", "--json",
       "--all", "--run", "^r", "--tag", "loss$", "--threads", "3", "-q"});
  EXPECT_EQ(options.common.logdirs, (std::vector<std::string>{"a", "c", "b", "d"}));
  EXPECT_EQ(options.common.logdir_specs, std::vector<std::string>{"x:e,y:f"});
  EXPECT_EQ(options.common.threads, 3U);
  EXPECT_TRUE(options.common.quiet);
  EXPECT_TRUE(options.json);
  EXPECT_TRUE(options.all);
  EXPECT_EQ(options.selection.run, "^r");
  EXPECT_EQ(options.selection.tag, "loss$");
}

TEST(CommandLine, HasPlainDefaults) {
  const auto options = Parsed<InspectOptions>({"inspect", "a"});
  EXPECT_EQ(options.common.logdirs, std::vector<std::string>{"a"});
  EXPECT_EQ(options.common.threads, 0U);
  EXPECT_FALSE(options.common.quiet || options.json || options.all);
  EXPECT_EQ(options.selection.run + options.selection.tag, "");
}

TEST(CommandLine, TakesLogdirsAfterADoubleDash) {
  const auto options = Parsed<VerifyOptions>({"verify", "--", "--odd-name"});
  EXPECT_EQ(options.common.logdirs, std::vector<std::string>{"--odd-name"});
}

TEST(CommandLine, KnowsTheFormatsOfExport) {
  EXPECT_EQ(Parsed<ExportOptions>({"export", "scalars", "a"}).format, ExportFormat::kCsv);
  EXPECT_EQ(Parsed<ExportOptions>({"export", "scalars", "a", "--format", "json"}).format,
            ExportFormat::kJson);
  const auto options = Parsed<ExportOptions>(
      {"export", "scalars", "a", "--format=jsonl", "-o", "f", "--superseded"});
  EXPECT_EQ(options.format, ExportFormat::kJsonLines);
  EXPECT_EQ(options.output, "f");
  EXPECT_TRUE(options.superseded);
}

TEST(CommandLine, ShowsHelpAndVersion) {
  EXPECT_TRUE(Contains(Parsed<ShowText>({"--version"}).text, "sightglass "));
  EXPECT_TRUE(Contains(Parsed<ShowText>({"--help"}).text, "export scalars"));
  EXPECT_EQ(Parsed<ShowText>({"help"}).text, Parsed<ShowText>({"-h"}).text);
  EXPECT_EQ(Parsed<ShowText>({"help", "verify"}).text, Parsed<ShowText>({"verify", "-h"}).text);
  EXPECT_EQ(Parsed<ShowText>({"help", "export"}).text,
            Parsed<ShowText>({"export", "scalars", "--help"}).text);
}

TEST(CommandLine, HelpNamesEveryFlagAndHasExamples) {
  const std::string inspect = Parsed<ShowText>({"inspect", "--help"}).text;
  for (const char* part : {"LOGDIR", "--logdir DIR", "--logdir_spec SPEC", "--threads N", "--quiet",
                           "--run RE", "--tag RE", "--json", "--all", "--help", "Examples:"}) {
    EXPECT_TRUE(Contains(inspect, part)) << part;
  }
  const std::string exported = Parsed<ShowText>({"export", "--help"}).text;
  for (const char* part : {"--format FORMAT", "--superseded", "--output FILE", "Examples:"}) {
    EXPECT_TRUE(Contains(exported, part)) << part;
  }
}

TEST(CommandLine, NamesTheNearestCommandAndFlag) {
  EXPECT_TRUE(Contains(ErrorOf({"inspct", "a"}), "did you mean 'inspect'?"));
  EXPECT_TRUE(Contains(ErrorOf({"help", "verfy"}), "did you mean 'verify'?"));
  EXPECT_TRUE(Contains(ErrorOf({"inspect", "a", "--jsno"}), "did you mean '--json'?"));
  EXPECT_TRUE(Contains(ErrorOf({"inspect", "a", "--theads=2"}), "did you mean '--threads'?"));
  EXPECT_TRUE(Contains(ErrorOf({"export", "scalers", "a"}), "did you mean 'scalars'?"));
  EXPECT_TRUE(
      Contains(ErrorOf({"export", "scalars", "a", "--format", "cvs"}), "did you mean 'csv'?"));
  EXPECT_FALSE(Contains(ErrorOf({"help", "zzzzzz"}), "did you mean"));
}

TEST(CommandLine, RefusesWhatItCannotDo) {
  EXPECT_TRUE(Contains(ErrorOf({"inspect"}), "no log directory"));
  EXPECT_TRUE(Contains(ErrorOf({"export"}), "export what"));
  EXPECT_TRUE(Contains(ErrorOf({"inspect", "a", "--threads", "many"}), "--threads"));
  EXPECT_TRUE(Contains(ErrorOf({"inspect", "a", "--threads", "-1"}), "--threads"));
  EXPECT_TRUE(Contains(ErrorOf({"inspect", "a", "--threads", "1000000"}), "--threads"));
  EXPECT_TRUE(Contains(ErrorOf({"inspect", "a", "--run"}), "--run"));
  EXPECT_TRUE(Contains(ErrorOf({"help", "two\nlines"}), "two\\x0Alines"));
}

TEST(CommandLine, ServesWhereNoCommandIsNamed) {
  const std::vector<std::string> a{"a"};
  EXPECT_EQ(Parsed<ServeOptions>({"a"}).common.logdirs, a);
  EXPECT_EQ(Parsed<ServeOptions>({"--logdir", "a"}).common.logdirs, a);
  EXPECT_EQ(Parsed<ServeOptions>({"serve", "a"}).common.logdirs, a);
  EXPECT_EQ(Parsed<ServeOptions>({"./inspect"}).common.logdirs,
            std::vector<std::string>{"./inspect"});
  EXPECT_EQ(Parsed<ServeOptions>({"serve", "inspect"}).common.logdirs,
            std::vector<std::string>{"inspect"});
  EXPECT_EQ(Parsed<ServeOptions>({"a", "inspect"}).common.logdirs.size(), 2U);
}

}  // namespace
}  // namespace sightglass::app
