#include "app/serve_flags.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

#include "app/flag_reader.h"
#include "base/text.h"
#include "kind/name_pattern.h"

namespace sightglass::app {
namespace {

using Type = FlagType;
using Group = FlagGroup;

// All flags, in the order of the help. Those with an initial value are told by /data/environment.
constexpr auto kFlags = std::to_array<FlagInfo>({
    {"logdir", Type::kList, "DIR", "", Group::kMain,
     "directory to look for runs in, as LOGDIR; as often as wanted"},
    {"logdir_spec", Type::kText, "SPEC", "\"\"", Group::kMain,
     "directories with names, name1:dir1,name2:dir2"},
    {"port", Type::kText, "N", "null", Group::kMain,
     "port to listen at; 0: any; default: the first free one from 6006 on"},
    {"host", Type::kText, "ADDR", "null", Group::kMain,
     "address to listen at (default: localhost)"},
    {"bind_all", Type::kSwitch, "", "false", Group::kMain,
     "listen at every address, IPv4 and IPv6"},
    {"path_prefix", Type::kText, "/P", "\"\"", Group::kMain, "serve below this path"},
    {"window_title", Type::kText, "TEXT", "\"\"", Group::kMain, "title of the page"},
    {"profile", Type::kText, "FILE", "", Group::kMain,
     "keep notes on runs here, as in LOGDIR/.sightglass.json, not in ~/.config; none: nowhere"},
    {"threads", Type::kInt, "N", "", Group::kMain,
     "how many threads read files (default: one a processor)"},
    {"port_file", Type::kText, "FILE", "", Group::kMain,
     "write the port here once the server listens"},
    {"socket", Type::kText, "PATH", "", Group::kMain,
     "listen at this Unix socket instead of an address"},
    {"verbose", Type::kSwitch, "", "", Group::kMain, "one line on standard error for each request"},
    {"quiet", Type::kSwitch, "", "", Group::kMain, "no notes on standard error"},
    {"help", Type::kSwitch, "", "", Group::kMain, "this help; --helpfull: all flags"},
    {"version", Type::kSwitch, "", "", Group::kMain, "the version"},

    {"token", Type::kText, "TOKEN", "", Group::kSecurity,
     "let only those in who know it; auto: make one up. Or set SIGHTGLASS_TOKEN"},
    {"tls_cert", Type::kText, "FILE", "", Group::kSecurity, "serve HTTPS: certificate chain, PEM"},
    {"tls_key", Type::kText, "FILE", "", Group::kSecurity, "its private key, PEM"},
    {"allowed_host", Type::kList, "NAME", "", Group::kSecurity,
     "a further name that browsers may call this server by; *: any"},
    {"frame_ancestors", Type::kText, "SOURCES", "", Group::kSecurity,
     "pages that may show ours in a frame, as in a Content-Security-Policy (default: 'self')"},

    {"reload_interval", Type::kNumber, "SECONDS", "5.0", Group::kTensorboard,
     "changes show at once; this often all is looked at anyway (default: 30). 0: load once"},
    {"samples_per_plugin", Type::kText, "NAME=N,...", "", Group::kTensorboard,
     "sizes of the samples of --tb_sampling; 0: all"},
    {"tb_sampling", Type::kSwitch, "", "", Group::kTensorboard,
     "answer /data/... with samples as small as TensorBoard's; else nothing is sampled"},
    {"max_reload_threads", Type::kInt, "N", "1", Group::kTensorboard,
     "the same as --threads, if above 1"},
    {"reuse_port", Type::kBool, "BOOL", "false", Group::kTensorboard,
     "share the port with others that do so (SO_REUSEPORT)"},
    {"inspect", Type::kSwitch, "", "false", Group::kTensorboard,
     "do not serve: run 'sightglass inspect'"},
    {"event_file", Type::kText, "FILE", "\"\"", Group::kTensorboard,
     "with --inspect: this event file instead of a directory"},
    {"tag", Type::kText, "TAG", "\"\"", Group::kTensorboard, "with --inspect: only this tag"},
    {"version_tb", Type::kSwitch, "", "false", Group::kTensorboard,
     "the version, and nothing else"},
    {"helpshort", Type::kSwitch, "", "", Group::kTensorboard, "the same as --help"},
    {"helpfull", Type::kSwitch, "", "", Group::kTensorboard, "this help"},

    {"purge_orphaned_data", Type::kBool, "BOOL", "true", Group::kNoEffect,
     "points that a restarted job wrote again are always kept, apart from those that count"},
    {"load_fast", Type::kChoice, "false|auto|true", "\"auto\"", Group::kNoEffect,
     "there is one loader"},
    {"reload_multifile", Type::kBool, "BOOL", "null", Group::kNoEffect,
     "all files of a run are always followed"},
    {"reload_multifile_inactive_secs", Type::kInt, "N", "86400", Group::kNoEffect,
     "however old they are"},
    {"detect_file_replacement", Type::kBool, "BOOL", "null", Group::kNoEffect,
     "replaced files are always noticed"},
    {"reload_task", Type::kChoice, "auto|thread|process|blocking", "\"auto\"", Group::kNoEffect,
     "loading never keeps the server from answering"},
    {"generic_data", Type::kChoice, "false|auto|true", "\"auto\"", Group::kNoEffect,
     "as in TensorBoard"},
    {"db", Type::kText, "URI", "\"\"", Group::kNoEffect, "as in TensorBoard"},
    {"db_import", Type::kSwitch, "", "false", Group::kNoEffect, "as in TensorBoard"},
    {"extra_data_server_flags", Type::kText, "FLAGS", "\"\"", Group::kNoEffect,
     "there is no separate data server"},
    {"grpc_creds_type", Type::kChoice, "local|ssl|ssl_dev", "\"local\"", Group::kNoEffect,
     "for the same reason"},
    {"grpc_data_provider", Type::kText, "ADDR", "\"\"", Group::kNoEffect,
     "not supported: an error"},
    {"verbosity", Type::kInt, "N", "-1", Group::kNoEffect, "see --verbose"},
});

constexpr std::string_view kIntro =
    R"(Serves log directories: TensorBoard's HTTP API, our own, and a page.

Usage: sightglass [serve] LOGDIR... [flags]

