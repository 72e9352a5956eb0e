// TensorBoard's routes that belong to no plugin.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json_writer.h"
#include "serve/api_core_summary.h"
#include "serve/core_routes.h"
#include "serve/secure_random.h"

namespace sightglass::serve {
namespace {

using base::Error;
using base::ErrorCode;
using kind::Request;
using kind::RequestContext;
using kind::Response;

// One of TensorBoard's dashboards, as its page loads it.
struct StockPlugin {
  std::string_view name;
  std::string_view tab_name;
  std::string_view element{};  // of an old dashboard
  std::string_view module{};   // of one in a frame, below /data/plugin/<name>
  bool disable_reload = false;
  // Enabled if there are data of any of these; no names: never.
  std::array<std::string_view, 5> kinds{};
};

// In the order of the tabs.
constexpr auto kStockPlugins = std::to_array<StockPlugin>({
    {.name = "timeseries", .tab_name = "Time Series", .kinds = {"scalars", "histograms", "images"}},
    {.name = "scalars",
     .tab_name = "scalars",
     .element = "tf-scalar-dashboard",
     .kinds = {"scalars"}},
    {.name = "custom_scalars",
     .tab_name = "Custom Scalars",
     .element = "tf-custom-scalar-dashboard",
     .kinds = {"custom_scalars"}},
    {.name = "images", .tab_name = "images", .element = "tf-image-dashboard", .kinds = {"images"}},
    {.name = "audio", .tab_name = "audio", .element = "tf-audio-dashboard", .kinds = {"audio"}},
    {.name = "debugger-v2", .tab_name = "Debugger V2", .kinds = {"debugger-v2"}},
    {.name = "graphs",
     .tab_name = "graphs",
     .element = "tf-graph-dashboard",
     .disable_reload = true,
     .kinds = {"graphs", "graph_run_metadata", "graph_run_metadata_graph", "graph_keras_model",
               "graph_tagged_run_metadata"}},
    {.name = "distributions",
     .tab_name = "distributions",
     .element = "tf-distribution-dashboard",
     .kinds = {"histograms"}},
    {.name = "histograms",
     .tab_name = "histograms",
     .element = "tf-histogram-dashboard",
     .kinds = {"histograms"}},
    {.name = "text", .tab_name = "text", .element = "tf-text-dashboard", .kinds = {"text"}},
    {.name = "pr_curves",
     .tab_name = "PR Curves",
     .element = "tf-pr-curve-dashboard",
     .kinds = {"pr_curves"}},
    {.name = "profile_redirect", .tab_name = "Profile", .element = "tf-profile-redirect-dashboard"},
    {.name = "hparams",
     .tab_name = "hparams",
     .element = "tf-hparams-dashboard",
     .kinds = {"hparams"}},
    {.name = "mesh", .tab_name = "mesh", .element = "mesh-dashboard", .kinds = {"mesh"}},
    {.name = "wit_redirect", .tab_name = "What-If Tool", .element = "tf-wit-redirect-dashboard"},
    {.name = "projector", .tab_name = "projector", .module = "/index.js", .disable_reload = true},
});

constexpr std::string_view kIcon =
    R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="14" )"
    R"(fill="#0b4f6c"/><path d="M5 21l6-8 5 5 5-9 6 9" fill="none" stroke="#fff" )"
    R"(stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>)";

std::string Base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::string_view group = bytes.substr(i, 3);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      bits = bits << 8 | (k < group.size() ? static_cast<unsigned char>(group[k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text.push_back(k <= group.size() ? kDigits[bits >> (18 - 6 * k) & 63] : '=');
    }
  }
  return text;
}

// `location` is ours, or from a request's own path; it stands in the page only as text.
Response Redirect(std::string location) {
  Response response = kind::HtmlResponse(
      302, "<!doctype html>\n<html lang=en>\n<title>Redirecting</title>\n<h1>Redirecting</h1>\n");
  response.headers.emplace_back("Location", std::move(location));
  return response;
}

// All handlers share one, which lives as long as the router.
class CoreRoutes : public std::enable_shared_from_this<CoreRoutes> {
 public:
  explicit CoreRoutes(const ServerFacts& facts) : facts_(facts) {}

  void AddTo(kind::Router& router) {
    using kind::Freshness;
    using kind::Work;
    Add(router, "/data/runs", &CoreRoutes::Runs, Work::kPool, Freshness::kSnapshot);
    Add(router, "/data/plugins_listing", &CoreRoutes::Plugins, Work::kPool, Freshness::kNever);
    Add(router, "/data/environment", &CoreRoutes::Environment);
    Add(router, "/data/logdir", &CoreRoutes::Logdir);
    Add(router, "/data/window_properties", &CoreRoutes::WindowProperties);
    Add(router, "/data/experiments", &CoreRoutes::None);
    Add(router, "/data/experiment_runs", &CoreRoutes::None);
    Add(router, "/data/notifications", &CoreRoutes::Notifications);
    Add(router, "/data/plugin_entry.html", &CoreRoutes::PluginEntry);
    Add(router, "/favicon.ico", &CoreRoutes::Icon);
    for (const char* const path : {"/audio", "/events", "/graphs", "/histograms", "/images"}) {
      Add(router, path, &CoreRoutes::OldPage);
    }
  }

 private:
  using Method = base::Result<Response> (CoreRoutes::*)(const Request&, const RequestContext&);

  // TensorBoard takes any method.
  void Add(kind::Router& router, std::string path, Method method,
           kind::Work work = kind::Work::kQuick,
           kind::Freshness freshness = kind::Freshness::kNever) {
    router.Add({.path = std::move(path),
                .handler = std::bind_front(method, shared_from_this()),
                .errors = kind::ErrorStyle::kTensorboard,
                .work = work,
                .freshness = freshness});
  }

