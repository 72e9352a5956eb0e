#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"

namespace sightglass::app {

// What every command that reads log directories takes.
struct CommonOptions {
  std::vector<std::string> logdirs;       // positional and --logdir
  std::vector<std::string> logdir_specs;  // TensorBoard's --logdir_spec
  std::size_t threads = 0;                // 0: as many as there are processors
  bool quiet = false;                     // no progress bar, no notes; errors still show
};

// Which runs and tags: RE2 patterns found anywhere in the name. Empty: all.
struct SelectionOptions {
  std::string run;
  std::string tag;
};

struct InspectOptions {
  CommonOptions common;
  SelectionOptions selection;
  bool json = false;
  bool all = false;  // every run and tag in the text, however many there are
};

struct VerifyOptions {
  CommonOptions common;
  bool json = false;
};

enum class ExportFormat : unsigned char { kCsv, kJson, kJsonLines };

struct ExportOptions {
  CommonOptions common;
  SelectionOptions selection;
  ExportFormat format = ExportFormat::kCsv;
  bool superseded = false;  // also points that a restarted job wrote again
  std::string output;       // empty or "-": standard output
};

// Print this and be done.
struct ShowText {
  std::string text;
};

using Invocation = std::variant<ShowText, InspectOptions, VerifyOptions, ExportOptions>;

// What the arguments (without the program's name) ask for. kInvalidArgument with one line that
// says what is wrong and what to do, naming the nearest known command or flag.
base::Result<Invocation> ParseCommandLine(const std::vector<std::string>& arguments);

}  // namespace sightglass::app
