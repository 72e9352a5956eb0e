#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/json_writer.h"
#include "base/result.h"
#include "kind/json_reader.h"
#include "kind/name_pattern.h"
#include "store/series.h"

namespace sightglass::kinds::insights {

// Which tags are what, as regular expressions for their names. "..._except": not these, though they
// match. README.md says why these ones.
struct TagPatterns {
  std::string loss =
      R"((?i)(loss|cross_?entropy|(^|[^a-z])(nll|xent|mse|mae|rmse|ppl|perplexity)([^a-z]|$)))";
  // What does not fall when all is well: scales and rates, losses of players who play each other.
  std::string loss_except =
      R"((?i)(grad|weight|adv|(^|[^a-z])(scale|scaling|scaler|ratio|coef|lr|rate|policy|value|)"
      R"(actor|critic|q|kl|gan|gen|generator|disc|discriminator|d|g|std|var|delta)([^a-z]|$)))";
  std::string gradient_norms = R"((?i)(grad[^/]*norm|norm[^/]*grad))";
  std::string gradient_norms_except =
      R"((?i)(^|[^a-z])(all|total|global|overall|clip|clipped)([^a-z]|$))";
  std::string gradients = R"((?i)grad)";
  std::string activations = R"((?i)((^|[^a-z])acts?([^a-z]|$)|activation|relu|sigmoid|tanh))";
  std::string unbounded_activations = R"((?i)(softmax|prob|logit|output|attention|attn|gate|mask))";
  std::string weights = R"((?i)((^|[^a-z])w[0-9]*([^a-z]|$)|weight|kernel))";
  std::string weights_except = R"((?i)(decay|norm|(^|[^a-z])(bn|ln)[0-9]*([^a-z]|$)))";

  template <class Self, class Use>
  static auto Each(Self& self, Use use) {
    using Item = std::pair<std::string_view, decltype((self.loss))>;
    return use(Item{"loss", self.loss}, Item{"loss_except", self.loss_except},
               Item{"gradient_norms", self.gradient_norms},
               Item{"gradient_norms_except", self.gradient_norms_except},
               Item{"gradients", self.gradients}, Item{"activations", self.activations},
               Item{"unbounded_activations", self.unbounded_activations},
               Item{"weights", self.weights}, Item{"weights_except", self.weights_except});
  }
};

// The members of `object`, each of which must be a pattern; absent ones stay as they are.
base::Status ReadTagPatterns(const kind::JsonValue& object, TagPatterns& patterns);
void WriteTagPatterns(const TagPatterns& patterns, base::JsonWriter& json);

// What a series is to the rules.
enum class TagRole : std::uint8_t {
  kNone,
  kLoss,                  // scalars
  kGradientNorm,          // scalars
  kGradients,             // histograms, like those below
  kActivations,           // of which a bounded range may be judged
  kUnboundedActivations,  // only whether they are dead
  kWeights,
};

// Patterns at work. A tag is looked at once, however many runs have it.
//
// Threads: one at a time.
class TagRoles {
 public:
  // kInvalidArgument for a pattern that is none.
  static base::Result<TagRoles> Make(const TagPatterns& patterns);

  TagRole Of(const store::Series& series);

 private:
  struct Compiled {
    kind::NamePattern loss, loss_except, gradient_norms, gradient_norms_except, gradients,
        activations, unbounded_activations, weights, weights_except;
  };

  explicit TagRoles(Compiled compiled) : compiled_(std::move(compiled)) {}
  [[nodiscard]] TagRole OfScalar(std::string_view tag) const;
  [[nodiscard]] TagRole OfHistogram(std::string_view tag) const;

  Compiled compiled_;
  std::unordered_map<std::string_view, TagRole> scalars_;
  std::unordered_map<std::string_view, TagRole> histograms_;
};

}  // namespace sightglass::kinds::insights
