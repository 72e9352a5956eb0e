#include <malloc.h>
#include <pwd.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/commands.h"
#include "app/log_following.h"
#include "app/log_loading.h"
#include "app/output_file.h"
#include "app/profile_path.h"
#include "app/projector_search.h"
#include "app/serve_messages.h"
#include "app/stop_signals.h"
#include "base/buffered_output.h"
#include "base/check.h"
#include "base/cpu_count.h"
#include "base/text.h"
#include "generated/kind_list.h"
#include "serve/api_profile.h"
#include "serve/core_routes.h"
#include "serve/http_server.h"
#include "serve/live_hub.h"
#include "serve/profile_store.h"
#include "serve/server_facts.h"
#include "serve/web_assets.h"

namespace sightglass::app {
namespace {

// A whole line at once, so that lines of several threads do not mix.
void PrintLine(std::string_view line) {
  base::BufferedOutput err(STDERR_FILENO, "standard error");
  err.Write(line);
  err.Put('\n');
  // There is no further place to complain.
  static_cast<void>(err.Flush().ok());
}

std::string Shown(std::string_view path) { return base::EscapeForDisplay(path, 1000); }

std::string MakeToken() {
  unsigned char bytes[20];
  CHECK(::getrandom(bytes, sizeof(bytes), 0) == static_cast<ssize_t>(sizeof(bytes)));
  std::string token;
  for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

std::string UserName() {
  const passwd* const user = ::getpwuid(::geteuid());
  return user == nullptr || user->pw_name == nullptr ? "" : user->pw_name;
}

kind::KindOptions MakeKindOptions(const ServeOptions& options) {
  if (!options.tb_sampling) return {};
  // What TensorBoard's data server keeps of a series.
  std::map<std::string, std::size_t, std::less<>> samples = {
      {"scalars", 1000},   {"images", 10},     {"audio", 10},
      {"histograms", 100}, {"pr_curves", 100}, {"text", 100},
      {"mesh", 100},       {"hparams", 100},   {"custom_scalars", 100}};
  for (const auto& [name, count] : options.samples) samples.insert_or_assign(name, count);
  return {.tensorboard_samples = std::move(samples)};
}

serve::HttpOptions MakeHttpOptions(const ServeOptions& options, const std::string& token) {
  serve::HttpOptions http;
  if (!options.host.empty()) http.host = options.host;
  http.bind_all = options.bind_all;
  constexpr std::uint16_t kFurtherPorts = 99;  // as many as TensorBoard tries
  if (options.port) {
    http.port = *options.port;
  } else {
    http.port_tries = kFurtherPorts;
  }
  http.reuse_port = options.reuse_port;
  http.unix_socket = options.unix_socket;
  http.path_prefix = options.path_prefix;
  http.token = token;
  http.tls_cert = options.tls_cert;
  http.tls_key = options.tls_key;
  http.allowed_hosts = options.allowed_hosts;
  if (!options.frame_ancestors.empty()) http.frame_ancestors = options.frame_ancestors;
  http.access_log = options.verbose;
  return http;
}

std::vector<std::string> PathsOf(const std::vector<ingest::LogRoot>& roots) {
  std::vector<std::string> paths;
  paths.reserve(roots.size());
  for (const ingest::LogRoot& root : roots) paths.push_back(root.path);
  return paths;
}

// How paths of files below `path` begin, to be cut off before they are shown.
std::string PathPrefix(const std::string& path) { return path.ends_with('/') ? path : path + "/"; }

std::vector<std::string> MissingDirectories(const std::vector<std::string>& paths) {
  std::vector<std::string> missing;
  std::ranges::copy_if(paths, std::back_inserter(missing), [](const std::string& path) {
    const auto info = io::LocalFileSystem().Stat(path);
    return !info.ok() || info->type != io::EntryType::kDirectory;
  });
  return missing;
}

// Everything between the files and the sockets. Members stand in the order in which they need each
// other; what a member refers to stands above it:
//
//   files -> loader (on threads of lower priority) -> hub -> revisions -> routes -> server ->
//   clients
//
// - The loader publishes a snapshot and notifies the hub, which takes it into the revision log and
//   tells those who listen. Requests are answered from the revision log, on threads of their own.
// - The server listens before anything is loaded, and answers from what there is.
// - Stop() goes against the stream: first streams end, then the server, then the loader.
//
// One lives as long as the process: taking a million blocks apart at the end would only cost time.
struct Serving {
  Serving(const ServeOptions& options, const std::vector<ingest::LogRoot>& roots)
      : paths(PathsOf(roots)),
        following(
            roots, io::LocalFileSystem(), issues,
            {.threads = options.common.threads, .full_refresh_seconds = options.reload_seconds}),
        hub(
            revisions, [this] { return following.loader().snapshot(); }, base::SystemClock(),
            &issues),
        projector(paths, io::LocalFileSystem(), base::SystemClock()),
        profile(ProfilePath(options.profile, roots), base::SystemClock()),
        kinds(kinds::MakeKinds(MakeKindOptions(options))),
        // A request that reads a cold file waits; with two at least another goes on meanwhile.
        request_pool(std::max<std::size_t>(2, base::AvailableCpus())) {
    following.loader().set_on_publish([this](const store::Snapshot&) { hub.Notify(); });
    profile.set_on_change([this](std::uint64_t revision) { hub.NotifyProfile(revision); });
    hub.NotifyProfile(profile.Get().revision);
    FillFacts(options, roots);
    serve::AddTensorboardCoreRoutes(facts, router);
    serve::AddApiCoreRoutes(facts, kinds, router);
    serve::AddWebRoutes(serve::WebBundle(), router);
    serve::AddProfileRoutes(profile, router);
    hub.AddRoutes(router);
    for (const auto& kind : kinds) kind->AddRoutes(kinds, router);
  }

  void FillFacts(const ServeOptions& options, const std::vector<ingest::LogRoot>& roots) {
    facts.version = SIGHTGLASS_VERSION;
    for (const ingest::LogRoot& root : roots) {
      facts.log_directories.push_back(
          {.name = root.name, .path = root.path, .prefix = PathPrefix(root.path)});
    }
    facts.logdir_text = fmt::format(
        "{}", fmt::join(options.common.logdir_specs.empty() ? options.common.logdirs
                                                            : options.common.logdir_specs,
                        ","));
    facts.window_title = options.window_title;
    facts.profile_path = profile.path();
    facts.flags_json = options.flags_json;
    facts.issues = &issues;
    facts.clock = &base::SystemClock();
    facts.missing_directories = [this] { return MissingDirectories(paths); };
    facts.has_projector_config = [this] { return projector.HasConfig(*revisions.snapshot()); };
    facts.reload = [this] { following.Reload(); };
    facts.connections = [this] {
      const serve::HttpServer* const running = started.load();
      return running == nullptr ? 1 : running->counts().connections;
    };
  }

  // Before the server starts.
  base::Status OpenGraph(const std::string& path) {
    const auto graphs =
        std::ranges::find(kinds, "graphs", [](const auto& kind) { return kind->id(); });
    CHECK(graphs != kinds.end());
    return (*graphs)->OpenFile(path);
  }

  void Stop() {
    hub.Stop();
    if (server != nullptr) server->Stop();
    following.Stop();
  }

  const std::vector<std::string> paths;  // of the log directories
  base::IssueLog issues;
  LogFollowing following;
  store::RevisionLog revisions;
  serve::LiveHub hub;
  ProjectorSearch projector;
  serve::ProfileStore profile;
  kind::Kinds kinds;
  serve::ServerFacts facts;
  kind::Router router;
  base::ThreadPool request_pool;
  std::unique_ptr<serve::HttpServer> server;
  // The same for requests, of which one may come before the server knows itself.
  std::atomic<const serve::HttpServer*> started = nullptr;
};

// What the address ends in, so that whoever opens it sees what was asked for.
std::string_view LandingPlace(const ServeOptions& options) {
  return options.graph_file.empty() ? "" : "#graphs";
}

void PrintOneTimeLink(serve::HttpServer& server, std::string_view landing) {
  PrintLine(fmt::format("Open once, in one browser:  {}{}", server.MakeOneTimeLink(), landing));
}

void PrintAddress(const ServeOptions& options, const std::string& token,
                  serve::HttpServer& server) {
  serve::HttpAddress address = server.address();
  if (options.unix_socket.empty()) address.url += LandingPlace(options);
  PrintLine(AddressLine(SIGHTGLASS_VERSION, address));
  if (const char* const ssh = std::getenv("SSH_CONNECTION");
      ssh != nullptr && !options.common.quiet) {
    const std::string line = SshLine(ssh, UserName(), address, options.unix_socket);
    if (!line.empty()) PrintLine(line);
  }
  const std::string warning = ExposureWarning(address, !token.empty(), !options.tls_cert.empty());
  if (!warning.empty()) PrintLine(warning);
  if (token.empty()) return;
  if (options.token == "auto") {
    PrintLine(fmt::format("For programs:  Authorization: Bearer {}", token));
  }
  PrintOneTimeLink(server, LandingPlace(options));
}

void PrintNotes(const ServeOptions& options, const std::vector<std::string>& paths) {
  if (options.common.quiet) return;
  for (const std::string& note : options.notes) PrintLine(note);
  for (const std::string& path : MissingDirectories(paths)) {
    PrintLine(
        fmt::format("'{}' is not a directory yet; what appears there will be shown", Shown(path)));
  }
}

base::Status WritePortFile(const std::string& path, std::uint16_t port) {
  if (path.empty()) return {};
  ASSIGN_OR_RETURN(const auto file, OutputFile::Open(path));
  file->out().Write(fmt::format("{}\n", port));
  return file->Commit();
}

}  // namespace

base::Result<int> RunServe(const ServeOptions& options, const ServeCompany& company) {
  // Bodies of megabytes come and go. Left alone, malloc learns from the first to keep pieces of up
  // to 32 MiB for itself, and resident memory doubles; if it gave all back at once, every answer
  // would begin with a thousand page faults. So: what a card needs is kept, what is larger is not.
  constexpr int kKeptBytes = 8 << 20;
  static_cast<void>(::mallopt(M_MMAP_THRESHOLD, kKeptBytes));
  static_cast<void>(::mallopt(M_TRIM_THRESHOLD, kKeptBytes));
  StopSignals signals;
  ASSIGN_OR_RETURN(const std::vector<ingest::LogRoot> roots, ResolveRootsUnchecked(options.common));
  const std::string token = options.token == "auto" ? MakeToken() : options.token;
  static Serving* const serving = new Serving(options, roots);
  if (!options.graph_file.empty()) {
    const base::Status opened = serving->OpenGraph(options.graph_file);
    if (!opened.ok()) {
      serving->Stop();
      return opened.error().WithContext("cannot open the graph");
    }
  }

  auto server = serve::HttpServer::Start(MakeHttpOptions(options, token), serving->router,
                                         serving->revisions, serving->request_pool);
  if (!server.ok()) {
    serving->Stop();
    PrintLine(fmt::format("sightglass: {}", server.error().message));
    return kExitCannotListen;
  }
  serving->server = std::move(server).value();
  serving->started = serving->server.get();
  serving->server->set_on_link_used(
      [landing = LandingPlace(options)] { PrintOneTimeLink(*serving->server, landing); });
  serving->following.Start();

  const base::Status port_file = WritePortFile(options.port_file, serving->server->address().port);
  if (port_file.ok()) {
    PrintAddress(options, token, *serving->server);
    PrintNotes(options, serving->paths);
    if (company.start != nullptr) company.start();
    signals.Wait();
    if (company.stop != nullptr) company.stop();
  }
  serving->Stop();
  if (!port_file.ok()) return port_file.error();
  return kExitOk;
}

}  // namespace sightglass::app
