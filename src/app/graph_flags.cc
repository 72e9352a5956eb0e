#include "app/graph_flags.h"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>
#include <variant>

#include "app/flag_reader.h"
#include "app/passed_flags.h"
#include "app/serve_flags.h"
#include "base/text.h"

namespace sightglass::app {
namespace {

using Type = FlagType;
using Group = FlagGroup;

constexpr auto kFlags = WithPassedFlags(std::to_array<FlagInfo>({
    {"quiet", Type::kSwitch, "", "", Group::kMain, "no notes on standard error"},
    {"help", Type::kSwitch, "", "", Group::kMain, "this help"},
}));

constexpr std::string_view kIntro =
    R"(Draws the model in a file: opens it, and serves the page that shows it.

Usage: sightglass graph FILE [flags]

  FILE                          GraphDef (.pb, .pbtxt), SavedModel (its directory or saved_model.pb),
                                Keras (.keras, or model.to_json()), ONNX; what it holds decides
)";

constexpr std::string_view kExamples =
    R"(
Examples:
  sightglass graph model.onnx
  sightglass graph export/saved_model --port 6007

A file that is replaced while it is shown is read again when the page is reloaded.
Exit status: 0 when stopped (CTRL+C or SIGTERM), 1 flags that do not go together, 2 flags that
cannot be understood, or the file cannot be read or is no graph; 255 cannot listen at the address.
)";

base::Error BadUsage(std::string_view message) {
  return {base::ErrorCode::kInvalidArgument,
          fmt::format("{} See 'sightglass graph --help'", message)};
}

// The last part of a path: the page's title.
std::string NameOf(std::string_view path) {
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  return std::string(path.substr(path.rfind('/') + 1));
}

}  // namespace

base::Result<Invocation> ParseGraph(const std::vector<std::string>& arguments) {
  ASSIGN_OR_RETURN(const FlagValues flags, FlagReader(kFlags, "graph").Read(arguments));
  if (flags.Has("help")) {
    return Invocation(ShowText{std::string(kIntro) + FlagHelp(kFlags, Group::kMain) +
                               PassedFlagsHelp() + std::string(kExamples)});
  }
  const std::vector<std::string>& files = flags.positionals;
  if (files.empty() || files.front().empty()) {
    return BadUsage("graph takes a file; say 'sightglass graph FILE'.");
  }
  if (files.size() > 1) {
    return BadUsage(fmt::format("graph takes one file; '{}' is one too many.",
                                base::EscapeForDisplay(files[1], 200)));
  }
  std::vector<std::string> server = PassedArguments(flags);
  if (flags.Has("quiet")) server.emplace_back("--quiet");
  ASSIGN_OR_RETURN(Invocation serve, ParseServe(server, LogdirRule::kNone));
  GraphOptions options{.serve = std::get<ServeOptions>(std::move(serve))};
  options.serve.graph_file = files.front();
  if (options.serve.window_title.empty()) options.serve.window_title = NameOf(files.front());
  return Invocation(std::move(options));
}

}  // namespace sightglass::app