  LOGDIR                        directory to look for runs in; globs are expanded; may come later
)";

constexpr std::string_view kExamples =
    R"(
Examples:
  sightglass runs/
  sightglass --logdir runs/ --port 6006
  sightglass runs/ --path_prefix /tensorboard
  sightglass runs/ --bind_all --token auto
  sightglass --logdir_spec base:runs/a,tuned:runs/b

A flag may be shortened as long as no other begins so. Standard error has the address.
Exit status: 0 when stopped (CTRL+C or SIGTERM), 1 flags that do not go together, 2 flags that
cannot be understood, 255 cannot listen at the address.
)";

base::Error BadUsage(std::string message) {
  return {base::ErrorCode::kInvalidArgument,
          fmt::format("{} See 'sightglass serve --help'", message)};
}

base::Error Contradiction(std::string message) {
  return {base::ErrorCode::kFailedPrecondition, std::move(message)};
}

std::string Shown(std::string_view text) { return base::EscapeForDisplay(text, 200); }

std::string HelpText(bool full) {
  std::string text(kIntro);
  text += FlagHelp(kFlags, Group::kMain);
  text += "\nWho may ask:\n" + FlagHelp(kFlags, Group::kSecurity);
  if (full) {
    text += "\nMore of TensorBoard's flags:\n" + FlagHelp(kFlags, Group::kTensorboard);
    text += "\nFlags of TensorBoard that are accepted and change nothing here:\n" +
            FlagHelp(kFlags, Group::kNoEffect);
  }
  return text + std::string(kExamples);
}

base::Result<std::uint16_t> ParsePort(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc() || end != text.data() + text.size()) {
    return BadUsage(
        fmt::format("--port takes 'default' or a number from 0 to 65535, not '{}'.", Shown(text)));
  }
  return port;
}

// TensorBoard's form, "scalars=500,images=0".
base::Result<std::map<std::string, std::size_t, std::less<>>> ParseSamples(std::string_view text) {
  std::map<std::string, std::size_t, std::less<>> samples;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(','), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t equals = part.find('=');
    std::size_t count = 0;
    const char* const part_end = part.data() + part.size();
    const char* const digits =
        equals == std::string_view::npos ? part_end : part.data() + equals + 1;
    const auto [stop, error] = std::from_chars(digits, part_end, count);
    if (error != std::errc() || stop != part_end || equals == 0) {
      return BadUsage(fmt::format(
          "--samples_per_plugin takes NAME=N,..., as in scalars=500,images=0, not '{}'.",
          Shown(part)));
    }
    samples.insert_or_assign(std::string(part.substr(0, equals)), count);
  }
  return samples;
}

