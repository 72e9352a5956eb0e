#include "app/serve_flags.h"

#include <gtest/gtest.h>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): setenv is POSIX's

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/serve_messages.h"

namespace sightglass::app {
namespace {

using Words = std::vector<std::string>;

template <class Options = ServeOptions>
Options Parsed(const Words& arguments) {
  const auto invocation = ParseServe(arguments);
  EXPECT_TRUE(invocation.ok()) << invocation.error().message;
  if (!invocation.ok() || !std::holds_alternative<Options>(*invocation)) {
    ADD_FAILURE() << "not the expected command";
    return {};
  }
  return std::get<Options>(*invocation);
}

std::string ErrorOf(const Words& arguments, base::ErrorCode code) {
  const auto invocation = ParseServe(arguments);
  if (invocation.ok()) return "no error";
  EXPECT_EQ(invocation.error().code, code) << invocation.error().message;
  EXPECT_EQ(invocation.error().message.find('\n'), std::string::npos) << "one line";
  return invocation.error().message;
}

std::string BadOf(const Words& arguments) {
  return ErrorOf(arguments, base::ErrorCode::kInvalidArgument);
}

std::string ContradictionOf(const Words& arguments) {
  return ErrorOf(arguments, base::ErrorCode::kFailedPrecondition);
}

bool Contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

TEST(ServeFlags, HasPlainDefaults) {
  const ServeOptions options = Parsed({"runs"});
  EXPECT_EQ(options.common.logdirs, Words{"runs"});
  EXPECT_EQ(options.host + options.unix_socket + options.path_prefix + options.token, "");
  EXPECT_FALSE(options.port || options.reload_seconds || options.bind_all || options.tb_sampling);
  EXPECT_TRUE(options.notes.empty());
}

TEST(ServeFlags, TakesEveryFlagThatDoesSomething) {
  const ServeOptions options = Parsed({"--logdir=a",
                                       "b",
                                       "--logdir",
                                       "c",
                                       "--host",
                                       "::1",
                                       "--port",
                                       "0",
                                       "--path_prefix=/p//",
                                       "--window_title",
                                       "two words",
                                       "--reload_interval",
                                       "0",
                                       "--reuse_port",
                                       "TRUE",
                                       "--max_reload_threads",
                                       "7",
                                       "--port_file",
                                       "f",
                                       "--profile",
                                       "notes.json",
                                       "--token",
                                       "abc-123",
                                       "--tls_cert",
                                       "c.pem",
                                       "--tls_key",
                                       "k.pem",
                                       "--allowed_host",
                                       "x",
                                       "--allowed_host",
                                       "y",
                                       "--frame_ancestors=*",
                                       "--verbose",
                                       "-q",
                                       "--tb_sampling",
                                       "--samples_per_plugin",
                                       "scalars=5,images=0"});
  EXPECT_EQ(options.common.logdirs, (Words{"b", "a", "c"}));
  EXPECT_EQ(options.host, "::1");
  EXPECT_EQ(options.port, 0);
  EXPECT_EQ(options.path_prefix, "/p");
  EXPECT_EQ(options.window_title, "two words");
  EXPECT_EQ(options.reload_seconds, 0.0);
  EXPECT_TRUE(options.reuse_port);
  EXPECT_EQ(options.common.threads, 7U);
  EXPECT_EQ(options.port_file, "f");
  EXPECT_EQ(options.profile, "notes.json");
  EXPECT_EQ(options.token, "abc-123");
  EXPECT_EQ(options.tls_cert, "c.pem");
  EXPECT_EQ(options.tls_key, "k.pem");
  EXPECT_EQ(options.allowed_hosts, (Words{"x", "y"}));
  EXPECT_EQ(options.frame_ancestors, "*");
  EXPECT_TRUE(options.verbose && options.common.quiet && options.tb_sampling);
  EXPECT_EQ(options.samples.at("scalars"), 5U);
  EXPECT_EQ(options.samples.at("images"), 0U);
  EXPECT_TRUE(options.notes.empty());
}

TEST(ServeFlags, TakesFlagsOfTensorboardThatChangeNothing) {
  const ServeOptions options = Parsed({"--logdir",
                                       "a",
                                       "--load_fast",
                                       "auto",
                                       "--reload_multifile",
                                       "true",
                                       "--reload_multifile_inactive_secs",
                                       "-1",
                                       "--reload_task=thread",
                                       "--generic_data",
                                       "auto",
                                       "--detect_file_replacement",
                                       "false",
                                       "--db",
                                       "sqlite:x",
                                       "--db_import",
                                       "--extra_data_server_flags=--verbose",
                                       "--grpc_creds_type",
                                       "ssl",
                                       "--verbosity",
                                       "-1",
                                       "--purge_orphaned_data",
                                       "True",
                                       "--max_reload_threads",
                                       "1",
                                       "--port",
                                       "default"});
  EXPECT_EQ(options.common.logdirs, Words{"a"});
  EXPECT_EQ(options.common.threads, 0U);
  EXPECT_FALSE(options.port);
  EXPECT_TRUE(options.notes.empty());
}

TEST(ServeFlags, SaysWhatAFlagDoesNotDo) {
  EXPECT_EQ(Parsed({"a", "--samples_per_plugin=scalars=5"}).notes.size(), 1U);
  EXPECT_EQ(Parsed({"a", "--purge_orphaned_data=false"}).notes.size(), 1U);
}

TEST(ServeFlags, TakesAnyUnambiguousBeginning) {
  EXPECT_EQ(Parsed({"a", "--path", "/x"}).path_prefix, "/x");
  EXPECT_EQ(Parsed({"a", "--window=t"}).window_title, "t");
  EXPECT_TRUE(Contains(BadOf({"a", "--log", "b"}), "--logdir, --logdir_spec"));
  EXPECT_EQ(Parsed({"--logdir", "b"}).common.logdirs, Words{"b"}) << "exact, though a beginning";
}

TEST(ServeFlags, RefusesWhatItDoesNotUnderstand) {
  EXPECT_TRUE(Contains(BadOf({"a", "--prot", "1"}), "did you mean '--port'?"));
  EXPECT_TRUE(Contains(BadOf({"a", "-p", "1"}), "'-p'"));
  EXPECT_TRUE(Contains(BadOf({"a", "--=1"}), "'--'"));
  for (const char* port : {"65536", "-1", "http", "", "80x"}) {
    EXPECT_TRUE(Contains(BadOf({"a", "--port", port}), "65535")) << port;
  }
  EXPECT_TRUE(Contains(BadOf({"a", "--port"}), "needs a value"));
  EXPECT_TRUE(Contains(BadOf({"--logdir", "--port", "1"}), "--logdir needs a value"));
  EXPECT_TRUE(Contains(BadOf({"a", "--bind_all=true"}), "takes no value"));
  EXPECT_TRUE(Contains(BadOf({"a", "--reuse_port", "1"}), "true or false"));
  EXPECT_TRUE(Contains(BadOf({"a", "--load_fast", "yes"}), "false, auto or true"));
  EXPECT_TRUE(Contains(BadOf({"a", "--reload_interval", "nan"}), "a number"));
  EXPECT_TRUE(Contains(BadOf({"a", "--reload_interval", "-1"}), "negative"));
  EXPECT_TRUE(Contains(BadOf({"a", "--max_reload_threads", "9999"}), "1024"));
  for (const char* samples : {"scalars", "scalars=", "scalars=-1", "=5", "scalars=5,,"}) {
    EXPECT_TRUE(Contains(BadOf({"a", "--samples_per_plugin", samples}), "NAME=N")) << samples;
  }
  EXPECT_TRUE(Contains(BadOf({"a", "--token", "two words"}), "token"));
  EXPECT_TRUE(Contains(BadOf({"a", "--token="}), "token"));
  EXPECT_TRUE(Contains(BadOf({"a", "--frame_ancestors", "*; script-src *"}), "sources"));
  EXPECT_TRUE(Contains(BadOf({"--grpc_data_provider", "localhost:1"}), "not supported"));
}

TEST(ServeFlags, TellsContradictionsApart) {
  EXPECT_TRUE(Contains(ContradictionOf({}), "no log directory"));
  EXPECT_TRUE(Contains(ContradictionOf({"--db", "x"}), "no log directory"));
  EXPECT_TRUE(
      Contains(ContradictionOf({"--logdir", "a", "--logdir_spec", "b:c"}), "--logdir_spec"));
  EXPECT_TRUE(Contains(ContradictionOf({"a", "--host", "x", "--bind_all"}), "--bind_all"));
  EXPECT_TRUE(Contains(ContradictionOf({"a", "--path_prefix", "x"}), "'/'"));
  EXPECT_TRUE(Contains(ContradictionOf({"a", "--socket", "s", "--port", "1"}), "--socket"));
  EXPECT_TRUE(Contains(ContradictionOf({"a", "--tls_key", "k"}), "--tls_cert"));
  EXPECT_TRUE(Contains(ContradictionOf({"--inspect"}), "--event_file"));
  EXPECT_TRUE(Contains(ContradictionOf({"--inspect", "a", "--event_file", "f"}), "not both"));
  EXPECT_TRUE(Contains(ContradictionOf({"--inspect", "--logdir_spec", "a:b"}), "--logdir_spec"));
}

TEST(ServeFlags, TurnsIntoInspect) {
  const auto by_directory = Parsed<InspectOptions>({"--inspect", "--logdir", "a", "--tag", "a.b"});
  EXPECT_EQ(by_directory.common.logdirs, Words{"a"});
  EXPECT_EQ(by_directory.selection.tag, "^a\\.b$");
  EXPECT_EQ(Parsed<InspectOptions>({"--inspect", "--event_file", "f"}).event_file, "f");
}

TEST(ServeFlags, ShowsHelpAndVersion) {
  const std::string help = Parsed<ShowText>({"--help"}).text;
  const std::string full = Parsed<ShowText>({"a", "--helpfull"}).text;
  EXPECT_TRUE(Contains(help, "--path_prefix /P"));
  EXPECT_FALSE(Contains(help, "--load_fast"));
  EXPECT_TRUE(Contains(full, "--load_fast"));
  EXPECT_EQ(Parsed<ShowText>({"--helpshort"}).text, help);
  EXPECT_EQ(Parsed<ShowText>({"-h"}).text, help);
  EXPECT_EQ("sightglass " + Parsed<ShowText>({"--version_tb"}).text,
            Parsed<ShowText>({"--version"}).text);
}

TEST(ServeFlags, TellsFlagsButNoSecrets) {
  const std::string json =
      Parsed({"--logdir", "a\"b", "--port=7", "--token=hush", "--samples_per_plugin=x=3"})
          .flags_json;
  for (const char* part : {R"("logdir":"a\"b")", R"("port":"7")", R"("samples_per_plugin":{"x":3})",
                           R"("reload_interval":5.0)", R"("host":null)", R"("load_fast":"auto")",
                           R"("__tensorboard_subcommand":"serve")"}) {
    EXPECT_TRUE(Contains(json, part)) << part << " is not in " << json;
  }
  EXPECT_FALSE(Contains(json, "hush"));
}

TEST(ServeFlags, TakesTheTokenFromTheEnvironment) {
  ::setenv("SIGHTGLASS_TOKEN", "from-there", 1);
  EXPECT_EQ(Parsed({"a"}).token, "from-there");
  EXPECT_EQ(Parsed({"a", "--token", "given"}).token, "given");
  ::unsetenv("SIGHTGLASS_TOKEN");
  EXPECT_EQ(Parsed({"a"}).token, "");
}

TEST(ServeMessages, MakesACommandToPaste) {
  const serve::HttpAddress address{.url = "http://localhost:6007/", .port = 6007};
  EXPECT_TRUE(Contains(SshLine("10.0.0.1 5000 10.0.0.2 22", "ada", address, ""),
                       "ssh -L 6007:localhost:6007 ada@10.0.0.2 "));
  EXPECT_TRUE(Contains(SshLine("10.0.0.1 5000 fe80::1 2222", "ada", address, ""),
                       "ssh -p 2222 -L 6007:localhost:6007 ada@fe80::1 "));
  EXPECT_TRUE(Contains(SshLine("1.1.1.1 5 1.1.1.2 22", "ada", address, "/tmp/s"),
                       "ssh -L 6006:/tmp/s ada@1.1.1.2 "));
  const serve::HttpAddress safe{.url = "https://box.example:6007/p/", .port = 6007};
  EXPECT_TRUE(
      Contains(SshLine("1.1.1.1 5 1.1.1.2 22", "ada", safe, ""), "https://localhost:6007/p/"));
  EXPECT_EQ(SshLine("", "ada", address, ""), "");
  EXPECT_EQ(SshLine("1.1.1.1 5 $(reboot) 22", "ada", address, ""), "");
  EXPECT_EQ(SshLine("1.1.1.1 5 1.1.1.2 2;2", "ada", address, ""), "");
}

TEST(ServeMessages, WarnsOfAnOpenPort) {
  serve::HttpAddress address{.url = "http://localhost:6006/", .port = 6006};
  EXPECT_EQ(ExposureWarning(address, /*has_token=*/false, /*has_tls=*/false), "");
  address.loopback_only = false;
  EXPECT_TRUE(Contains(ExposureWarning(address, /*has_token=*/false, /*has_tls=*/true), "--token"));
  EXPECT_TRUE(
      Contains(ExposureWarning(address, /*has_token=*/true, /*has_tls=*/false), "--tls_cert"));
  EXPECT_EQ(ExposureWarning(address, /*has_token=*/true, /*has_tls=*/true), "");
}

}  // namespace
}  // namespace sightglass::app
