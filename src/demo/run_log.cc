#include "demo/run_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "demo/loss_surface.h"
#include "demo/loss_tone.h"
#include "demo/network_graph.h"
#include "demo/result_pictures.h"

// Failures of the writer are not looked at here: it tells each to the callback in its options.
namespace sightglass::demo {
namespace {

constexpr std::uint64_t kSurfaceStream = 12;

PixelShape ShapeOf(const Canvas& canvas) {
  return {.height = canvas.height(), .width = canvas.width(), .channels = 3};
}

double SquareSum(std::span<const float> values) {
  double sum = 0;
  for (const float value : values) sum += static_cast<double>(value) * static_cast<double>(value);
  return sum;
}

double Norm(const Parameters& gradients) {
  return std::sqrt(SquareSum(gradients.weights) + SquareSum(gradients.biases));
}

double Mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) /
         static_cast<double>(std::max<std::size_t>(1, values.size()));
}

std::string LayersText(const Network& network) {
  std::string text = "| layer | op | output | learns |\n|---|---|---|---:|\n";
  for (std::size_t i = 0; i < network.layer_count(); ++i) {
    const Layer& layer = network.layer(i);
    const FeatureShape shape = layer.output();
    text += fmt::format("| {} | {} | {} x {} x {} | {} |\n", layer.name(), layer.op(), shape.height,
                        shape.width, shape.channels,
                        layer.parameters().weights.size() + layer.parameters().biases.size());
  }
  return text + fmt::format("\n{} numbers are learned.\n", network.parameter_count());
}

}  // namespace

RunLog::RunLog(const SummaryWriter& root, const TrainingPlan& plan, const DigitSets& sets,
               std::uint64_t seed)
    : plan_(plan),
      sets_(sets),
      seed_(seed),
      session_(root.Run(plan.name)),
      train_(session_.Run("train")),
      validation_(session_.Run("validation")),
      test_(session_.Run("test")),
      batch_loss_(train_.Scalar("loss", {.description = "Cross entropy, mean of a batch."})),
      batch_accuracy_(
          train_.Scalar("accuracy", {.description = "Share of a batch that is read rightly."})),
      learning_rate_(train_.Scalar("learning_rate")),
      gradient_norm_(train_.Scalar("gradient_norm/all",
                                   {.description = "Length of the gradient of all parameters."})) {
  epochs_.header = {"epoch", "loss", "accuracy", "validation loss", "validation accuracy"};
}

void RunLog::Begin(const Network& network) {
  const std::vector<HParam> hparams = {
      {"learning_rate", plan_.learning_rate},
      {"activation", std::string(ActivationName(plan_.network.activation))},
      {"optimizer", std::string(OptimizerName(plan_.optimizer))},
      {"batch_size", static_cast<double>(plan_.batch_size)},
      {"layers", static_cast<double>(plan_.network.conv_channels.size() +
                                     plan_.network.dense_sizes.size() + 1)},
  };
  session_.AddHParamsStart(hparams);
  train_.AddText("notes/about", plan_.note, 0);
  train_.AddText("notes/network", LayersText(network), 0);
  train_.AddText("notes/how",
                 fmt::format("`{}`, peak rate {}, batches of {}, {} epochs of {} digits, seed {}\n",
                             OptimizerName(plan_.optimizer), plan_.learning_rate, plan_.batch_size,
                             plan_.epochs, sets_.training.size(), seed_),
                 0);
  GraphBuilder graph;
  if (AddNetworkGraph(network, plan_, graph).ok()) train_.AddGraph(graph);
}

void RunLog::AddSamples() {
  constexpr std::size_t kRows = 8;
  constexpr std::size_t kSamples = 8;
  const DigitSet& digits = sets_.training;
  const std::size_t some = std::min(kSamples, digits.size());
  train_.AddImages("digits/samples", std::span(digits.pixels).first(some * kDigitPixels),
                   {.count = static_cast<std::int64_t>(some),
                    .height = kDigitSide,
                    .width = kDigitSide,
                    .channels = 1},
                   0, {}, {.description = "Digits as the network sees them."});
  // One column a class.
  std::vector<float> sheet;
  std::array<std::size_t, kClasses> next{};
  for (std::size_t row = 0; row < kRows; ++row) {
    for (std::size_t digit = 0; digit < kClasses; ++digit) {
      std::size_t& at = next[digit];
      while (at < digits.size() && digits.labels[at] != digit) ++at;
      if (at == digits.size()) return;
      const auto picture = digits.picture(at++);
      sheet.insert(sheet.end(), picture.begin(), picture.end());
    }
  }
  train_.AddImages(
      "digits/by_class", sheet,
      {.count = kRows * kClasses, .height = kDigitSide, .width = kDigitSide, .channels = 1}, 0,
      {.tile = true, .columns = kClasses});
}

