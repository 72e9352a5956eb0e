#include "tests/all_routes.h"

#include <algorithm>
#include <utility>

#include "generated/kind_list.h"
#include "serve/api_profile.h"
#include "serve/core_routes.h"

namespace sightglass::testing {

AllRoutes::AllRoutes(const std::string& directory, io::FileSystem& files)
    : logs_(directory, files),
      hub_(
          revisions_, [this] { return logs_.snapshot(); }, clock_, &logs_.issues()),
      profile_("", clock_),
      kinds_(kinds::MakeKinds({})) {
  facts_.version = "1.2.3";
  facts_.log_directories = {{.name = "", .path = "logs", .prefix = directory + "/"}};
  facts_.logdir_text = "logs";
  facts_.issues = &logs_.issues();
  facts_.clock = &clock_;
  facts_.missing_directories = [] { return std::vector<std::string>{}; };
  facts_.has_projector_config = [] { return false; };
  facts_.reload = [this] { ++reloads_; };
  revisions_.Observe(logs_.snapshot());
  serve::AddTensorboardCoreRoutes(facts_, router_);
  serve::AddApiCoreRoutes(facts_, kinds_, router_);
  profile_.set_on_change([this](std::uint64_t revision) { hub_.NotifyProfile(revision); });
  hub_.NotifyProfile(profile_.Get().revision);
  serve::AddProfileRoutes(profile_, router_);
  hub_.AddRoutes(router_);
  for (const auto& kind : kinds_) kind->AddRoutes(kinds_, router_);
}

void AllRoutes::Refresh() {
  logs_.Refresh();
  revisions_.Observe(logs_.snapshot());
}

kind::Response AllRoutes::Call(std::string_view target, const CallOptions& options) {
  kind::Request request;
  request.method = options.method;
  const std::size_t mark = std::min(target.find('?'), target.size());
  request.path = kind::PercentDecode(target.substr(0, mark), /*plus_is_blank=*/false);
  request.query =
      kind::Parameters::FromQuery(target.substr(std::min(mark + 1, target.size()))).value();
  request.root = options.root;
  request.body = options.body;
  if (!options.body.empty()) request.headers.emplace_back("content-type", options.content_type);
  const kind::Route* const route = router_.Find(request.path);
  if (route == nullptr) return kind::TextResponse(404, "Not found");
  auto result = route->handler(request, {.snapshot = revisions_.snapshot(),
                                         .revisions = revisions_,
                                         .cancel = cancel_,
                                         .pool = pool_,
                                         .epoch = kEpoch});
  return result.ok() ? std::move(result).value()
                     : kind::ErrorResponse(result.error(), route->errors);
}

}  // namespace sightglass::testing
