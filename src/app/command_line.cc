#include "app/command_line.h"

#include <sys/stat.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "app/demo_flags.h"
#include "app/graph_flags.h"
#include "app/serve_flags.h"
#include "base/nearest_name.h"
#include "base/text.h"

namespace sightglass::app {
namespace {

constexpr std::string_view kOverview =
    R"(sightglass shows TensorBoard log directories: every point, at once.

Usage: sightglass LOGDIR...                  serve them, at http://localhost:6006/
       sightglass COMMAND LOGDIR... [flags]

Commands:
  serve           TensorBoard's HTTP API and a page; what is meant where no command is given
  inspect         what is in a log directory: runs, tags, points, ranges, problems
  verify          check every record of every event file, and list each damaged place
  export scalars  every scalar point as CSV, JSON or JSON lines
  graph           a model in a file, drawn: GraphDef, SavedModel, Keras, ONNX
  demo            train a small network, and watch it learn
  help            this text, or 'help COMMAND'

Flags:
  --help          this text; with a command, all about it
  --version       the version

Examples:
  sightglass runs/
  sightglass --logdir runs/ --port 6006 --bind_all --token auto
  sightglass inspect runs/ --tag loss --json
  sightglass verify runs/ && echo sound
  sightglass export scalars runs/ -o scalars.csv
  sightglass graph model.onnx
  sightglass demo
)";

constexpr std::string_view kInspectExamples =
    R"(Examples:
  sightglass inspect runs/
  sightglass inspect runs/ --run 'seed-[0-3]$' --tag '^loss' --all
  sightglass inspect runs/ --json | jq '.runs[].name'
  sightglass inspect --logdir_spec base:runs/a,tuned:runs/b

Exit status: 0, or 2 if it could not run. Damage is told, and is no failure here: see verify.)";

constexpr std::string_view kVerifyExamples =
    R"(Examples:
  sightglass verify runs/
  sightglass verify runs/ --json > report.json

Exit status: 0 sound, 1 damaged, 2 could not run. A record cut off at the end of a file is told,
but is no damage: the job may still be writing it.)";

constexpr std::string_view kExportExamples =
    R"(Examples:
  sightglass export scalars runs/ > scalars.csv
  sightglass export scalars runs/ --tag '^loss$' --format jsonl | head
  sightglass export scalars runs/ --run eval --format json -o eval.json

CSV has the columns run,tag,step,wall_time,value. A file given with -o appears when it is complete.
Exit status: 0, or 2 if it could not run or not write.)";

constexpr std::size_t kMaxThreads = 1024;

base::Error BadUsage(std::string message) {
  return base::Error{base::ErrorCode::kInvalidArgument, std::move(message)};
}

std::string Shown(std::string_view text) { return base::EscapeForDisplay(text, 200); }

// The end of a sentence about a wrong name: "; did you mean 'x'?" where that is likely.
std::string Suggestion(std::string_view written, std::span<const std::string> known) {
  const auto nearest = base::NearestName(written, known);
  return nearest ? fmt::format("; did you mean '{}'?", *nearest) : ".";
}

const std::vector<std::string>& CommandNames() {
  static const std::vector<std::string> names = {"serve", "inspect", "verify", "export",
                                                 "graph", "demo",    "help"};
  return names;
}

// One command's flags. CLI11 does the parsing; what it reports is put into our words.
class CommandParser {
 public:
  CommandParser(std::string name, std::string_view description, std::string_view examples)
      : name_(std::move(name)), description_(description), examples_(examples) {
    app_.set_help_flag("-h,--help", "show this help")->type_name("");
  }

  CLI::App& app() { return app_; }

  void AddCommon(CommonOptions& options) {
    app_.add_option("LOGDIR", options.logdirs,
                    "directories to look for runs in; globs are expanded")
        ->type_name("");
    common_ = &options;
    // One value each time: CLI11 would go on to the next flag and swallow LOGDIRs.
    app_.add_option("--logdir", logdir_flags_, "the same as a flag, as TensorBoard has it")
        ->type_name("DIR")
        ->allow_extra_args(false)
        ->take_all();
    app_.add_option("--logdir_spec,--logdir-spec", options.logdir_specs,
                    "directories with names, name1:dir1,name2:dir2")
        ->type_name("SPEC")
        ->allow_extra_args(false)
        ->take_all();
    app_.add_option("--threads", options.threads,
                    "how many threads read (default: one a processor)")
        ->type_name("N")
        ->check(CLI::Range(std::size_t{0}, kMaxThreads).description(""));
    app_.add_flag("-q,--quiet", options.quiet, "no progress bar and no notes on standard error");
  }