void RunLog::AddBatch(const Trainer& trainer, const BatchResult& result) {
  const auto step = static_cast<std::int64_t>(trainer.step());
  batch_loss_.Add(step, result.loss);
  batch_accuracy_.Add(step, result.accuracy);
  learning_rate_.Add(step, result.learning_rate);
  double squares = 0;
  for (std::size_t i = 0; i < trainer.network().layer_count(); ++i) {
    squares += SquareSum(trainer.gradients(i).weights) + SquareSum(trainer.gradients(i).biases);
  }
  gradient_norm_.Add(step, std::sqrt(squares));
  losses_.push_back(result.loss);
  accuracies_.push_back(result.accuracy);
}

void RunLog::AddDetails(const Trainer& trainer) {
  const auto step = static_cast<std::int64_t>(trainer.step());
  const Network& network = trainer.network();
  std::string last_learning;
  for (std::size_t i = 0; i < network.layer_count(); ++i) {
    const Layer& layer = network.layer(i);
    if (layer.learns()) {
      last_learning = layer.name();
      const Parameters& gradients = trainer.gradients(i);
      train_.AddHistogram("weights/" + last_learning, layer.parameters().weights, step);
      train_.AddHistogram("biases/" + last_learning, layer.parameters().biases, step);
      train_.AddHistogram("gradients/" + last_learning, gradients.weights, step);
      train_.AddScalar("gradient_norm/" + last_learning, Norm(gradients), step);
    }
    // What the layer gives in the end: behind its pool and its activation.
    if (i + 1 == network.layer_count() || network.layer(i + 1).learns()) {
      train_.AddHistogram("activations/" + last_learning, trainer.activations(i).values(), step);
    }
  }
  const Canvas filters = DrawFilters(network.layer(0));
  train_.AddImage("filters", filters.pixels(), ShapeOf(filters), step,
                  {.description = "What the first layer looks for: red excites, blue calms."});
  filter_frames_.insert(filter_frames_.end(), filters.pixels().begin(), filters.pixels().end());
  const std::int64_t frames = filter_shape_.count;
  filter_shape_ = ShapeOf(filters);
  filter_shape_.count = frames + 1;
}

void RunLog::AddValidation(std::size_t step, const Evaluation& validation) {
  validation_.AddScalar("loss", validation.loss, static_cast<std::int64_t>(step));
  validation_.AddScalar("accuracy", validation.accuracy, static_cast<std::int64_t>(step));
}

void RunLog::AddEpoch(const Trainer& trainer, const Evaluation& validation) {
  const auto step = static_cast<std::int64_t>(trainer.step());
  const std::size_t batches = std::min(losses_.size(), trainer.steps_per_epoch());
  const std::span<const double> losses = std::span(losses_).last(batches);
  epoch_loss_ = Mean(losses);
  const double accuracy = Mean(accuracies_);
  accuracies_.clear();
  train_.AddScalar("epoch_loss", epoch_loss_, step);
  train_.AddScalar("epoch_accuracy", accuracy, step);
  validation_.AddScalar("epoch_loss", validation.loss, step);
  validation_.AddScalar("epoch_accuracy", validation.accuracy, step);
  const std::size_t epoch = trainer.step() / trainer.steps_per_epoch();
  epochs_.rows.push_back({std::to_string(epoch), fmt::format("{:.4f}", epoch_loss_),
                          fmt::format("{:.2f} %", 100 * accuracy),
                          fmt::format("{:.4f}", validation.loss),
                          fmt::format("{:.2f} %", 100 * validation.accuracy)});
  train_.AddText("notes/epochs", epochs_, step);
  AddEvaluation(validation_, sets_.validation, validation, step);
  constexpr std::size_t kEpochsATone = 3;
  if (epoch % kEpochsATone == 0 || epoch == plan_.epochs) {
    constexpr double kSeconds = 2.5;
    train_.AddAudio("loss_tone", MakeLossTone(losses_, kSeconds), {.sample_rate = kToneRate}, step,
                    {.description = "The loss from the first batch to now, as a pitch."});
  }
}

void RunLog::AddEvaluation(SummaryWriter& writer, const DigitSet& digits,
                           const Evaluation& evaluation, std::int64_t step) {
  const std::size_t count = evaluation.predicted.size();
  const auto labels = std::span(digits.labels).first(count);
  const Canvas confusion = DrawConfusion(CountConfusion(labels, evaluation.predicted));
  writer.AddImage("confusion", confusion.pixels(), ShapeOf(confusion), step,
                  {.description = "Rows: the truth. Columns: what the network says."});
  constexpr std::size_t kMostMistakes = 32;
  const std::vector<std::size_t> mistakes = FindMistakes(digits, evaluation, kMostMistakes);
  if (const auto picture = DrawMistakes(digits, evaluation, mistakes)) {
    writer.AddImage("mistakes", picture->pixels(), ShapeOf(*picture), step,
                    {.description = "Truth > prediction, the most confident mistakes first."});
  }
  std::vector<std::uint8_t> is_class(count);
  std::vector<float> probability(count);
  for (std::size_t digit = 0; digit < kClasses; ++digit) {
    for (std::size_t i = 0; i < count; ++i) {
      is_class[i] = labels[i] == digit ? 1 : 0;
      const float value = evaluation.probabilities.column(i)[digit];
      probability[i] = std::isnan(value) ? 0 : value;
    }
    constexpr std::int64_t kThresholds = 101;
    writer.AddPrCurve(fmt::format("digit/{}", digit), is_class, probability, step,
                      {.thresholds = kThresholds});
  }
}