// A token stands in headers, cookies and links.
base::Status CheckToken(std::string_view token) {
  if (token.empty()) return BadUsage("a token must not be empty; 'auto' makes one up.");
  constexpr std::size_t kLongestToken = 256;
  const bool is_plain = std::ranges::all_of(token, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.' || c == '~';
  });
  if (is_plain && token.size() <= kLongestToken) return {};
  return BadUsage(fmt::format("a token has at most {} letters, digits and characters of '-_.~'.",
                              kLongestToken));
}

// They become a part of a header, where ';' would begin another policy.
base::Status CheckFrameAncestors(std::string_view sources) {
  const auto is_plain = [](char c) { return c >= ' ' && c <= '~' && c != ';' && c != ','; };
  if (!sources.empty() && std::ranges::all_of(sources, is_plain)) return {};
  return BadUsage(
      "--frame_ancestors takes sources parted by blanks, as in \"'self' https://a.example\".");
}

// What TensorBoard checks, in its order. It also refuses --load_fast=true together with
// --detect_file_replacement=true, because its fast loader cannot do the latter; ours can.
base::Status CheckTogether(const FlagValues& flags, LogdirRule logdir) {
  const bool has_logdir = !flags.positionals.empty() || !flags.Text("logdir").empty();
  const bool has_spec = !flags.Text("logdir_spec").empty();
  const bool has_event_file = !flags.Text("event_file").empty();
  if (flags.Has("inspect")) {
    if (has_spec) return Contradiction("--logdir_spec does not go with --inspect");
    if (has_logdir && has_event_file) {
      return Contradiction("--inspect takes a log directory or --event_file, not both");
    }
    if (!has_logdir && !has_event_file) {
      return Contradiction("--inspect needs a log directory or --event_file");
    }
    return {};
  }
  if (has_logdir && has_spec) {
    return Contradiction(
        "a log directory and --logdir_spec do not go together; name all in the latter");
  }
  if (!has_logdir && !has_spec && logdir == LogdirRule::kNeeded) {
    return Contradiction(
        "no log directory given; say 'sightglass LOGDIR', or see 'sightglass --help'");
  }
  if (flags.Has("host") && flags.Has("bind_all")) {
    return Contradiction("--host and --bind_all do not go together");
  }
  if (flags.Has("socket") && (flags.Has("host") || flags.Has("bind_all") || flags.Has("port"))) {
    return Contradiction("--socket does not go with --host, --port or --bind_all");
  }
  if (flags.Has("tls_cert") != flags.Has("tls_key")) {
    return Contradiction("--tls_cert and --tls_key only go together");
  }
  const std::string_view prefix = flags.Text("path_prefix");
  if (!prefix.empty() && !prefix.starts_with('/')) {
    return Contradiction(fmt::format("--path_prefix must begin with '/', not '{}'", Shown(prefix)));
  }
  return {};
}

std::vector<std::string> Logdirs(const FlagValues& flags) {
  std::vector<std::string> all = flags.positionals;
  std::ranges::copy_if(flags.List("logdir"), std::back_inserter(all),
                       [](const std::string& path) { return !path.empty(); });
  return all;
}

InspectOptions InspectWith(const FlagValues& flags) {
  InspectOptions options;
  options.common.logdirs = Logdirs(flags);
  options.common.quiet = flags.Has("quiet");
  options.event_file = flags.Text("event_file");
  if (const std::string_view tag = flags.Text("tag"); !tag.empty()) {
    options.selection.tag = kind::NamePattern::Exactly(tag);
  }
  return options;
}

std::string FlagsJson(const FlagValues& flags, const ServeOptions& options) {
  base::BufferedOutput out;
  base::JsonWriter json(out);
  json.BeginObject();
  // These two may be given in several ways.
  json.Key("logdir");
  json.String(fmt::format("{}", fmt::join(options.common.logdirs, ",")));
  json.Key("samples_per_plugin");
  json.BeginObject();
  for (const auto& [name, count] : options.samples) {
    json.NameKey(name);
    json.UInt(count);
  }
  json.EndObject();
  flags.WriteMembers(json);
  json.Key("__tensorboard_subcommand");
  json.String("serve");
  json.EndObject();
  return out.TakeText();
}

base::Result<std::size_t> ParseThreads(const FlagValues& flags) {
  constexpr std::int64_t kMaxThreads = 1024;
  const bool is_ours = flags.Has("threads");
  if (!is_ours && !flags.Has("max_reload_threads")) return std::size_t{0};
  const std::int64_t count = flags.Int(is_ours ? "threads" : "max_reload_threads");
  if (count < 0 || count > kMaxThreads) {
    return BadUsage(fmt::format("--{} takes 0 to {}, not {}.",
                                is_ours ? "threads" : "max_reload_threads", kMaxThreads, count));
  }
  // TensorBoard's default of one thread says nothing about us.
  return !is_ours && count <= 1 ? std::size_t{0} : static_cast<std::size_t>(count);
}

