#pragma once

#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "kind/parameters.h"
#include "kind/series_selection.h"
#include "kinds/insights/activation_dead_rule.h"
#include "kinds/insights/activation_saturated_rule.h"
#include "kinds/insights/gradient_exploding_rule.h"
#include "kinds/insights/gradient_vanishing_rule.h"
#include "kinds/insights/loss_diverged_rule.h"
#include "kinds/insights/loss_plateau_rule.h"
#include "kinds/insights/non_finite_rule.h"
#include "kinds/insights/overfitting_rule.h"
#include "kinds/insights/tag_patterns.h"
#include "kinds/insights/weights_static_rule.h"

namespace sightglass::kinds::insights {

inline constexpr std::string_view kNonFinite = "non-finite";
inline constexpr std::string_view kLossPlateau = "loss-plateau";
inline constexpr std::string_view kLossDiverged = "loss-diverged";
inline constexpr std::string_view kGradientVanishing = "gradient-vanishing";
inline constexpr std::string_view kGradientExploding = "gradient-exploding";
inline constexpr std::string_view kActivationDead = "activation-dead";
inline constexpr std::string_view kActivationSaturated = "activation-saturated";
inline constexpr std::string_view kWeightsStatic = "weights-static";
inline constexpr std::string_view kOverfitting = "overfitting";

// The thresholds of all rules, in the order in which rules are listed.
struct AllThresholds {
  NonFiniteThresholds non_finite{};
  LossPlateauThresholds loss_plateau{};
  LossDivergedThresholds loss_diverged{};
  GradientVanishingThresholds gradient_vanishing{};
  GradientExplodingThresholds gradient_exploding{};
  ActivationDeadThresholds activation_dead{};
  ActivationSaturatedThresholds activation_saturated{};
  WeightsStaticThresholds weights_static{};
  OverfittingThresholds overfitting{};

  // Calls use(pair of id and thresholds, ...).
  template <class Self, class Use>
  static auto Each(Self& self, Use use) {
    return use(Named(kNonFinite, self.non_finite), Named(kLossPlateau, self.loss_plateau),
               Named(kLossDiverged, self.loss_diverged),
               Named(kGradientVanishing, self.gradient_vanishing),
               Named(kGradientExploding, self.gradient_exploding),
               Named(kActivationDead, self.activation_dead),
               Named(kActivationSaturated, self.activation_saturated),
               Named(kWeightsStatic, self.weights_static), Named(kOverfitting, self.overfitting));
  }

 private:
  template <class Rule>
  static std::pair<std::string_view, Rule&> Named(std::string_view id, Rule& rule) {
    return {id, rule};
  }
};

inline constexpr std::size_t kDefaultMaxFindings = 1'000;
inline constexpr std::size_t kMostFindings = 10'000;

struct InsightsRequest {
  kind::NameChoice runs{};
  std::set<std::string, std::less<>> rules{};  // empty: all
  AllThresholds thresholds{};
  TagPatterns patterns{};
  std::size_t max_findings = kDefaultMaxFindings;

  [[nodiscard]] bool Wants(std::string_view rule) const {
    return rules.empty() || rules.contains(rule);
  }
};

// The body of a POST. kInvalidArgument, naming the place.
base::Result<InsightsRequest> ParseInsightsRequest(std::string_view body);
// The parameters of a GET: run, run_id, run_matching, rule, max_findings.
base::Result<InsightsRequest> InsightsFromParameters(const kind::Parameters& parameters);

}  // namespace sightglass::kinds::insights
