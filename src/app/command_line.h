#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "demo/training_plan.h"

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
  bool all = false;        // every run and tag in the text, however many there are
  std::string event_file;  // not empty: this file instead of directories
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

struct ServeOptions {
  CommonOptions common;
  std::string host;  // empty: localhost
  bool bind_all = false;
  std::optional<std::uint16_t> port;  // not set: the first free one from 6006 on
  bool reuse_port = false;
  std::string unix_socket;  // not empty: instead of host and port
  std::string port_file;
  std::string path_prefix;  // "" or "/p", without a slash at the end
  std::string window_title;
  // Where what users say about runs is kept; empty: in the user's settings; "none": in memory only.
  std::string profile;
  std::string token;  // empty: everybody may ask; "auto": to be made up
  std::string tls_cert;
  std::string tls_key;
  std::vector<std::string> allowed_hosts;
  std::string frame_ancestors;  // empty: only our own pages
  bool verbose = false;
  std::optional<double> reload_seconds;  // 0: load once, do not follow
  bool tb_sampling = false;
  std::map<std::string, std::size_t, std::less<>> samples;  // by plugin; 0: all
  std::string flags_json;          // all that TensorBoard has, with their values
  std::vector<std::string> notes;  // lines about flags that do not do what they seem to
  std::string graph_file;          // not empty: a graph that is shown beside what is logged
};

struct DemoOptions {
  ServeOptions serve;     // with the one log directory
  bool is_fresh = false;  // the directory was not named, and is a new one
  std::optional<std::size_t> runs;
  std::optional<demo::Breakage> broken;
  std::optional<std::size_t> epochs;
  bool is_fast = false;
  bool train_only = false;
  std::uint64_t seed = 1;
};

struct GraphOptions {
  ServeOptions serve;  // without a log directory, with the file
};

// Print this and be done.
struct ShowText {
  std::string text;
};

using Invocation = std::variant<ShowText, ServeOptions, InspectOptions, VerifyOptions,
                                ExportOptions, DemoOptions, GraphOptions>;

// What the arguments (without the program's name) ask for. The first one, if it is the name of a
// command, is the command; else it is `serve` that is meant.
// kInvalidArgument with one line that says what is wrong and what to do, naming the nearest known
// command or flag; kFailedPrecondition as ParseServe().
base::Result<Invocation> ParseCommandLine(const std::vector<std::string>& arguments);

}  // namespace sightglass::app
