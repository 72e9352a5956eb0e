#include "serve/request_pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/log.h"
#include "kind/header_value.h"
#include "kind/json_reader.h"
#include "serve/content_encoding.h"
#include "serve/request_target.h"
#include "serve/secure_random.h"

namespace sightglass::serve {
namespace {

using base::Error;
using base::ErrorCode;
using base::OkStatus;
using base::Status;
using kind::ErrorStyle;
using kind::Method;
using kind::Request;
using kind::Response;

// Larger bodies are compressed on the pool; this much takes about 25 microseconds.
constexpr std::size_t kMaxInlineBytes = std::size_t{8} << 10;

Method ParseMethod(std::string_view text) {
  if (text == "GET") return Method::kGet;
  if (text == "HEAD") return Method::kHead;
  if (text == "POST") return Method::kPost;
  if (text == "PUT") return Method::kPut;
  if (text == "DELETE") return Method::kDelete;
  if (text == "OPTIONS") return Method::kOptions;
  return Method::kOther;
}

std::string_view MethodName(Method method) {
  switch (method) {
    case Method::kGet:
      return "GET";
    case Method::kHead:
      return "HEAD";
    case Method::kPost:
      return "POST";
    case Method::kPut:
      return "PUT";
    case Method::kDelete:
      return "DELETE";
    case Method::kOptions:
      return "OPTIONS";
    case Method::kOther:
      break;
  }
  return "";
}

bool IsSafe(Method method) {
  return method == Method::kGet || method == Method::kHead || method == Method::kOptions;
}

bool Takes(const kind::Route& route, Method method) {
  if (route.methods.empty()) return true;
  if (method == Method::kHead) method = Method::kGet;
  return std::ranges::find(route.methods, method) != route.methods.end();
}

ErrorStyle StyleOf(std::string_view path) {
  return path == "/api" || path.starts_with("/api/") ? ErrorStyle::kApi : ErrorStyle::kTensorboard;
}

Response Refuse(int status, std::string_view path, const Error& error) {
  Response response = ErrorResponse(error, StyleOf(path));
  response.status = status;
  return response;
}

Response NotAllowed(const kind::Route& route) {
  std::string allow;
  for (const Method method : route.methods) {
    if (!allow.empty()) allow += ", ";
    allow += MethodName(method);
    if (method == Method::kGet) allow += ", HEAD";
  }
  Response response;
  if (route.errors == ErrorStyle::kTensorboard) {
    response = kind::HtmlResponse(
        405, fmt::format("<!doctype html><html lang=en><title>405 Method Not Allowed</title>"
                         "<h1>Method Not Allowed</h1><p>This address takes only {}.</p></html>",
                         allow));
  } else {
    response =
        ErrorResponse({ErrorCode::kUnimplemented, fmt::format("this address takes only {}", allow)},
                      ErrorStyle::kApi);
    response.status = 405;
  }
  response.headers.emplace_back("Allow", std::move(allow));
  return response;
}

Response Unauthorized(const RawRequest& raw, const Request& request) {
  Response response;
  const bool page = StyleOf(request.path) != ErrorStyle::kApi &&
                    raw.Header("accept").find("text/html") != std::string_view::npos;
  if (page) {
    response = kind::HtmlResponse(
        401,
        "<!doctype html><html lang=en><title>Not signed in</title><h1>Not signed in</h1>"
        "<p>This server asks for a token. Open the link that it printed when it was started; each "
        "link works once, and a new one is printed whenever one was used. Programs send the token "
        "in the header <code>Authorization: Bearer TOKEN</code>.</p></html>");
  } else {
    response = Refuse(
        401, request.path,
        {ErrorCode::kUnauthenticated, "send the token in the header Authorization: Bearer TOKEN"});
  }
  response.headers.emplace_back("WWW-Authenticate", "Bearer");
  return response;
}

Status CheckFlags(std::string_view name, std::string_view value) {
  if (value.empty()) return OkStatus();
  const auto flags = kind::JsonDocument::Parse(value);
  if (!flags.ok()) {
    return Error{ErrorCode::kInvalidArgument, fmt::format("{} cannot be JSON decoded.", name)};
  }
  if (!flags->root().IsObject()) {
    return Error{ErrorCode::kInvalidArgument, fmt::format("{} cannot be decoded to a dict.", name)};
  }
  return OkStatus();
}

// TensorBoard's feature flags change nothing here, but those that cannot be read are refused.
Status CheckFeatureFlags(const RawRequest& raw, const Request& request) {
  RETURN_IF_ERROR(
      CheckFlags("X-TensorBoard-Feature-Flags", raw.Header("x-tensorboard-feature-flags")));
  return CheckFlags("tensorBoardFeatureFlags",
                    request.query.First("tensorBoardFeatureFlags").value_or(""));
}

// The whole value of a header that is a list and may stand in several lines.
std::string JoinedHeader(const RawRequest& raw, std::string_view name) {
  std::string joined;
  for (const auto& [key, value] : raw.headers) {
    if (key != name) continue;
    if (!joined.empty()) joined += ", ";
    joined += value;
  }
  return joined;
}

AnswerRules RulesOf(const RawRequest& raw, Method method, const Peer& peer) {
  return {
      .head = method == Method::kHead,
      .get = method == Method::kGet || method == Method::kHead,
      .http11 = raw.http11,
      .keep_alive = raw.keep_alive,
      .accepts_gzip = AcceptsGzip(JoinedHeader(raw, "accept-encoding")),
      .remote = !peer.loopback || raw.CountHeaders("x-forwarded-for") > 0,
      .range = std::string(raw.Header("range")),
      .if_range = std::string(raw.Header("if-range")),
      .if_none_match = JoinedHeader(raw, "if-none-match"),
      .target_hash = base::HashBytes(raw.target, base::HashBytes(raw.Header("accept"))),
  };
}

}  // namespace

RequestPipeline::RequestPipeline(PipelineOptions options, const kind::Router& router,
                                 const store::RevisionLog& revisions, base::ThreadPool& pool)
    : options_(std::move(options)),
      rights_(options_.access),
      epoch_(RandomHex(8)),
      router_(router),
      revisions_(revisions),
      pool_(pool) {}

PlannedRequest RequestPipeline::Plan(RawRequest& raw, const Peer& peer) {
  PlannedRequest planned;
  Request& request = planned.request;
  request.method = ParseMethod(raw.method);
  planned.rules = RulesOf(raw, request.method, peer);
  planned.rules.frame_ancestors = options_.frame_ancestors;
  const auto refuse = [&planned](Response response) {
    planned.refused = response.status == 401 || response.status == 403 || response.status == 413;
    planned.response = std::move(response);
  };

  auto target = ReadTarget(raw.target, options_.path_prefix);
  const std::string authority = target.ok() ? target->authority : "";
  // Whoever may not ask at all does not learn what is where.
  if (Status host = rights_.CheckHost(raw, authority); !host.ok()) {
    refuse(
        Refuse(kind::HttpStatus(host.error().code), target.ok() ? target->path : "", host.error()));
    return planned;
  }
  if (!target.ok()) {
    refuse(Refuse(kind::HttpStatus(target.error().code), "", target.error()));
    return planned;
  }
  request.path = std::move(target->path);
  request.root = std::move(target->root);
  auto query = kind::Parameters::FromQuery(target->query);
  if (!query.ok()) {
    refuse(Refuse(kind::HttpStatus(query.error().code), request.path, query.error()));
    return planned;
  }
  request.query = std::move(query).value();
  if (std::optional<Response> refusal = Admit(raw, request)) {
    refuse(*std::move(refusal));
    return planned;
  }
  if (!target->redirect.empty()) {
    refuse({.status = 301, .headers = {{"Location", std::move(target->redirect)}}});
    return planned;
  }
  if (Status flags = CheckFeatureFlags(raw, request); !flags.ok()) {
    refuse(Refuse(400, request.path, flags.error()));
    return planned;
  }
  const kind::Route* const route = router_.Find(request.path);
  if (route == nullptr) {
    const bool api = StyleOf(request.path) == ErrorStyle::kApi;
    refuse(Refuse(404, request.path, {ErrorCode::kNotFound, api ? "no such address" : ""}));
    return planned;
  }
  if (!Takes(*route, request.method)) {
    refuse(NotAllowed(*route));
    return planned;
  }
  if (raw.content_length > route->max_body_bytes) {
    refuse(Refuse(
        413, request.path,
        {ErrorCode::kResourceExhausted, fmt::format("a body of {} bytes, the limit is {}",
                                                    raw.content_length, route->max_body_bytes)}));
    return planned;
  }
  planned.route = route;
  request.headers = std::move(raw.headers);
  return planned;
}

std::optional<Response> RequestPipeline::Admit(const RawRequest& raw, const Request& request) {
  if (!IsSafe(request.method)) {
    if (Status origin = rights_.CheckOrigin(raw); !origin.ok()) {
      return Refuse(403, request.path, origin.error());
    }
  }
  if (!rights_.needs_token() || request.path == "/api/health") return std::nullopt;
  if (request.path == "/auth") return LogIn(raw, request);
  if (!rights_.HasToken(raw)) return Unauthorized(raw, request);
  return std::nullopt;
}

std::optional<Response> RequestPipeline::LogIn(const RawRequest& raw, const Request& request) {
  // Only GET: whatever looks at a link before it shows it asks with HEAD.
  const std::string_view code = request.query.First("code").value_or("");
  if (request.method == Method::kGet && links_.Use(code)) {
    if (on_link_used_) on_link_used_();
    return Response{.status = 303,
                    .headers = {{"Location", request.root + "/"},
                                {"Set-Cookie", rights_.SetCookie()},
                                {"Cache-Control", "no-store"}}};
  }
  // The link of somebody who is in already, opened again.
  if (request.method == Method::kGet && rights_.HasToken(raw)) {
    return Response{.status = 303,
                    .headers = {{"Location", request.root + "/"}, {"Cache-Control", "no-store"}}};
  }
  return Unauthorized(raw, request);
}

std::uint64_t RequestPipeline::MaxBodyBytes(const PlannedRequest& planned) {
  return planned.route == nullptr ? 0 : planned.route->max_body_bytes;
}

std::string RequestPipeline::SnapshotTag(const PlannedRequest& planned,
                                         const store::Snapshot& snapshot) const {
  if (!planned.rules.get || planned.route->freshness != kind::Freshness::kSnapshot) return {};
  return fmt::format("W/\"{}-{}-{:016x}\"", epoch_, snapshot.version, planned.rules.target_hash);
}

Response RequestPipeline::Handle(PlannedRequest& planned,
                                 std::shared_ptr<const store::Snapshot> snapshot,
                                 const base::CancelFlag& cancel) const {
  const kind::Route& route = *planned.route;
  Error error;
  try {
    auto result =
        route.handler(planned.request, kind::RequestContext{.snapshot = std::move(snapshot),
                                                            .revisions = revisions_,
                                                            .cancel = cancel,
                                                            .pool = pool_,
                                                            .epoch = epoch_});
    if (result.ok()) return std::move(result).value();
    error = result.error();
  } catch (const std::exception& thrown) {
    // What was thrown is for the log: it may name what no client should know.
    base::Log(base::LogLevel::kError, "{}: {}", route.path, thrown.what());
    error = {ErrorCode::kInternal, "the server made a mistake; its log says more"};
  }
  Response response = ErrorResponse(error, route.errors);
  if (response.status == 401) response.headers.emplace_back("WWW-Authenticate", "Bearer");
  return response;
}

std::optional<Answer> RequestPipeline::AnswerNow(PlannedRequest& planned,
                                                 const base::CancelFlag& cancel) {
  if (!planned.response) {
    auto snapshot = revisions_.snapshot();
    const std::string tag = SnapshotTag(planned, *snapshot);
    if (!tag.empty() && NamesTag(planned.rules.if_none_match, tag)) {
      return NotModified(tag, planned.rules);
    }
    if (planned.route->work != kind::Work::kQuick) return std::nullopt;
    planned.response = Handle(planned, std::move(snapshot), cancel);
    planned.snapshot_tag = tag;
  }
  if (planned.response->body.size() > kMaxInlineBytes &&
      WillCompress(*planned.response, planned.rules)) {
    return std::nullopt;
  }
  return FinishResponse(*std::exchange(planned.response, std::nullopt), planned.rules,
                        planned.snapshot_tag);
}

Answer RequestPipeline::AnswerSlowly(PlannedRequest& planned, const base::CancelFlag& cancel) {
  try {
    if (!planned.response) {
      auto snapshot = revisions_.snapshot();
      planned.snapshot_tag = SnapshotTag(planned, *snapshot);
      planned.response = Handle(planned, std::move(snapshot), cancel);
    }
    return FinishResponse(*std::exchange(planned.response, std::nullopt), planned.rules,
                          planned.snapshot_tag);
  } catch (const std::bad_alloc&) {
    return Refusal(503, "not enough memory for this answer");
  }
}

Answer RequestPipeline::Refusal(int status, std::string_view message) {
  return FinishResponse(
      kind::TextResponse(status, fmt::format("{}: {}", ReasonPhrase(status), message)), {});
}

}  // namespace sightglass::serve
