#include "kinds/insights/tag_patterns.h"

#include <fmt/format.h>

#include <utility>

namespace sightglass::kinds::insights {
namespace {

using kind::NamePattern;

base::Status ReadPattern(const kind::JsonValue& object,
                         const std::pair<std::string_view, std::string&>& pattern) {
  ASSIGN_OR_RETURN(const auto member, object.Member(pattern.first));
  if (!member) return {};
  ASSIGN_OR_RETURN(pattern.second, member->AsString());
  return {};
}

// The role of a tag, found once.
template <class Find>
TagRole Remember(std::unordered_map<std::string_view, TagRole>& known, std::string_view tag,
                 Find find) {
  const auto found = known.find(tag);
  if (found != known.end()) return found->second;
  const TagRole role = find(tag);
  known.emplace(tag, role);
  return role;
}

}  // namespace

base::Status ReadTagPatterns(const kind::JsonValue& object, TagPatterns& patterns) {
  return TagPatterns::Each(patterns, [&](auto... pattern) -> base::Status {
    RETURN_IF_ERROR(object.AllowOnly({pattern.first...}));
    base::Status status;
    ((status = status.ok() ? ReadPattern(object, pattern) : status), ...);
    return status;
  });
}

void WriteTagPatterns(const TagPatterns& patterns, base::JsonWriter& json) {
  json.BeginObject();
  TagPatterns::Each(patterns, [&](auto... pattern) {
    ((json.Key(pattern.first), json.String(pattern.second)), ...);
  });
  json.EndObject();
}

base::Result<TagRoles> TagRoles::Make(const TagPatterns& patterns) {
  const auto make = [](std::string_view name, const std::string& pattern) {
    return NamePattern::Make(pattern, fmt::format("patterns.{}", name));
  };
  ASSIGN_OR_RETURN(auto loss, make("loss", patterns.loss));
  ASSIGN_OR_RETURN(auto loss_except, make("loss_except", patterns.loss_except));
  ASSIGN_OR_RETURN(auto norms, make("gradient_norms", patterns.gradient_norms));
  ASSIGN_OR_RETURN(auto norms_except,
                   make("gradient_norms_except", patterns.gradient_norms_except));
  ASSIGN_OR_RETURN(auto gradients, make("gradients", patterns.gradients));
  ASSIGN_OR_RETURN(auto activations, make("activations", patterns.activations));
  ASSIGN_OR_RETURN(auto unbounded, make("unbounded_activations", patterns.unbounded_activations));
  ASSIGN_OR_RETURN(auto weights, make("weights", patterns.weights));
  ASSIGN_OR_RETURN(auto weights_except, make("weights_except", patterns.weights_except));
  return TagRoles({.loss = std::move(loss),
                   .loss_except = std::move(loss_except),
                   .gradient_norms = std::move(norms),
                   .gradient_norms_except = std::move(norms_except),
                   .gradients = std::move(gradients),
                   .activations = std::move(activations),
                   .unbounded_activations = std::move(unbounded),
                   .weights = std::move(weights),
                   .weights_except = std::move(weights_except)});
}

TagRole TagRoles::Of(const store::Series& series) {
  if (series.scalars() != nullptr) {
    return Remember(scalars_, series.tag_name,
                    [this](std::string_view tag) { return OfScalar(tag); });
  }
  if (series.info->plugin != "histograms") return TagRole::kNone;
  return Remember(histograms_, series.tag_name,
                  [this](std::string_view tag) { return OfHistogram(tag); });
}

TagRole TagRoles::OfScalar(std::string_view tag) const {
  if (compiled_.gradient_norms.Matches(tag)) {
    return compiled_.gradient_norms_except.Matches(tag) ? TagRole::kNone : TagRole::kGradientNorm;
  }
  const bool is_loss = compiled_.loss.Matches(tag) && !compiled_.loss_except.Matches(tag);
  return is_loss ? TagRole::kLoss : TagRole::kNone;
}

TagRole TagRoles::OfHistogram(std::string_view tag) const {
  // In this order: "gradients/relu1" are gradients, and "activations/kernel" no weights.
  if (compiled_.gradients.Matches(tag)) return TagRole::kGradients;
  if (compiled_.activations.Matches(tag)) {
    return compiled_.unbounded_activations.Matches(tag) ? TagRole::kUnboundedActivations
                                                        : TagRole::kActivations;
  }
  const bool is_weights = compiled_.weights.Matches(tag) && !compiled_.weights_except.Matches(tag);
  return is_weights ? TagRole::kWeights : TagRole::kNone;
}

}  // namespace sightglass::kinds::insights