  base::Result<Response> Runs(const Request&, const RequestContext& context) {
    const auto summary = summaries_.Summary(context.snapshot);
    base::BufferedOutput out;
    base::JsonWriter json(out);
    json.BeginArray();
    for (const std::uint32_t index : summary->by_start) {
      json.String(context.snapshot->runs[index]->name);
    }
    json.EndArray();
    return kind::JsonResponse(out.TakeText());
  }

  base::Result<Response> Plugins(const Request& request, const RequestContext& context) {
    const auto summary = summaries_.Summary(context.snapshot);
    base::BufferedOutput out;
    base::JsonWriter json(out);
    json.BeginObject();
    for (const StockPlugin& plugin : kStockPlugins) {
      json.Key(plugin.name);
      WritePlugin(plugin, IsEnabled(plugin, *summary), request.root, json);
    }
    json.EndObject();
    return kind::JsonResponse(out.TakeText());
  }

  bool IsEnabled(const StockPlugin& plugin, const SnapshotSummary& summary) const {
    if (plugin.name == "projector") {
      return facts_.has_projector_config && facts_.has_projector_config();
    }
    return std::ranges::any_of(plugin.kinds, [&](std::string_view kind) {
      return !kind.empty() && summary.HasKind(kind);
    });
  }

  static void WritePlugin(const StockPlugin& plugin, bool enabled, std::string_view root,
                          base::JsonWriter& json) {
    json.BeginObject();
    json.Key("disable_reload");
    json.Bool(plugin.disable_reload);
    json.Key("enabled");
    json.Bool(enabled);
    json.Key("remove_dom");
    json.Bool(false);
    json.Key("tab_name");
    json.String(plugin.tab_name);
    json.Key("loading_mechanism");
    json.BeginObject();
    json.Key("type");
    if (!plugin.element.empty()) {
      json.String("CUSTOM_ELEMENT");
      json.Key("element_name");
      json.String(plugin.element);
    } else if (!plugin.module.empty()) {
      json.String("IFRAME");
      json.Key("module_path");
      json.String(fmt::format("{}/data/plugin/{}{}", root, plugin.name, plugin.module));
    } else {
      json.String("NG_COMPONENT");
    }
    json.EndObject();
    json.EndObject();
  }

  base::Result<Response> Environment(const Request&, const RequestContext&) {
    base::BufferedOutput out;
    base::JsonWriter json(out);
    json.BeginObject();
    const auto text = [&](std::string_view key, std::string_view value) {
      json.Key(key);
      json.String(value);
    };
    text("version", facts_.version);
    text("data_location", facts_.logdir_text);
    text("window_title", facts_.window_title);
    text("experiment_name", "");
    text("experiment_description", "");
    json.Key("creation_time");
    json.Int(0);
    json.Key("debug");
    json.BeginObject();
    text("data_provider", "Sightglass");
    json.Key("flags");
    json.Raw(facts_.flags_json);
    json.EndObject();
    json.EndObject();
    return kind::JsonResponse(out.TakeText());
  }

  base::Result<Response> Logdir(const Request&, const RequestContext&) {
    return OneText("logdir", facts_.logdir_text);
  }

  base::Result<Response> WindowProperties(const Request&, const RequestContext&) {
    return OneText("window_title", facts_.window_title);
  }

  static Response OneText(std::string_view key, std::string_view value) {
    base::BufferedOutput out;
    base::JsonWriter json(out);
    json.BeginObject();
    json.Key(key);
    json.String(value);
    json.EndObject();
    return kind::JsonResponse(out.TakeText());
  }

  base::Result<Response> None(const Request&, const RequestContext&) {
    return kind::JsonResponse("[]");
  }

  base::Result<Response> Notifications(const Request&, const RequestContext&) {
    return Redirect("../notifications_note.json");
  }

  // TensorBoard forgets its path prefix here; we do not.
  base::Result<Response> OldPage(const Request& request, const RequestContext&) {
    return Redirect(request.root + "/");
  }

  base::Result<Response> PluginEntry(const Request& request, const RequestContext&) {
    const auto name = request.query.First("name");
    const auto* const plugin = std::ranges::find_if(
        kStockPlugins, [&](const StockPlugin& each) { return name && each.name == *name; });
    if (plugin == kStockPlugins.end()) {
      return Error{ErrorCode::kNotFound, std::string(name.value_or(""))};
    }
    if (plugin->module.empty()) {
      return kind::TextResponse(400, "Plugin is not module loadable");
    }
    const std::string script =
        fmt::format("import(\".{}\").then((module) => void module.render());", plugin->module);
    Response response = kind::HtmlResponse(
        200,
        fmt::format("<!doctype html>\n<html lang=en>\n<head><base href=\"plugin/{}/\"></head>\n"
                    "<body><script type=\"module\">{}</script></body>\n",
                    plugin->name, script));
    response.content_security_policy = fmt::format(
        "default-src 'self'; font-src 'self' data:; img-src 'self' data: blob:; object-src 'none'; "
        "style-src 'self' 'unsafe-inline'; script-src 'self' 'unsafe-eval' 'sha256-{}'",
        Base64(Sha256(script)));
    return response;
  }

  base::Result<Response> Icon(const Request&, const RequestContext&) {
    return Response{.content_type = "image/svg+xml; charset=utf-8", .body = std::string(kIcon)};
  }

  const ServerFacts& facts_;
  SummaryCache summaries_;
};

}  // namespace

void AddTensorboardCoreRoutes(const ServerFacts& facts, kind::Router& router) {
  std::make_shared<CoreRoutes>(facts)->AddTo(router);
}

}  // namespace sightglass::serve