  void AddSelection(SelectionOptions& options) {
    app_.add_option("--run", options.run, "only runs whose name matches this regular expression")
        ->type_name("RE");
    app_.add_option("--tag", options.tag, "only tags that match this regular expression")
        ->type_name("RE");
  }

  // The help text if that was asked for.
  base::Result<std::optional<std::string>> Parse(std::vector<std::string> arguments) {
    std::ranges::reverse(arguments);  // CLI11 takes them from the back
    try {
      app_.parse(std::move(arguments));
    } catch (const CLI::CallForHelp&) {
      return std::optional(HelpText());
    } catch (const CLI::ExtrasError&) {
      return UnknownFlag();
    } catch (const CLI::ParseError& error) {
      std::string what = error.what();
      what.erase(std::min(what.find('\n'), what.size()));
      return BadUsage(fmt::format("{}; see 'sightglass {} --help'", Shown(what), name_));
    }
    if (common_ != nullptr) {
      std::ranges::move(logdir_flags_, std::back_inserter(common_->logdirs));
    }
    return std::optional<std::string>();
  }

 private:
  base::Error UnknownFlag() const {
    const std::vector<std::string> extras = app_.remaining();
    std::string written = extras.empty() ? "" : extras.front();
    written.erase(std::min(written.find('='), written.size()));
    std::vector<std::string> known;
    for (const CLI::Option* option : app_.get_options()) {
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
      for (const std::string& name : option->get_snames()) known.push_back("-" + name);
    }
    return BadUsage(fmt::format("unknown flag '{}' for '{}'{} See 'sightglass {} --help'",
                                Shown(written), name_, Suggestion(written, known), name_));
  }

  // In our own layout: CLI11's adds types and ranges that are no help to anybody.
  std::string HelpText() const {
    constexpr std::size_t kNameColumns = 22;
    std::string text =
        fmt::format("{}\n\nUsage: sightglass {} LOGDIR... [flags]\n\n", description_, name_);
    // CLI11 made the help flag before all others; readers look for it last.
    std::vector<const CLI::Option*> options = app_.get_options();
    std::rotate(options.begin(), options.begin() + 1, options.end());
    for (const CLI::Option* option : options) {
      const bool positional = option->get_positional();
      const std::string value = option->get_type_name();
      // The first long name stands for all spellings of it.
      std::string names = positional ? option->get_single_name() : "--" + option->get_lnames()[0];
      if (!option->get_snames().empty())
        names = fmt::format("-{}, {}", option->get_snames()[0], names);
      if (!value.empty()) names += " " + value;
      text += fmt::format("  {:<{}}  {}\n", names, kNameColumns, option->get_description());
    }
    return text + "\n" + std::string(examples_) + "\n";
  }

  std::string name_;
  std::string_view description_;
  std::string_view examples_;
  // CLI11 clears what an option is bound to, so two of them cannot share one list.
  std::vector<std::string> logdir_flags_;
  CommonOptions* common_ = nullptr;
  CLI::App app_;
};

base::Status RequireLogdir(const CommonOptions& options, std::string_view command) {
  if (!options.logdirs.empty() || !options.logdir_specs.empty()) return base::OkStatus();
  return BadUsage(fmt::format("no log directory given; say 'sightglass {} LOGDIR'", command));
}

base::Result<Invocation> ParseInspect(std::vector<std::string> arguments) {
  InspectOptions options;
  CommandParser parser("inspect", "Shows what is in log directories.", kInspectExamples);
  parser.AddCommon(options.common);
  parser.AddSelection(options.selection);
  parser.app().add_flag("--json", options.json, "everything, for programs");
  parser.app().add_flag("-a,--all", options.all, "every run and tag, however many there are");
  ASSIGN_OR_RETURN(auto help, parser.Parse(std::move(arguments)));
  if (help) return Invocation(ShowText{*std::move(help)});
  RETURN_IF_ERROR(RequireLogdir(options.common, "inspect"));
  return Invocation(std::move(options));
}

base::Result<Invocation> ParseVerify(std::vector<std::string> arguments) {
  VerifyOptions options;
  CommandParser parser("verify", "Checks every record of every event file.", kVerifyExamples);
  parser.AddCommon(options.common);
  parser.app().add_flag("--json", options.json, "the whole report, for programs");
  ASSIGN_OR_RETURN(auto help, parser.Parse(std::move(arguments)));
  if (help) return Invocation(ShowText{*std::move(help)});
  RETURN_IF_ERROR(RequireLogdir(options.common, "verify"));
  return Invocation(std::move(options));
}

