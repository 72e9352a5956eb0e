// Asks a server as its users do and prints as one line of JSON what that took. See README.md.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "base/buffered_output.h"
#include "base/json_writer.h"
#include "base/result.h"
#include "bench/append_watch.h"
#include "bench/live_listeners.h"
#include "bench/load_socket.h"
#include "bench/request_load.h"

namespace sightglass::bench {
namespace {

constexpr const char* kLivePath = "GET /api/live";

int ReportError(const base::Error& error) {
  fmt::print(stderr, "http_load: {}\n", error.message);
  return 1;
}

// One line, at once: another program waits for it.
template <class Write>
void PrintLine(Write write) {
  base::BufferedOutput out;
  base::JsonWriter json(out);
  json.BeginObject();
  write(json);
  json.EndObject();
  fmt::print("{}\n", out.text());
  std::fflush(stdout);
}

void Put(base::JsonWriter& json, std::string_view key, std::uint64_t value) {
  json.Key(key);
  json.UInt(value);
}
void Put(base::JsonWriter& json, std::string_view key, double value) {
  json.Key(key);
  json.Double(value);
}
void Put(base::JsonWriter& json, std::string_view key, const std::string& value) {
  json.Key(key);
  json.String(value);
}

int Requests(const RequestLoadOptions& options) {
  base::Result<RequestLoadResult> result = RunRequestLoad(options);
  if (!result.ok()) return ReportError(result.error());
  const std::size_t count = result->latencies.count();
  PrintLine([&](base::JsonWriter& json) {
    Put(json, "requests", count);
    Put(json, "errors", result->errors);
    Put(json, "first_error", result->first_error);
    Put(json, "connections", result->connections);
    Put(json, "seconds", result->seconds);
    Put(json, "requests_per_second",
        result->seconds > 0 ? static_cast<double>(count) / result->seconds : 0.0);
    Put(json, "body_bytes", result->body_bytes);
    json.Key("latency_micros");
    result->latencies.WriteMicros(json);
  });
  return 0;
}

int Listen(ListenOptions& options) {
  options.on_ready = [&] {
    PrintLine([&](base::JsonWriter& json) {
      Put(json, "listening", static_cast<std::uint64_t>(options.listeners));
    });
  };
  const base::Result<ListenResult> result = RunListeners(options);
  if (!result.ok()) return ReportError(result.error());
  PrintLine([&](base::JsonWriter& json) {
    Put(json, "events", result->events);
    Put(json, "fewest_events", result->fewest_events);
    Put(json, "most_events", result->most_events);
    Put(json, "bytes", result->bytes);
    Put(json, "failed", result->failed);
    Put(json, "first_error", result->first_error);
    Put(json, "out_of_order", result->out_of_order);
    Put(json, "gaps", result->gaps);
    Put(json, "resets", result->resets);
    Put(json, "behind", result->behind);
    Put(json, "newest_id", result->newest_id);
    Put(json, "longest_silence_seconds", result->longest_silence_seconds);
  });
  return 0;
}

int Append(const AppendOptions& options) {
  base::Result<AppendResult> result = RunAppend(options);
  if (!result.ok()) return ReportError(result.error());
  PrintLine([&](base::JsonWriter& json) {
    Put(json, "first_seconds", result->first_seconds);
    Put(json, "bytes", result->bytes);
    json.Key("latency_micros");
    result->latencies.WriteMicros(json);
  });
  return 0;
}

int Run(int argc, char** argv) {
  CLI::App app("Asks an HTTP server as many clients at once, and says how long it took.");
  app.require_subcommand(1);
  ServerAddress address;
  std::vector<std::string> headers;
  app.add_option("--host", address.host)->capture_default_str();
  app.add_option("--port", address.port)->required();
  app.add_option("--header", headers, "Further header of every request, \"Name: value\"");
  app.fallthrough();

  RequestLoadOptions load;
  std::vector<std::string> descriptions;
  CLI::App* requests = app.add_subcommand("requests", "Send requests and time the answers");
  requests
      ->add_option("--request", descriptions, "METHOD TARGET [CONTENT_TYPE BODY_FILE]; repeatable")
      ->required();
  requests->add_option("--expect-bytes", load.expected_bytes,
                       "Size of the answer, for each request in order");
  requests->add_option("--clients", load.clients)
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  requests->add_option("--rate", load.rate, "Requests a second; 0: as fast as answers come")
      ->check(CLI::Range(0.0, 1e6))
      ->capture_default_str();
  requests->add_option("--warm-up", load.warm_up, "Requests that do not count");
  requests->add_option("--seconds", load.seconds, "Stop after this time");
  requests->add_option("--count", load.count, "Stop after so many requests");
  requests->add_option("--timeout", load.timeout_seconds, "Seconds for one request")
      ->capture_default_str();

  ListenOptions listen;
  CLI::App* listeners = app.add_subcommand("listen", "Listen to live events");
  listeners->add_option("--listeners", listen.listeners)
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  listeners->add_option("--seconds", listen.seconds,
                        "Stop after this time; 0: at the end of standard input");

  AppendOptions append;
  CLI::App* writer =
      app.add_subcommand("append", "Append points to a new run and wait for the live events");
  writer->add_option("log_directory", append.log_directory)->required();
  writer->add_option("--run", append.run)->capture_default_str();
  writer->add_option("--count", append.count)->capture_default_str();
  writer->add_option("--interval", append.interval_seconds, "Seconds between points")
      ->capture_default_str();
  writer->add_option("--timeout", append.timeout_seconds, "Seconds for one event")
      ->capture_default_str();

  CLI11_PARSE(app, argc, argv);
  RaiseDescriptorLimit();
  load.address = listen.address = append.address = address;
  if (!requests->parsed()) descriptions = {kLivePath};
  for (const std::string& description : descriptions) {
    base::Result<LoadRequest> request = MakeLoadRequest(address, description, headers);
    if (!request.ok()) return ReportError(request.error());
    load.requests.push_back(std::move(request).value());
  }
  listen.request = append.request = load.requests.front();
  if (requests->parsed()) {
    if (load.seconds <= 0 && load.count == 0) {
      return ReportError({base::ErrorCode::kInvalidArgument, "give --seconds or --count"});
    }
    if (!load.expected_bytes.empty() && load.expected_bytes.size() != load.requests.size()) {
      return ReportError({base::ErrorCode::kInvalidArgument,
                          "give --expect-bytes once for each --request, or not at all"});
    }
    return Requests(load);
  }
  return listeners->parsed() ? Listen(listen) : Append(append);
}

}  // namespace
}  // namespace sightglass::bench

int main(int argc, char** argv) { return sightglass::bench::Run(argc, argv); }
