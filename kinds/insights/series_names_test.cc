// Which series belong together, and what their names say.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kinds/insights/layer_order.h"
#include "kinds/insights/series_pairs.h"
#include "kinds/insights/tag_patterns.h"
#include "tests/support/is_ok.h"
#include "tests/support/snapshot_builder.h"

namespace sightglass::kinds::insights {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(TrainingNames, ReplacesTheLastWord) {
  EXPECT_THAT(TrainingNames("a/eval"), ElementsAre("a/train", "a/training", "a"));
  EXPECT_THAT(TrainingNames("Val_loss"), ElementsAre("train_loss", "training_loss", "loss"));
  EXPECT_THAT(TrainingNames("test/x/dev"),
              ElementsAre("test/x/train", "test/x/training", "test/x"));
  EXPECT_THAT(TrainingNames("validation"), ElementsAre("train", "training", ""));
  EXPECT_THAT(TrainingNames("loss.valid.mean"),
              ElementsAre("loss.train.mean", "loss.training.mean", "loss.mean"));
  for (const std::string_view name : {"", "train", "value", "latest", "eval2", "evaluate", "/._"}) {
    EXPECT_THAT(TrainingNames(name), IsEmpty()) << name;
  }
}

TEST(FindTrainingPartner, LooksAtRunsThenAtTags) {
  testing::SnapshotBuilder builder;
  for (const char* const run : {"a/train", "a/validation", ".", "eval", "b"}) {
    builder.Scalars(run, "loss", {{1, 1, 1}});
  }
  builder.Scalars("b", "val_loss", {{1, 1, 1}}).Scalars("b", "test/acc", {{1, 1, 1}});
  const auto snapshot = builder.Build();
  const auto partner = [&](std::string_view run, std::string_view tag) {
    const store::Run* const found = snapshot->Find(run);
    const SeriesRef ref = FindTrainingPartner(*snapshot, {found, found->Find(tag)});
    return ref.series == nullptr ? std::string()
                                 : ref.run->name + " " + std::string(ref.series->tag_name);
  };
  EXPECT_EQ(partner("a/validation", "loss"), "a/train loss");
  EXPECT_EQ(partner("eval", "loss"), ". loss");
  EXPECT_EQ(partner("b", "val_loss"), "b loss");
  EXPECT_EQ(partner("b", "test/acc"), "");
  EXPECT_EQ(partner("a/train", "loss"), "");
}

TEST(LayerOrder, NumbersInNamesCount) {
  EXPECT_TRUE(NaturalLess("dense2/w", "dense10/a"));
  EXPECT_FALSE(NaturalLess("dense10", "dense2"));
  EXPECT_TRUE(NaturalLess("a", "a1"));
  EXPECT_TRUE(NaturalLess("a01", "a1")) << "equal numbers: by the whole name";
  EXPECT_FALSE(NaturalLess("a1", "a1"));
  EXPECT_TRUE(NaturalLess("a99999999999999999999998", "a99999999999999999999999"));
}

TEST(LayerOrder, IsThatOfLogging) {
  testing::SnapshotBuilder builder;
  builder.Scalars("r", "z", {{1, 10, 1}}).Scalars("r", "a", {{1, 20, 1}});
  builder.Scalars("r", "d10", {{1, 15, 1}}).Scalars("r", "d9", {{1, 15, 1}});
  const auto snapshot = builder.Build();
  std::vector<const store::Series*> layers;
  for (const auto& series : snapshot->runs.front()->series) layers.push_back(series.get());
  SortLayers(layers);
  std::vector<std::string_view> names;
  names.reserve(layers.size());
  for (const store::Series* const layer : layers) names.push_back(layer->tag_name);
  EXPECT_THAT(names, ElementsAre("z", "d9", "d10", "a"));
}

TEST(TagRoles, KnowTheUsualNames) {
  auto roles = TagRoles::Make({});
  ASSERT_THAT(roles, testing::IsOk());
  const auto role = [&](std::string_view tag, std::string_view plugin) {
    store::Series series;
    series.tag_name = tag;
    series.info =
        std::make_shared<store::SeriesInfo>(store::SeriesInfo{.plugin = std::string(plugin)});
    if (plugin != "scalars") series.points = store::Points<store::RefPoint>();
    return roles->Of(series);
  };
  for (const char* const tag : {"loss", "epoch_loss", "Loss/train", "val_loss", "train/box_loss",
                                "cross_entropy", "eval/nll", "test_mse"}) {
    EXPECT_EQ(role(tag, "scalars"), TagRole::kLoss) << tag;
  }
  for (const char* const tag : {"accuracy", "loss_scale", "policy_loss", "g_loss", "loss/D",
                                "learning_rate", "mselect", "grad/loss", "value/loss"}) {
    EXPECT_EQ(role(tag, "scalars"), TagRole::kNone) << tag;
  }
  for (const char* const tag :
       {"gradient_norm/conv1", "grad_2.0_norm/fc.weight", "norm_of_grad/a"}) {
    EXPECT_EQ(role(tag, "scalars"), TagRole::kGradientNorm) << tag;
  }
  for (const char* const tag :
       {"gradient_norm/all", "grad_2.0_norm_total", "gradients/batch_norm"}) {
    EXPECT_EQ(role(tag, "scalars"), TagRole::kNone) << tag;
  }
  EXPECT_EQ(role("gradients/relu1", "histograms"), TagRole::kGradients);
  EXPECT_EQ(role("layer1.weight.grad", "histograms"), TagRole::kGradients);
  EXPECT_EQ(role("activations/conv1", "histograms"), TagRole::kActivations);
  EXPECT_EQ(role("act/3", "histograms"), TagRole::kActivations);
  EXPECT_EQ(role("activations/softmax", "histograms"), TagRole::kUnboundedActivations);
  EXPECT_EQ(role("weights/dense1", "histograms"), TagRole::kWeights);
  EXPECT_EQ(role("dense/kernel_0/histogram", "histograms"), TagRole::kWeights);
  EXPECT_EQ(role("fc1.w", "histograms"), TagRole::kWeights);
  EXPECT_EQ(role("bn1.weight", "histograms"), TagRole::kNone);
  EXPECT_EQ(role("biases/dense1", "histograms"), TagRole::kNone);
  EXPECT_EQ(role("weights/dense1", "images"), TagRole::kNone);
  EXPECT_EQ(role("weights/dense1", "scalars"), TagRole::kNone) << "the plugin counts";
}

TEST(TagRoles, RefuseWhatIsNoPattern) {
  TagPatterns patterns;
  patterns.weights = "(";
  EXPECT_THAT(TagRoles::Make(patterns), testing::IsError(base::ErrorCode::kInvalidArgument));
}

}  // namespace
}  // namespace sightglass::kinds::insights