void RunLog::AddTest(const Trainer& trainer, const Evaluation& test) {
  const auto step = static_cast<std::int64_t>(trainer.step());
  test_.AddScalar("epoch_loss", test.loss, step);
  test_.AddScalar("epoch_accuracy", test.accuracy, step);
  AddEvaluation(test_, sets_.test, test, step);
  TextTable table;
  table.header = {"truth", "prediction", "confidence"};
  constexpr std::size_t kMostRows = 20;
  for (const std::size_t i : FindMistakes(sets_.test, test, kMostRows)) {
    const std::size_t guess = test.predicted[i];
    table.rows.push_back({std::to_string(sets_.test.labels[i]), std::to_string(guess),
                          fmt::format("{:.1f} %", 100 * test.probabilities.column(i)[guess])});
  }
  test_.AddText("notes/result",
                fmt::format("**{:.2f} %** of {} digits that it never saw are read rightly.\n",
                            100 * test.accuracy, test.predicted.size()),
                step);
  if (!table.rows.empty()) test_.AddText("notes/mistakes", table, step);
  if (filter_shape_.count > 1) {
    train_.AddVideo("filters_learning", filter_frames_, filter_shape_, step,
                    {.frames_per_second = 8});
  }
  AddEmbedding(test, step);
}

void RunLog::AddEmbedding(const Evaluation& test, std::int64_t step) {
  constexpr std::size_t kMostRows = 1'000;
  const std::size_t rows = std::min(kMostRows, test.predicted.size());
  const std::size_t columns = test.features.rows();
  EmbeddingOptions options;
  options.metadata_header = {"digit", "prediction", "right"};
  for (std::size_t i = 0; i < rows; ++i) {
    const bool is_right = sets_.test.labels[i] == test.predicted[i];
    options.metadata.push_back(fmt::format("{}\t{}\t{}", sets_.test.labels[i], test.predicted[i],
                                           is_right ? "yes" : "no"));
  }
  options.sprites = std::span(sets_.test.pixels).first(rows * kDigitPixels);
  options.sprite_shape = {.count = static_cast<std::int64_t>(rows),
                          .height = kDigitSide,
                          .width = kDigitSide,
                          .channels = 1};
  test_.AddEmbedding("last_hidden_layer", test.features.values().first(rows * columns),
                     static_cast<std::int64_t>(rows), static_cast<std::int64_t>(columns), step,
                     options);
}

void RunLog::AddLossSurface(Network& network, std::size_t step, std::size_t side,
                            base::ThreadPool& pool, const base::CancelFlag& cancel) {
  constexpr std::size_t kExamples = 128;
  RandomStream random(seed_, kSurfaceStream);
  const LossSurface surface =
      MakeLossSurface(network, sets_.validation, kExamples, side, random, pool, cancel);
  if (surface.vertices.empty()) return;
  train_.AddMesh("loss_surface",
                 {.vertices = surface.vertices, .faces = surface.faces, .colors = surface.colors},
                 static_cast<std::int64_t>(step),
                 {.description = "log(loss) over two random directions, with the end of training "
                                 "in the middle."});
}

void RunLog::End(SessionOutcome outcome) { session_.AddHParamsEnd(outcome); }

void AddExperiment(SummaryWriter& root) {
  root.AddHParamsExperiment(
      {.description = "Networks that learn to read digits.",
       .hparams = {{.name = "learning_rate", .display_name = "learning rate", .min = 0, .max = 100},
                   {.name = "activation",
                    .values = {std::string("relu"), std::string("tanh"), std::string("sigmoid")}},
                   {.name = "optimizer",
                    .values = {std::string("sgd"), std::string("momentum"), std::string("adam")}},
                   {.name = "batch_size", .display_name = "batch size", .min = 1, .max = 1024},
                   {.name = "layers", .min = 1, .max = 16}},
       .metrics = {
           {.tag = "epoch_accuracy", .group = "test", .display_name = "held-out accuracy"},
           {.tag = "epoch_accuracy", .group = "validation", .display_name = "validation accuracy"},
           {.tag = "epoch_loss", .group = "validation", .display_name = "validation loss"},
           {.tag = "epoch_loss", .group = "train", .display_name = "training loss"}}});
  const std::vector<CustomCategory> layout = {
      {.title = "Learning",
       .charts = {{.title = "loss", .tags = {"^loss$", "^epoch_loss$"}},
                  {.title = "accuracy", .tags = {"^accuracy$", "^epoch_accuracy$"}}}},
      {.title = "Gradients",
       .charts = {{.title = "length by layer", .tags = {"^gradient_norm/"}},
                  {.title = "learning rate", .tags = {"^learning_rate$"}}}}};
  root.AddCustomScalars(layout);
}

}  // namespace sightglass::demo