base::Result<ExportFormat> ParseFormat(const std::string& text) {
  static const std::vector<std::string> names = {"csv", "json", "jsonl"};
  if (text == names[0]) return ExportFormat::kCsv;
  if (text == names[1]) return ExportFormat::kJson;
  if (text == names[2]) return ExportFormat::kJsonLines;
  return BadUsage(fmt::format("unknown format '{}'{} The formats are csv, json and jsonl",
                              Shown(text), Suggestion(text, names)));
}

base::Result<Invocation> ParseExport(std::vector<std::string> arguments) {
  ExportOptions options;
  std::string format = "csv";
  CommandParser parser("export scalars", "Writes every scalar point.", kExportExamples);
  parser.AddCommon(options.common);
  parser.AddSelection(options.selection);
  parser.app()
      .add_option("-f,--format", format, "csv (default), json, or jsonl: one object a line")
      ->type_name("FORMAT");
  parser.app().add_flag("--superseded", options.superseded,
                        "also points that a restarted job wrote again, marked as such");
  parser.app().add_option("-o,--output", options.output, "write to this file")->type_name("FILE");

  static const std::vector<std::string> kinds = {"scalars"};
  const std::string first = arguments.empty() ? std::string() : arguments.front();
  if (first == "scalars") {
    arguments.erase(arguments.begin());
  } else if (first != "-h" && first != "--help") {
    if (first.empty() || first.starts_with('-')) {
      return BadUsage("export what? Say 'sightglass export scalars LOGDIR'");
    }
    return BadUsage(fmt::format("cannot export '{}'{} Say 'sightglass export scalars LOGDIR'",
                                Shown(first), Suggestion(first, kinds)));
  }
  ASSIGN_OR_RETURN(auto help, parser.Parse(std::move(arguments)));
  if (help) return Invocation(ShowText{*std::move(help)});
  ASSIGN_OR_RETURN(options.format, ParseFormat(format));
  RETURN_IF_ERROR(RequireLogdir(options.common, "export scalars"));
  return Invocation(std::move(options));
}

// `first` is no command, so it is the log directory of a server; unless it is a command misspelt,
// for which nobody wants a server that waits for a directory of that name.
base::Status CheckMisspeltCommand(const std::string& first) {
  struct stat info {};
  if (first.starts_with('-') || first.find('/') != std::string::npos) return {};
  const auto nearest = base::NearestName(first, CommandNames());
  if (!nearest || ::stat(first.c_str(), &info) == 0) return {};
  return BadUsage(
      fmt::format("unknown command '{0}'; did you mean '{1}'? To wait for a directory of that name "
                  "say 'sightglass serve {0}'",
                  Shown(first), *nearest));
}

base::Result<Invocation> ParseHelp(const std::vector<std::string>& topics) {
  if (topics.empty()) return Invocation(ShowText{std::string(kOverview)});
  if (std::ranges::find(CommandNames(), topics.front()) == CommandNames().end()) {
    return BadUsage(fmt::format("no help on '{}'{} See 'sightglass --help'", Shown(topics.front()),
                                Suggestion(topics.front(), CommandNames())));
  }
  return ParseCommandLine({topics.front(), "--help"});
}

}  // namespace

base::Result<Invocation> ParseCommandLine(const std::vector<std::string>& arguments) {
  if (arguments.empty()) return ParseServe(arguments);
  const std::string& first = arguments.front();
  std::vector<std::string> rest(arguments.begin() + 1, arguments.end());
  if (first == "--version" || first == "-V") {
    return Invocation(ShowText{"sightglass " SIGHTGLASS_VERSION "\n"});
  }
  if (first == "--help" || first == "-h") return ParseHelp({});
  if (first == "help") return ParseHelp(rest);
  if (first == "serve") return ParseServe(rest);
  if (first == "inspect") return ParseInspect(std::move(rest));
  if (first == "verify") return ParseVerify(std::move(rest));
  if (first == "export") return ParseExport(std::move(rest));
  if (first == "graph") return ParseGraph(rest);
  if (first == "demo") return ParseDemo(rest);
  RETURN_IF_ERROR(CheckMisspeltCommand(first));
  return ParseServe(arguments);
}

}  // namespace sightglass::app