base::Result<ServeOptions> ServeWith(const FlagValues& flags) {
  ServeOptions options;
  options.common.logdirs = Logdirs(flags);
  if (flags.Has("logdir_spec")) {
    options.common.logdir_specs.emplace_back(flags.Text("logdir_spec"));
  }
  options.common.quiet = flags.Has("quiet");
  ASSIGN_OR_RETURN(options.common.threads, ParseThreads(flags));
  options.host = flags.Text("host");
  options.bind_all = flags.Has("bind_all");
  if (const std::string_view port = flags.Text("port"); flags.Has("port") && port != "default") {
    ASSIGN_OR_RETURN(options.port, ParsePort(port));
  }
  options.reuse_port = flags.Has("reuse_port") && flags.Bool("reuse_port");
  options.unix_socket = flags.Text("socket");
  options.port_file = flags.Text("port_file");
  options.path_prefix = flags.Text("path_prefix");
  while (options.path_prefix.ends_with('/')) options.path_prefix.pop_back();
  options.window_title = flags.Text("window_title");
  options.profile = flags.Text("profile");
  if (flags.Has("profile") && options.profile.empty()) {
    return BadUsage("--profile takes a file, or 'none'.");
  }
  options.tls_cert = flags.Text("tls_cert");
  options.tls_key = flags.Text("tls_key");
  options.allowed_hosts = flags.List("allowed_host");
  if (flags.Has("frame_ancestors")) {
    options.frame_ancestors = flags.Text("frame_ancestors");
    RETURN_IF_ERROR(CheckFrameAncestors(options.frame_ancestors));
  }
  options.verbose = flags.Has("verbose");
  if (flags.Has("reload_interval")) {
    options.reload_seconds = flags.Number("reload_interval");
    if (*options.reload_seconds < 0) return BadUsage("--reload_interval must not be negative.");
  }

  const char* const from_environment = std::getenv("SIGHTGLASS_TOKEN");
  if (flags.Has("token")) {
    options.token = flags.Text("token");
    RETURN_IF_ERROR(CheckToken(options.token));
  } else if (from_environment != nullptr && *from_environment != '\0') {
    options.token = from_environment;
    RETURN_IF_ERROR(CheckToken(options.token));
  }

  ASSIGN_OR_RETURN(options.samples, ParseSamples(flags.Text("samples_per_plugin")));
  options.tb_sampling = flags.Has("tb_sampling");
  if (!options.samples.empty() && !options.tb_sampling) {
    options.notes.emplace_back(
        "--samples_per_plugin: nothing is sampled, every point is kept and served; "
        "add --tb_sampling for samples of these sizes");
  }
  if (flags.Has("purge_orphaned_data") && !flags.Bool("purge_orphaned_data")) {
    options.notes.emplace_back(
        "--purge_orphaned_data=false: points that a restarted job wrote again are kept apart from "
        "those that count; 'sightglass export --superseded' shows them");
  }
  options.flags_json = FlagsJson(flags, options);
  return options;
}

}  // namespace

base::Result<Invocation> ParseServe(const std::vector<std::string>& arguments, LogdirRule logdir) {
  ASSIGN_OR_RETURN(const FlagValues flags, FlagReader(kFlags, "serve").Read(arguments));
  if (flags.Has("helpfull")) return Invocation(ShowText{HelpText(/*full=*/true)});
  if (flags.Has("help") || flags.Has("helpshort")) {
    return Invocation(ShowText{HelpText(/*full=*/false)});
  }
  if (flags.Has("version")) return Invocation(ShowText{"sightglass " SIGHTGLASS_VERSION "\n"});
  if (flags.Has("version_tb")) return Invocation(ShowText{SIGHTGLASS_VERSION "\n"});
  if (!flags.Text("grpc_data_provider").empty()) {
    return base::Error{base::ErrorCode::kInvalidArgument,
                       "--grpc_data_provider is not supported; give the log directory itself"};
  }
  RETURN_IF_ERROR(CheckTogether(flags, logdir));
  if (flags.Has("inspect")) return Invocation(InspectWith(flags));
  ASSIGN_OR_RETURN(ServeOptions options, ServeWith(flags));
  return Invocation(std::move(options));
}

}  // namespace sightglass::app
