#include "app/demo_flags.h"

#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <variant>

#include "app/flag_reader.h"
#include "app/passed_flags.h"
#include "app/serve_flags.h"
#include "base/check.h"
#include "base/text.h"

namespace sightglass::app {
namespace {

using Type = FlagType;
using Group = FlagGroup;

constexpr std::string_view kBreakages = "sigmoid|lr|dead-relu|init";

constexpr auto kFlags = WithPassedFlags(std::to_array<FlagInfo>({
    {"logdir", Type::kText, "DIR", "", Group::kMain,
     "where to write (default: a new directory below $TMPDIR or /tmp)"},
    {"runs", Type::kInt, "N", "", Group::kMain,
     "train 1 to 12 networks with other learning rates and activations, to compare"},
    {"broken", Type::kChoice, kBreakages, "", Group::kMain,
     "train a healthy network and one that does not learn"},
    {"epochs", Type::kInt, "N", "", Group::kMain,
     "how often each digit is shown (default: 10; 4 of --runs, 6 of --broken)"},
    {"fast", Type::kSwitch, "", "", Group::kMain, "few digits, a few seconds; a poor reader"},
    {"seed", Type::kInt, "N", "", Group::kMain, "the same seed gives the same values (default: 1)"},
    {"train_only", Type::kSwitch, "", "", Group::kMain, "no server; end when training has ended"},
    {"quiet", Type::kSwitch, "", "", Group::kMain, "no progress and no notes on standard error"},
    {"help", Type::kSwitch, "", "", Group::kMain, "this help"},
}));

constexpr std::string_view kIntro =
    R"(Trains a small network to read digits, logs all there is to see, and serves it meanwhile.

Usage: sightglass demo [flags]

)";

constexpr std::string_view kExamples =
    R"(
Examples:
  sightglass demo
  sightglass demo --runs 4
  sightglass demo --broken dead-relu --port 6007
  sightglass demo --train_only --logdir runs/ --seed 7

Where DIR has runs of an earlier demo already, the new ones get other names: nothing is overwritten.
Exit status: 0 stopped (CTRL+C or SIGTERM) or trained, 1 flags that do not go together, 2 flags that
cannot be understood, or it could not run or not write; 255 cannot listen at the address.
)";

base::Error BadUsage(std::string message) {
  return {base::ErrorCode::kInvalidArgument,
          fmt::format("{} See 'sightglass demo --help'", message)};
}

base::Error Contradiction(std::string message) {
  return {base::ErrorCode::kFailedPrecondition, std::move(message)};
}

std::string HelpText() {
  return std::string(kIntro) + FlagHelp(kFlags, Group::kMain) + PassedFlagsHelp() +
         std::string(kExamples);
}

// A name that nobody has: the moment, and this process.
std::string FreshDirectory() {
  const char* const temporary = std::getenv("TMPDIR");
  std::string folder = temporary != nullptr && *temporary == '/' ? temporary : "/tmp";
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(
      std::chrono::system_clock::now().time_since_epoch());
  return fmt::format("{}/sightglass-demo-{}-{}", folder, seconds.count(), ::getpid());
}

base::Result<std::optional<std::size_t>> Count(const FlagValues& flags, std::string_view name,
                                               std::int64_t most) {
  if (!flags.Has(name)) return std::optional<std::size_t>();
  const std::int64_t count = flags.Int(name);
  if (count < 1 || count > most) {
    return BadUsage(fmt::format("--{} takes 1 to {}, not {}.", name, most, count));
  }
  return std::optional<std::size_t>(static_cast<std::size_t>(count));
}

demo::Breakage BreakageOf(std::string_view name) {
  using demo::Breakage;
  for (const Breakage breakage :
       {Breakage::kSigmoid, Breakage::kLr, Breakage::kDeadRelu, Breakage::kInit}) {
    if (demo::BreakageName(breakage) == name) return breakage;
  }
  CHECK(false);
}

}  // namespace

base::Result<Invocation> ParseDemo(const std::vector<std::string>& arguments) {
  constexpr std::int64_t kMostEpochs = 1000;
  ASSIGN_OR_RETURN(const FlagValues flags, FlagReader(kFlags, "demo").Read(arguments));
  if (flags.Has("help")) return Invocation(ShowText{HelpText()});
  if (!flags.positionals.empty()) {
    return BadUsage(fmt::format("demo takes no directory but by --logdir; '{}' is one too many.",
                                base::EscapeForDisplay(flags.positionals.front(), 200)));
  }
  DemoOptions options;
  ASSIGN_OR_RETURN(options.runs, Count(flags, "runs", demo::kMostRuns));
  ASSIGN_OR_RETURN(options.epochs, Count(flags, "epochs", kMostEpochs));
  if (flags.Has("broken")) options.broken = BreakageOf(flags.Text("broken"));
  if (flags.Has("seed")) options.seed = static_cast<std::uint64_t>(flags.Int("seed"));
  options.is_fast = flags.Has("fast");
  options.train_only = flags.Has("train_only");
  if (options.runs && options.broken) {
    return Contradiction("--runs and --broken do not go together");
  }
  std::vector<std::string> server = PassedArguments(flags);
  if (options.train_only && !server.empty()) {
    return Contradiction(fmt::format("--train_only has no server; '{}' is for one",
                                     base::EscapeForDisplay(server.front(), 200)));
  }
  if (flags.Has("logdir") && flags.Text("logdir").empty()) {
    return BadUsage("--logdir takes a directory, not ''.");
  }
  options.is_fresh = !flags.Has("logdir");
  const std::string logdir =
      options.is_fresh ? FreshDirectory() : std::string(flags.Text("logdir"));
  server.push_back("--logdir=" + logdir);
  if (flags.Has("quiet")) server.emplace_back("--quiet");
  ASSIGN_OR_RETURN(Invocation serve, ParseServe(server));
  options.serve = std::get<ServeOptions>(std::move(serve));
  return Invocation(std::move(options));
}

}  // namespace sightglass::app
